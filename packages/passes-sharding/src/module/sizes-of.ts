import { ShapedType, type Type } from '@shardform/ir-core';

/** Returns the sizes of any shaped type's dimensions; none for other types. */
export function sizesOf(type: Type): readonly number[] {
  return type instanceof ShapedType ? (type.shape ?? []) : [];
}
