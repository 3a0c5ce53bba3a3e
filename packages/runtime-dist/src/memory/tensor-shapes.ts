import { DYNAMIC, elementByteWidth, RankedTensorType, TupleType, type Type } from '@shardform/ir-core';

/** The memory layout of a tensor. */
export interface TensorShape {
  readonly bytes: number;
  /** Bytes of an element. */
  readonly width: number;
  readonly shape: readonly number[];
  readonly element: string;
}

/** Returns the tensors of a type: the members of tuples; none for tokens. */
export function tensorTypes(type: Type): readonly TensorShape[] {
  if (type instanceof TupleType) return type.types.flatMap(tensorTypes);
  if (!(type instanceof RankedTensorType)) return [];
  const width = elementByteWidth(type.elementType) ?? 1;
  return [{ bytes: count(type.shape) * width, width, shape: type.shape, element: String(type.elementType) }];
}

/** Returns a tensor of other elements of so many bytes. */
export function widened(
  { shape }: { readonly shape: readonly number[] },
  { element, width }: { readonly element: string; readonly width: number },
): TensorShape {
  return { bytes: count(shape) * width, width, shape, element };
}

/** Returns the number of elements; dimensions of unknown size count as one. */
export function count(shape: readonly number[]): number {
  return shape.reduce((all, size) => all * (size === DYNAMIC ? 1 : size), 1);
}
