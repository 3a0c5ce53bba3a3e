import { RankedTensorType, type Value } from '@shardform/ir-core';
import type { ManualComputationOp, MeshAttr, TensorShardingAttr } from '@shardform/dialect-sdy';

/**
 * What is wrong with the shardings of a computation's operands and results: parts have to be equally large. `null` when
 * nothing is.
 */
export function unevenSplit(manual: ManualComputationOp, mesh: MeshAttr): string | null {
  return (
    firstProblem('operand', manual.tensors, manual.inShardings.shardings, mesh) ??
    firstProblem('result', manual.results, manual.outShardings.shardings, mesh)
  );
}

function firstProblem(
  kind: string,
  values: readonly Value[],
  shardings: readonly TensorShardingAttr[],
  mesh: MeshAttr,
): string | null {
  for (const [i, { type }] of values.entries()) {
    if (!(type instanceof RankedTensorType)) continue;
    for (const [d, size] of type.shape.entries()) {
      const dim = shardings[i]?.dims[d];
      const parts = dim?.shardedSize(mesh) ?? 1;
      if (size % parts === 0) continue;
      const axes = dim!.axes.map((axis) => axis.text).join(', ');
      const padded = Math.ceil(size / parts) * parts;
      return `splits dimension ${d} of ${kind} ${i}, of size ${size}, along ${axes} into ${parts} parts of different sizes; pad the dimension to ${padded}, or split another one`;
    }
  }
  return null;
}
