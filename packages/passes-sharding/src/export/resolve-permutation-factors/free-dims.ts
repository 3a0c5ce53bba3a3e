import { axisListSize, type MeshAttr, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { PadOp, SliceOp } from '@shardform/dialect-stablehlo';
import type { Operation } from '@shardform/ir-core';

/** Returns whether every device computes its shard of a dimension from its own shard of the operand. */
export function isCommunicationFree(
  op: Operation,
  dim: number,
  sharding: TensorShardingAttr,
  mesh: MeshAttr,
): boolean {
  const parts = axisListSize(sharding.dims[dim]?.axes ?? [], mesh);
  if (parts <= 1) return true;
  if (op instanceof SliceOp) {
    const [before, after] = [op.operand.type.dimSize(dim), op.result.type.dimSize(dim)];
    return (
      op.startIndices.numbers()[dim] === 0 &&
      op.strides.numbers()[dim] === 1 &&
      Math.ceil(before / parts) === Math.ceil(after / parts)
    );
  }
  if (!(op instanceof PadOp) || op.interiorPadding.numbers()[dim] !== 0) return false;
  const size = op.operand.type.dimSize(dim);
  const inputPart = Math.ceil(size / parts);
  const outputPart = Math.ceil(op.result.type.dimSize(dim) / parts);
  const low = op.edgePaddingLow.numbers()[dim]!;
  for (let part = 0; part < parts; part++) {
    const start = part * outputPart - low;
    const [first, last] = [Math.max(0, start), Math.min(size - 1, start + outputPart - 1)];
    if (first > last) continue;
    if (Math.floor(first / inputPart) !== part || Math.floor(last / inputPart) !== part) return false;
  }
  return true;
}
