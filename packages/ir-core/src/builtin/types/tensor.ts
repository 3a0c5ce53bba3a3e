import type { Type } from '../../ir/attribute.ts';
import type { Value } from '../../ir/value.ts';
import { RankedTensorType, UnrankedTensorType } from './shaped-types.ts';

/** A value that is a tensor of known rank. */
export type Tensor = Value<RankedTensorType>;

const NO_SHAPE: readonly number[] = [];

/** Returns true for the types of tensors of known or unknown rank. */
export function isTensorType(type: Type): type is RankedTensorType | UnrankedTensorType {
  return type instanceof RankedTensorType || type instanceof UnrankedTensorType;
}

/** Returns the sizes of a type's dimensions; none for types that are no tensors of known rank, such as tokens. */
export function shapeOf(type: Type): readonly number[] {
  return type instanceof RankedTensorType ? type.shape : NO_SHAPE;
}
