import { type Context, type Operation, RankedTensorType, type Type, type Value } from '@shardform/ir-core';
import {
  getSharding,
  type ManualComputationOp,
  type MeshAttr,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';

/**
 * Returns an error message for shardings of a computation's operands and results with shards of different sizes; `null`
 * when all are even.
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
    const problem = unevenDimension(type, shardings[i], `of ${kind} ${i}`, mesh);
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * Returns an error message for a sharding that splits a dimension into shards of different sizes; `null` when it is
 * even.
 */
export function unevenDimension(
  type: Type,
  sharding: TensorShardingAttr | null | undefined,
  owner: string,
  mesh: MeshAttr,
): string | null {
  if (!(type instanceof RankedTensorType)) return null;
  for (const [d, size] of type.shape.entries()) {
    const dim = sharding?.dims[d];
    const parts = dim?.shardedSize(mesh) ?? 1;
    if (size % parts === 0) continue;
    const axes = dim!.axes.map((axis) => axis.text).join(', ');
    const padded = Math.ceil(size / parts) * parts;
    return `splits dimension ${d} ${owner}, of size ${size}, along ${axes} into ${parts} shards of different sizes; pad the dimension to ${padded}, or split another one`;
  }
  return null;
}

/** Returns the same for the results of an operation inside a computation and for the arguments of its regions. */
export function unevenOp(op: Operation, context: Context, mesh: MeshAttr): string | null {
  const blocks = op.regions.flatMap((region) => [...region.blocks]);
  const values = [...op.results, ...blocks.flatMap((block) => block.arguments)];
  for (const [i, value] of values.entries()) {
    const owner =
      i < op.results.length ? `of result ${i}` : `of argument ${i - op.results.length} of its region`;
    const problem = unevenDimension(value.type, getSharding(value, context), owner, mesh);
    if (problem !== null) return problem;
  }
  return null;
}
