import {
  BroadcastInDimOp,
  CompareOp,
  ConvertOp,
  IotaOp,
  ReshapeOp,
  TransposeOp,
} from '@shardform/dialect-stablehlo';
import type { Value } from '@shardform/ir-core';

/** Whether a value is one where numbers equal the index along a dimension, and zero elsewhere, as `jax.nn.one_hot` makes it. */
export function isOneHotAlong({ definingOp: op }: Value, dim: number): boolean {
  if (op instanceof ConvertOp) return isOneHotAlong(op.operand, dim);
  if (op instanceof TransposeOp) return isOneHotAlong(op.operand, op.permutation.numbers()[dim]!);
  if (op instanceof ReshapeOp) {
    const [from, to] = [op.operand.type, op.result.type];
    // Rows may be arranged otherwise.
    const isLast = dim === to.rank - 1 && from.shape.at(-1) === to.shape.at(-1);
    return isLast && isOneHotAlong(op.operand, from.rank - 1);
  }
  if (!(op instanceof CompareOp) || op.comparisonDirection.value !== 'EQ') return false;
  return [op.lhs, op.rhs].some((value) => countsAlong(value, dim));
}

/** Whether the elements of a value are their indices along a dimension. */
function countsAlong({ definingOp: op }: Value, dim: number): boolean {
  if (op instanceof IotaOp) return op.iotaDimension.number === dim;
  if (op instanceof ConvertOp) return countsAlong(op.operand, dim);
  if (!(op instanceof BroadcastInDimOp)) return false;
  const own = op.broadcastDimensions.numbers().indexOf(dim);
  return own >= 0 && countsAlong(op.operand, own);
}
