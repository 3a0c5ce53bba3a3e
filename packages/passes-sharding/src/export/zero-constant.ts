import { SdyConstantOp } from '@shardform/dialect-sdy';
import { BroadcastInDimOp, ConstantOp } from '@shardform/dialect-stablehlo';
import { DenseElementsAttr, type Value } from '@shardform/ir-core';

/** Returns whether a value is a constant all of whose bits are zero. */
export function isZeroConstant({ definingOp }: Value): boolean {
  if (definingOp instanceof BroadcastInDimOp) return isZeroConstant(definingOp.operand);
  if (!(definingOp instanceof ConstantOp || definingOp instanceof SdyConstantOp)) return false;
  const { value } = definingOp;
  return value instanceof DenseElementsAttr && value.bytes.every((byte) => byte === 0);
}
