import { DYNAMIC, i64, i64Attr, RankedTensorType, type Rewriter, type Value } from '@shardform/ir-core';
import { ConcatenateOp, ConvertOp, GetDimensionSizeOp, ReshapeOp } from '@shardform/dialect-stablehlo';
import { rankedType, splat } from './constant-like.ts';

const scalar = /* @__PURE__ */ RankedTensorType.get([], i64);
const single = /* @__PURE__ */ RankedTensorType.get([1], i64);

/** Returns the size of a dimension at run time as `tensor<i64>`. */
export function dimensionSize(rewriter: Rewriter, value: Value, dimension: number): Value {
  const size = rewriter.create(GetDimensionSizeOp, { operand: value, dimension: i64Attr(dimension) }).result;
  return rewriter.create(ConvertOp, { operand: size }, [scalar]).result;
}

/** Returns a number of type `tensor<i64>` as `tensor<1xi64>`. */
export function asVector(rewriter: Rewriter, operand: Value): Value {
  return rewriter.create(ReshapeOp, { operand }, [single]).result;
}

/** Returns the size of a dimension at run time as `tensor<1xi64>`. */
export function sizeVector(rewriter: Rewriter, value: Value, dimension: number): Value {
  return asVector(rewriter, dimensionSize(rewriter, value, dimension));
}

/** Returns the size of a dimension as `tensor<1xi64>`, from a constant where it is known. */
export function knownSizeVector(rewriter: Rewriter, value: Value, dimension: number): Value {
  const size = rankedType(value).dimSize(dimension);
  return size === DYNAMIC
    ? sizeVector(rewriter, value, dimension)
    : asVector(rewriter, splat(rewriter, scalar, size));
}

/** Returns a constant of type `tensor<1xi64>`. */
export function constantVector(rewriter: Rewriter, value: number): Value {
  return splat(rewriter, single, value);
}

/** Returns a constant of type `tensor<COUNTxi64>` of equal numbers. */
export function equalNumbers(rewriter: Rewriter, count: number, value: number): Value {
  return splat(rewriter, RankedTensorType.get([count], i64), value);
}

/** Vectors of one number each as one vector. */
export function concatenated(rewriter: Rewriter, inputs: readonly Value[]): Value {
  const type = RankedTensorType.get([inputs.length], i64);
  return rewriter.create(ConcatenateOp, { inputs, dimension: i64Attr(0) }, [type]).result;
}
