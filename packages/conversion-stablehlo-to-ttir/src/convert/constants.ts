import { DenseElementsAttr, f32, FloatAttr, type Value } from '@shardform/ir-core';
import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';

/**
 * Returns the elements of a constant, before or after its conversion, seen through operations that only repeat them.
 */
export function constantElements(value: Value): DenseElementsAttr | null {
  const op = value.definingOp;
  if (op instanceof shlo.ConstantOp || op instanceof ttir.ConstantOp) {
    return op.value instanceof DenseElementsAttr ? op.value : null;
  }
  const repeats =
    op instanceof shlo.BroadcastInDimOp ||
    op instanceof shlo.ReshapeOp ||
    op instanceof ttir.BroadcastOp ||
    op instanceof ttir.ReshapeOp;
  const converts = op instanceof shlo.ConvertOp || op instanceof ttir.TypecastOp;
  const elements = repeats || converts ? constantElements(op.getOperand(0)) : null;
  return elements?.isSplat === true && (repeats || isExact(elements)) ? elements : null;
}

/** Returns the only number of a constant; `null` for other values. */
export function splatOf(value: Value): number | bigint | null {
  const elements = constantElements(value);
  return elements?.isSplat === true ? ttir.splatNumber(elements) : null;
}

/** Returns the only number of a constant, rounded to f32; `null` for other values. */
export function constantNumber(value: Value): FloatAttr | null {
  const number = splatOf(value);
  return number === null ? null : FloatAttr.get(Number(number), f32);
}

/**
 * Returns true for a splat of a whole number of at most seven bits, which all types that constants are converted to
 * hold exactly.
 */
function isExact(elements: DenseElementsAttr): boolean {
  const number = Number(ttir.splatNumber(elements));
  return Number.isInteger(number) && Math.abs(number) <= 127;
}
