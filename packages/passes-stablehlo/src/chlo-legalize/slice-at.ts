import {
  DenseArrayAttr,
  DYNAMIC,
  i64,
  RankedTensorType,
  type Rewriter,
  type Value,
} from '@shardform/ir-core';
import { DynamicReshapeOp, RealDynamicSliceOp, ReshapeOp, SliceOp } from '@shardform/dialect-stablehlo';
import { rankedType } from './constant-like.ts';
import { concatenated, constantVector, equalNumbers, sizeVector } from './run-time-shape.ts';

/** Takes the slice of a tensor at an index of a dimension, which the result doesn't have. */
export function sliceAt(rewriter: Rewriter, operand: Value, dimension: number, index: number): Value {
  const { shape, elementType } = rankedType(operand);
  const sliceType = RankedTensorType.get(
    shape.map((size, d) => (d === dimension ? 1 : size)),
    elementType,
  );
  const resultType = RankedTensorType.get(
    shape.filter((_, d) => d !== dimension),
    elementType,
  );
  if (!shape.includes(DYNAMIC)) {
    const starts = shape.map((_, d) => (d === dimension ? index : 0));
    const limits = shape.map((size, d) => (d === dimension ? index + 1 : size));
    const strides = shape.map(() => 1);
    const slice = rewriter.create(SliceOp, {
      operand,
      startIndices: DenseArrayAttr.get(i64, starts),
      limitIndices: DenseArrayAttr.get(i64, limits),
      strides: DenseArrayAttr.get(i64, strides),
    });
    return rewriter.create(ReshapeOp, { operand: slice.result }, [resultType]).result;
  }
  const bounds = shape.map((_, d) => {
    const start = constantVector(rewriter, d === dimension ? index : 0);
    return {
      start,
      limit: d === dimension ? constantVector(rewriter, index + 1) : sizeVector(rewriter, operand, d),
    };
  });
  const startIndices = concatenated(
    rewriter,
    bounds.map(({ start }) => start),
  );
  const limitIndices = concatenated(
    rewriter,
    bounds.map(({ limit }) => limit),
  );
  const strides = equalNumbers(rewriter, shape.length, 1);
  const args = { operand, startIndices, limitIndices, strides };
  const slice = rewriter.create(RealDynamicSliceOp, args, [sliceType]).result;
  if (resultType.hasStaticShape) return rewriter.create(ReshapeOp, { operand: slice }, [resultType]).result;
  const sizes = bounds.filter((_, d) => d !== dimension).map(({ limit }) => limit);
  return reshaped(rewriter, slice, sizes, resultType);
}

/** Returns the same elements with a first dimension of size one. */
export function withLeadingOne(rewriter: Rewriter, operand: Value): Value {
  const { shape, elementType, hasStaticShape } = rankedType(operand);
  const type = RankedTensorType.get([1, ...shape], elementType);
  if (hasStaticShape) return rewriter.create(ReshapeOp, { operand }, [type]).result;
  const one = constantVector(rewriter, 1);
  return reshaped(rewriter, operand, [one, ...shape.map((_, d) => sizeVector(rewriter, operand, d))], type);
}

function reshaped(
  rewriter: Rewriter,
  operand: Value,
  sizes: readonly Value[],
  type: RankedTensorType,
): Value {
  const outputShape = concatenated(rewriter, sizes);
  return rewriter.create(DynamicReshapeOp, { operand, outputShape }, [type]).result;
}
