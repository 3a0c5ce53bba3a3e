import { RankedTensorType, TupleType, type Type } from '@shardform/ir-core';
import type { GraphValue } from './hlo-graph.ts';
import { count, tensorTypes } from './tensor-shapes.ts';

/** The graph values of an SSA value: a tensor, the members of a tuple, or none for tokens. */
export type Bound = GraphValue | readonly Bound[] | null;

/** Returns whether a value is a tensor. */
export const isTensor = (bound: Bound): bound is GraphValue => bound !== null && 'bytes' in bound;

/** Returns the tensors of a value. */
export function flat(bound: Bound): readonly GraphValue[] {
  if (bound === null) return [];
  return isTensor(bound) ? [bound] : bound.flatMap(flat);
}

/** Returns tensors as values of types: grouped into tuples, with nothing for tokens. */
export function boundTo(types: readonly Type[], tensors: readonly GraphValue[]): Bound[] {
  let next = 0;
  const take = (type: Type): Bound => {
    if (type instanceof TupleType) return type.types.map(take);
    return type instanceof RankedTensorType ? tensors[next++] : null;
  };
  return types.map(take);
}

/** Returns a parameter of a type. */
export function parameterOf(type: Type): Bound {
  if (type instanceof TupleType) return type.types.map(parameterOf);
  const tensor = tensorTypes(type).at(0);
  return tensor === undefined ? null : { ...tensor, node: null };
}

/** Returns whether a tensor differs from a value by dimensions of size 1 only. */
export function isSameSize(bound: Bound, { shape }: RankedTensorType): boolean {
  return bound !== null && isTensor(bound) && count(bound.shape) === count(shape);
}
