import {
  ComplexType,
  DenseArrayAttr,
  DenseElementsAttr,
  DYNAMIC,
  elementBitWidth,
  i64,
  i64Attr,
  RankedTensorType,
  type Rewriter,
  type Type,
  type Value,
} from '@shardform/ir-core';
import {
  BroadcastInDimOp,
  ConstantOp,
  type Dim,
  dim,
  dimsOf,
  DynamicBroadcastInDimOp,
  GetDimensionSizeOp,
  SetDimensionSizeOp,
  tensorOfDims,
} from '@shardform/dialect-stablehlo';
import { shape } from '@shardform/dialects-mlir';

/** Returns the type of a tensor of known rank. @throws for other values. */
export function rankedType({ type }: Value): RankedTensorType {
  if (type instanceof RankedTensorType) return type;
  throw new Error(`'${String(type)}' is no tensor of known rank`);
}

/** Returns true if elements are numbers that a constant can hold; quantized ones are not. */
export function hasNumbers({ elementType }: RankedTensorType): boolean {
  return elementType instanceof ComplexType || elementBitWidth(elementType) !== null;
}

/** Returns a `stablehlo.constant` of which all elements are one number. */
export function splat(rewriter: Rewriter, type: RankedTensorType, value: number | bigint): Value {
  // Of no elements, upstream still keeps the one that would stand for all.
  const one = type.elementCount === 0 ? RankedTensorType.get([], type.elementType) : type;
  const elements = DenseElementsAttr.splat(one, value);
  return rewriter.create(ConstantOp, { value: one === type ? elements : elements.reshape(type) }, [type])
    .output;
}

/** Returns true if each size is known or has a bound. */
export function isStaticOrBounded(type: RankedTensorType): boolean {
  return dimsOf(type).every(({ size, bound }) => size !== DYNAMIC || bound !== DYNAMIC);
}

/**
 * Returns a tensor of one number in the shape of a tensor of known rank, which may be known at run time only.
 *
 * @param elementType of the result; that of `reference` by default.
 */
export function constantLike(
  rewriter: Rewriter,
  reference: Value,
  value: number | bigint,
  elementType: Type = rankedType(reference).elementType,
): Value {
  const type = rankedType(reference).withElementType(elementType);
  if (type.hasStaticShape) return splat(rewriter, type, value);
  const scalar = splat(rewriter, RankedTensorType.get([], elementType), value);
  return broadcastLike(rewriter, scalar, [], reference);
}

/** Broadcasts along dimensions to the shape of a tensor, which may be known at run time only. */
export function broadcastLike(
  rewriter: Rewriter,
  operand: Value,
  dimensions: readonly number[],
  reference: Value,
): Value {
  const type = rankedType(reference).withElementType(rankedType(operand).elementType);
  const broadcastDimensions = DenseArrayAttr.get(i64, dimensions);
  if (type.hasStaticShape) {
    return rewriter.create(BroadcastInDimOp, { operand, broadcastDimensions }, [type]).result;
  }
  if (isStaticOrBounded(type)) {
    const sourceOf = (dimension: number): SizeSource => ({ value: reference, dimension });
    return broadcastToBounds(rewriter, operand, dimensions, dimsOf(type), sourceOf);
  }
  const outputDimensions = rewriter.create(shape.ShapeOfOp, { arg: reference }).result;
  const args = { operand, outputDimensions, broadcastDimensions };
  return rewriter.create(DynamicBroadcastInDimOp, args, [type]).result;
}

/** The operand and dimension whose size a dimension has at run time. */
interface SizeSource {
  readonly value: Value;
  readonly dimension: number;
}

/**
 * Broadcasts to dimensions whose sizes are known or bounded: to the bounds first and from there to the sizes. Dimensions
 * of `operand` that are not known already have the right size.
 *
 * @param sourceOf where the size of a dimension comes from that `operand` doesn't have.
 */
export function broadcastToBounds(
  rewriter: Rewriter,
  operand: Value,
  dimensions: readonly number[],
  target: readonly Dim[],
  sourceOf: (dimension: number) => SizeSource,
): Value {
  const own = dimsOf(rankedType(operand));
  const isKept = target.map((_, d) => own[dimensions.indexOf(d)]?.size === DYNAMIC);
  const atBounds = target.map(({ size, bound }, d) =>
    isKept[d] === true ? dim(size, bound) : dim(size === DYNAMIC ? bound : size),
  );
  const type = tensorOfDims(atBounds, rankedType(operand).elementType);
  let result = operand;
  if (type !== operand.type || dimensions.some((d, i) => d !== i)) {
    const broadcastDimensions = DenseArrayAttr.get(i64, dimensions);
    result = rewriter.create(BroadcastInDimOp, { operand, broadcastDimensions }, [type]).result;
  }
  for (const [d, { size }] of target.entries()) {
    if (size !== DYNAMIC || isKept[d] === true) continue;
    const source = sourceOf(d);
    const sizeArgs = { operand: source.value, dimension: i64Attr(source.dimension) };
    const { result: actual } = rewriter.create(GetDimensionSizeOp, sizeArgs);
    const args = { operand: result, size: actual, dimension: i64Attr(d) };
    result = rewriter.create(SetDimensionSizeOp, args).result;
  }
  return result;
}
