import {
  type ConversionPattern,
  conversionPattern,
  f32,
  i32,
  type Rewriter,
  type Value,
} from '@shardform/ir-core';
import {
  chlo,
  ClampOp,
  ConvertOp,
  isPerAxis,
  isQuantized,
  type QuantizedType,
  RoundNearestEvenOp,
  storageType,
  UniformDequantizeOp,
  UniformQuantizeOp,
} from '@shardform/dialect-stablehlo';
import { requantize } from './requantize.ts';
import { broadcast, constant, scales, storageBounds, zeroPoints } from './scalings.ts';

/** `round(clamp(x / scale + zero_point))`, or a change of scales. */
const quantize = /* @__PURE__ */ conversionPattern(
  UniformQuantizeOp,
  'quantize',
  (op, { operand }, rewriter) => {
    const from = op.operand.type.elementType;
    const { type } = op.result;
    // Verified: the result is quantized.
    const to = type.elementType as QuantizedType;
    const { diagnostics } = rewriter.context;
    if (isQuantized(from)) {
      if (isPerAxis(from) && isPerAxis(to) && from.dimension !== to.dimension) {
        diagnostics.emitOn(op, 'error', 'Cannot requantize while changing quantization_axis');
        return false;
      }
      const integers = type.withElementType(to.storageType);
      rewriter.replaceOp(op, [requantize(operand, from, to, integers, rewriter)]);
      return true;
    }
    if (from !== f32) {
      diagnostics.emitOn(op, 'error', 'Unsupported input element type.');
      return false;
    }
    const integers = quantized(operand, to, rewriter);
    rewriter.replaceOpWith(op, ConvertOp, { operand: integers }, [
      op.operand.type.withElementType(storageType(to)),
    ]);
    return true;
  },
  { benefit: 10 },
);

/** The integers of a quantized type nearest to floats, as floats. */
function quantized(operand: Value, to: QuantizedType, rewriter: Rewriter): Value {
  const { type } = operand;
  const [scale, zero] = [scales(to), zeroPoints(to)];
  const [divisor, addend] = [constant(scale, f32, rewriter), constant(zero, f32, rewriter)];
  const { min, max } = storageBounds(to, rewriter);
  let value = broadcast(chlo.BroadcastDivOp, operand, divisor, rewriter, scale.dimension, type);
  value = broadcast(chlo.BroadcastAddOp, value, addend, rewriter, zero.dimension, type);
  value = rewriter.create(ClampOp, { min, operand: value, max }, [type]).result;
  return rewriter.create(RoundNearestEvenOp, { operand: value }, [type]).result;
}

/** `(x - zero_point) * scale`, the difference in i32. */
const dequantize = /* @__PURE__ */ conversionPattern(
  UniformDequantizeOp,
  'dequantize',
  (op, { operand }, rewriter) => {
    const { type } = op.operand;
    // Verified: the operand is quantized.
    const from = type.elementType as QuantizedType;
    const [scale, zero] = [scales(from), zeroPoints(from)];
    const [factor, subtrahend] = [constant(scale, f32, rewriter), constant(zero, i32, rewriter)];
    const [integers, floats] = [type.withElementType(i32), type.withElementType(f32)];
    let value: Value = rewriter.create(ConvertOp, { operand }, [integers]).result;
    value = broadcast(chlo.BroadcastSubtractOp, value, subtrahend, rewriter, zero.dimension, integers);
    value = rewriter.create(ConvertOp, { operand: value }, [floats]).result;
    rewriter.replaceOp(op, [
      broadcast(chlo.BroadcastMulOp, value, factor, rewriter, scale.dimension, floats),
    ]);
    return true;
  },
  { benefit: 10 },
);

/** Between floats and stored integers. */
export const quantizePatterns: readonly ConversionPattern[] = [quantize, dequantize];
