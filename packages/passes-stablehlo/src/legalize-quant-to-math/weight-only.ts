import { type ConversionRewriter, f32, type RankedTensorType, type Value } from '@shardform/ir-core';
import { chlo, ConvertOp, OptimizationBarrierOp, type QuantizedType } from '@shardform/dialect-stablehlo';
import { broadcast, constant, isSymmetric, scales, zeroPoints } from './scalings.ts';

/** Returns the floats that the stored integers of a contraction's weights express. */
export function dequantizedWeights(
  weights: Value,
  type: RankedTensorType,
  rewriter: ConversionRewriter,
): Value {
  // Weights are quantized: the caller has checked it.
  const quantization = type.elementType as QuantizedType;
  // Without the barrier, folding would make large floats of small integers.
  const operand = rewriter.create(OptimizationBarrierOp, { operand: [weights] }).getResult();
  const [scale, zero] = [scales(quantization), zeroPoints(quantization)];
  const [factor, subtrahend] = [constant(scale, f32, rewriter), constant(zero, f32, rewriter)];
  const floats = type.withElementType(f32);
  let value: Value = rewriter.create(ConvertOp, { operand }, [floats]).result;
  if (!isSymmetric(quantization)) {
    value = broadcast(chlo.BroadcastSubtractOp, value, subtrahend, rewriter, zero.dimension, floats);
  }
  return broadcast(chlo.BroadcastMulOp, value, factor, rewriter, scale.dimension, floats);
}
