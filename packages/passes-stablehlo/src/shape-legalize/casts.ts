import {
  constantOf,
  DenseElementsAttr,
  i32,
  IndexType,
  IntegerAttr,
  RankedTensorType,
  type Rewriter,
  type Type,
  UnrealizedConversionCastOp,
  type Value,
} from '@shardform/ir-core';
import { ConstantOp } from '@shardform/dialect-stablehlo';

/** Returns a scalar of StableHLO: a tensor without dimensions. */
export function scalarTensor(elementType: Type): RankedTensorType {
  return RankedTensorType.get([], elementType);
}

/** Returns the value as one of another type, which a cast stands for. */
export function cast(value: Value, type: Type, rewriter: Rewriter): Value {
  return rewriter.create(UnrealizedConversionCastOp, { inputs: [value] }, [type]).getResult();
}

/** Returns true for ranked tensors of `index`. */
export function isIndexTensor(type: Type): type is RankedTensorType {
  return type instanceof RankedTensorType && type.elementType instanceof IndexType;
}

/** Returns the number that an index is known to be, or `null`. */
export function constantIndex(value: Value): bigint | null {
  const constant = constantOf(value);
  return constant instanceof IntegerAttr && constant.type instanceof IndexType ? constant.value : null;
}

/**
 * Returns an index, or a tensor of indices, as a tensor of i32; a tensor of i32 as it is. `null` for values that can't
 * be one.
 *
 * @param shape of a constant index that is known; without dimensions by default.
 */
export function asI32(value: Value, rewriter: Rewriter, shape: readonly number[] = []): Value | null {
  const { type } = value;
  if (type instanceof IndexType) {
    const constant = constantIndex(value);
    if (constant === null) return cast(value, scalarTensor(i32), rewriter);
    return constantI32([constant], shape, rewriter);
  }
  if (isIndexTensor(type)) return cast(value, type.withElementType(i32), rewriter);
  return type instanceof RankedTensorType && type.elementType === i32 ? value : null;
}

/** Creates a constant tensor of i32. */
export function constantI32(
  values: readonly (number | bigint)[],
  shape: readonly number[],
  rewriter: Rewriter,
): Value {
  const value = DenseElementsAttr.fromNumbers(RankedTensorType.get(shape, i32), values);
  return rewriter.create(ConstantOp, { value }).output;
}
