import {
  DenseArrayAttr,
  DenseElementsAttr,
  f32,
  i64,
  type IntegerType,
  type FloatType,
  RankedTensorType,
  type Rewriter,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { type chlo, ConstantOp, isPerAxis, type QuantizedType } from '@shardform/dialect-stablehlo';
import type { quant } from '@shardform/dialects-mlir';

/** Numbers of a quantized type: one for all elements, or one for each index of a dimension. */
export interface PerChannel {
  readonly numbers: readonly number[];
  /** `null` where one number is for all. */
  readonly dimension: number | null;
}

/** Returns the size of one step of the stored integers, per channel. */
export function scales(type: QuantizedType): PerChannel {
  return perChannel(type, ({ scale }) => scale);
}

/** Returns the stored integers that stand for zero. */
export function zeroPoints(type: QuantizedType): PerChannel {
  return perChannel(type, ({ zeroPoint }) => Number(zeroPoint));
}

function perChannel(type: QuantizedType, number: (scaling: quant.Scaling) => number): PerChannel {
  return { numbers: type.scalings.map(number), dimension: isPerAxis(type) ? Number(type.dimension) : null };
}

/** Returns the zero point of a type that has one for all elements. */
export function zeroPoint(type: QuantizedType): number {
  return Number(type.scalings[0]!.zeroPoint);
}

/** Returns true if all zero points are 0. */
export function isSymmetric(type: QuantizedType): boolean {
  return type.scalings.every(({ zeroPoint }) => zeroPoint === 0n);
}

/** Returns a constant tensor: a scalar, or of one number for each channel. */
export function constant(
  { numbers, dimension }: PerChannel,
  elementType: FloatType | IntegerType,
  rewriter: Rewriter,
): Value {
  const type = RankedTensorType.get(dimension === null ? [] : [numbers.length], elementType);
  return rewriter.create(ConstantOp, { value: DenseElementsAttr.fromNumbers(type, numbers) }).output;
}

/** Returns a constant scalar. */
export function scalar(number: number, elementType: FloatType | IntegerType, rewriter: Rewriter): Value {
  return constant({ numbers: [number], dimension: null }, elementType, rewriter);
}

/** Returns the least and the greatest stored integer, as scalars of f32. */
export function storageBounds({ storage }: QuantizedType, rewriter: Rewriter): { min: Value; max: Value } {
  return {
    min: scalar(Number(storage.min), f32, rewriter),
    max: scalar(Number(storage.max), f32, rewriter),
  };
}

type BroadcastOpClass =
  | typeof chlo.BroadcastAddOp
  | typeof chlo.BroadcastDivOp
  | typeof chlo.BroadcastMulOp
  | typeof chlo.BroadcastSubtractOp;

/**
 * Combines a tensor with a smaller one.
 *
 * @param dimension of the result that `rhs` lies along; `null` for a scalar, and for one of the same rank.
 * @param type of the result; inferred by default.
 */
export function broadcast(
  opClass: BroadcastOpClass,
  lhs: Value,
  rhs: Value,
  rewriter: Rewriter,
  dimension: number | null = null,
  type?: Type,
): Value {
  const broadcastDimensions = dimension === null ? null : DenseArrayAttr.get(i64, [dimension]);
  const resultTypes = type === undefined ? undefined : [type];
  return rewriter.create(opClass, { lhs, rhs, broadcastDimensions }, resultTypes).getResult();
}
