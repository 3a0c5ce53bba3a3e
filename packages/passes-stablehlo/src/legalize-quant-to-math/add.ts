import { conversionPattern, type ConversionRewriter, i32, type Value } from '@shardform/ir-core';
import {
  AddOp,
  chlo,
  ClampOp,
  ConvertOp,
  isPerAxis,
  isQuantized,
  type QuantizedType,
} from '@shardform/dialect-stablehlo';
import { requantize } from './requantize.ts';
import { broadcast, constant, isSymmetric, scalar, zeroPoint, zeroPoints } from './scalings.ts';

/** The sum of quantized numbers: with equal scales, stored integers may be added once one zero point is taken off. */
export const addPattern = /* @__PURE__ */ conversionPattern(
  AddOp,
  'quantized-add',
  (op, { lhs, rhs }, rewriter) => {
    const [left, right, result] = [op.lhs, op.rhs, op.result].map(({ type }) => type.elementType);
    if (!isQuantized(left!) || !isQuantized(right!) || !isQuantized(result!)) return false;
    if (isPerAxis(left) || isPerAxis(right) || isPerAxis(result)) {
      if (left !== right || left !== result || left.storageType !== i32) return false;
      rewriter.replaceOp(op, [perAxisSum(lhs, rhs, result, rewriter)]);
      return true;
    }
    const type = op.result.type.withElementType(i32);
    const summands = [
      requantize(lhs, left, result, type, rewriter),
      requantize(rhs, right, result, type, rewriter),
    ] as const;
    const zero = scalar(zeroPoint(result), i32, rewriter);
    const sum = broadcast(chlo.BroadcastAddOp, ...summands, rewriter, null, type);
    let value = broadcast(chlo.BroadcastSubtractOp, sum, zero, rewriter, null, type);
    if (result.storageType !== i32) {
      const [min, max] = [result.storage.min, result.storage.max].map((bound) =>
        scalar(Number(bound), i32, rewriter),
      );
      value = rewriter.create(ClampOp, { min: min!, operand: value, max: max! }, [type]).result;
      value = rewriter.create(ConvertOp, { operand: value }, [
        type.withElementType(result.storageType),
      ]).result;
    }
    rewriter.replaceOp(op, [value]);
    return true;
  },
  { benefit: 10 },
);

/** Operands and result are of the same type, stored as i32. */
function perAxisSum(lhs: Value, rhs: Value, type: QuantizedType, rewriter: ConversionRewriter): Value {
  const sum = rewriter.create(AddOp, { lhs, rhs }).result;
  if (isSymmetric(type)) return sum;
  const zero = zeroPoints(type);
  return broadcast(chlo.BroadcastSubtractOp, sum, constant(zero, i32, rewriter), rewriter, zero.dimension);
}
