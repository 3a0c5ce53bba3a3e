import { encodeFloat, f64, printFloat, product, type RankedTensorType, type Type } from '@shardform/ir-core';
import { haveSameScalings, isPerAxis, isQuantized, type QuantizedType } from './quantized-types.ts';

function quoted(type: Type): string {
  return `'${String(type)}'`;
}

/**
 * Returns an error message for the violated constraint on quantized operands of an addition (StableHLO spec, "add", C2
 * to C7), or `null`.
 */
export function quantizedAddProblem(lhs: Type, rhs: Type, result: Type): string | null {
  const types = [lhs, rhs, result];
  if (!types.every(isQuantized)) {
    // There are two spaces in upstream's message as well.
    if (types.some(isQuantized))
      return 'expects  all operands and results to be either quantized or non-quantized';
    const agree = lhs === result && rhs === result;
    return agree ? null : 'op requires the same element type for all operands and results';
  }
  // The condition has found all three quantized.
  const [a, b, c] = types as unknown as readonly [QuantizedType, QuantizedType, QuantizedType];
  if (a.storageType !== c.storageType || b.storageType !== c.storageType) {
    return 'mismatched operands and result quantization storage types';
  }
  if (a.expressedType !== c.expressedType || b.expressedType !== c.expressedType) {
    return 'mismatched operands and result quantization expressed types';
  }
  if (!isPerAxis(c)) {
    return isPerAxis(a) || isPerAxis(b) ? 'result is not per_axis quantized but lhs or rhs are' : null;
  }
  if (!isPerAxis(a) && !isPerAxis(b)) {
    return 'result per_axis quantized but none from rhs and lhs are per_axis quantized';
  }
  for (const [name, operand] of [
    ['lhs', a],
    ['rhs', b],
  ] as const) {
    if (!isPerAxis(operand) || operand.dimension === c.dimension) continue;
    return `quantization_dimension of ${name} and result are not same ${quoted(operand)} vs ${quoted(c)}`;
  }
  return null;
}

/** Why an operation that only moves numbers may not change their scales, where one scale is for all; or `null`. */
export function perTensorProblem(from: Type, to: Type): string | null {
  if (!isQuantized(from) || !isQuantized(to) || isPerAxis(from) || isPerAxis(to)) return null;
  return haveSameScalings(from, to)
    ? null
    : `expect same quantization scale and zero_point but got ${quoted(from)} vs ${quoted(to)}`;
}

/** Like {@link perTensorProblem} where scales are for the indices of a dimension. */
export function perAxisProblem(from: Type, to: Type): string | null {
  if (!isPerAxis(from) || !isPerAxis(to) || haveSameScalings(from, to)) return null;
  return `expect same quantization scales and zero_points but got ${quoted(from)} vs ${quoted(to)}`;
}

/**
 * Returns an error message for the violated constraint on the scales of a reshaped tensor (StableHLO spec, "reshape",
 * C1 and C3), or `null`.
 */
export function quantizedReshapeProblem(from: RankedTensorType, to: RankedTensorType): string | null {
  const [operand, result] = [from.elementType, to.elementType];
  const problem = perTensorProblem(operand, result);
  if (problem !== null || !isPerAxis(operand) || !isPerAxis(result)) return problem;
  const [d, e] = [Number(operand.dimension), Number(result.dimension)];
  if (from.shape[d] !== to.shape[e]) {
    return `expect same quantization dimension size for operand and result ${quoted(from)} and ${quoted(to)}`;
  }
  const scales = perAxisProblem(operand, result);
  if (scales !== null || !from.hasStaticShape || !to.hasStaticShape) return scales;
  const [before, after] = [product(from.shape.slice(0, d)), product(to.shape.slice(0, e))];
  return before === after
    ? null
    : `product of dimensions before quantization dimension must match between operand and result for ${before} and ${after}`;
}

/**
 * Returns an error message for the violated constraint on the scales of a transposed tensor (StableHLO spec,
 * "transpose", C1 and C4), or `null`.
 */
export function quantizedTransposeProblem(
  operand: Type,
  result: Type,
  permutation: readonly number[],
): string | null {
  const problem = perTensorProblem(operand, result);
  if (problem !== null || !isPerAxis(operand) || !isPerAxis(result)) return problem;
  const moved = permutation[Number(result.dimension)];
  if (moved !== Number(operand.dimension)) {
    return `operand quantization_dimension ${operand.dimension} is not same as permutation[${result.dimension}] = ${moved}`;
  }
  return perAxisProblem(operand, result);
}

/**
 * Returns an error message for the violated constraint on scales per dimension of a broadcast (StableHLO spec,
 * "broadcast_in_dim", C6), or `null`.
 */
export function quantizedBroadcastProblem(
  from: RankedTensorType,
  result: Type,
  dimensions: readonly number[],
): string | null {
  const operand = from.elementType;
  if (!isPerAxis(operand) || !isPerAxis(result)) return null;
  const d = Number(operand.dimension);
  if (dimensions[d] !== Number(result.dimension)) {
    return `result quantization_dimension ${result.dimension} not same as broadcast_dimensions[${d}] = ${dimensions[d]}`;
  }
  if (from.shape[d] !== 1) return null;
  const own = operand.scalings[0]!;
  const text = (value: number): string => printFloat(f64.format, encodeFloat(f64.format, value));
  for (const [i, { scale, zeroPoint }] of result.scalings.entries()) {
    if (scale !== own.scale) {
      return `mismatch result scale ${i} (${text(scale)}) and operand scale 0 (${text(own.scale)})`;
    }
    if (zeroPoint !== own.zeroPoint) {
      return `mismatch result zero_point ${i} (${zeroPoint}) and operand zero_point 0 (${own.zeroPoint})`;
    }
  }
  return null;
}

/**
 * Returns an error message for the violated constraint on quantized operands of `dot_general` and `convolution`, or
 * `null`.
 */
export function quantizedContractionProblem(lhs: Type, rhs: Type, result: Type): string | null {
  if (![lhs, rhs, result].some(isQuantized)) return null;
  if (!isQuantized(rhs) || isQuantized(lhs) !== isQuantized(result)) {
    return 'rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold';
  }
  if (!isQuantized(lhs) || !isQuantized(result)) {
    return lhs === rhs.expressedType && result === rhs.expressedType
      ? null
      : 'mismatched rhs quantization expressed type and lhs and result element type';
  }
  if (lhs.storageType !== rhs.storageType) return 'mismatched lhs and rhs quantization storage types';
  if (lhs.expressedType !== rhs.expressedType || lhs.expressedType !== result.expressedType) {
    return 'mismatched lhs, rhs and result quantization expressed types';
  }
  return !isPerAxis(rhs) && isPerAxis(result) ? 'mismatched rhs and result quantization granularity' : null;
}

/**
 * Returns an error message for the violated constraint on the quantized second operand of `dot_general` (C15, C16), or
 * `null`.
 */
export function quantizedDotProblem(
  lhs: Type,
  rhs: Type,
  result: Type,
  rhsContracting: readonly number[],
): string | null {
  const problem = quantizedContractionProblem(lhs, rhs, result);
  if (problem !== null || !isQuantized(rhs)) return problem;
  if (rhs.scalings.some(({ zeroPoint }) => zeroPoint !== 0n)) {
    return isPerAxis(rhs) ? 'Zero points of rhs should be 0' : 'Zero point of rhs should be 0';
  }
  return isPerAxis(rhs) && rhsContracting.includes(Number(rhs.dimension))
    ? 'Quantization dimension of rhs should not be in the contracting dimension of rhs'
    : null;
}

/** Returns an error message for the violated constraint on the dimensions of scales of a convolution, or `null`. */
export function quantizedConvolutionProblem(
  lhs: Type,
  rhs: Type,
  result: Type,
  kernelOutputFeature: number,
  outputFeature: number,
): string | null {
  const problem = quantizedContractionProblem(lhs, rhs, result);
  if (problem !== null) return problem;
  if (isPerAxis(rhs) && Number(rhs.dimension) !== kernelOutputFeature) {
    return 'quantization dimension of rhs should be same with kernel_output_feature_dimension';
  }
  return isPerAxis(result) && Number(result.dimension) !== outputFeature
    ? 'quantization dimension of result should be same with output_feature_dimension'
    : null;
}
