import { f32, f64, i1, i32, isInstance, RankedTensorType, type Type } from '@shardform/ir-core';

/** Kinds of scalars that loops are compiled for. */
export type ScalarKind = 'f32' | 'f64' | 'i1' | 'i32';

const kinds: ReadonlyMap<Type, ScalarKind> = new Map<Type, ScalarKind>([
  [f32, 'f32'],
  [f64, 'f64'],
  [i1, 'i1'],
  [i32, 'i32'],
]);

/** Returns the kind of a tensor of rank 0; `null` for other types, and for kinds that loops are not compiled for. */
export function scalarKindOf(type: Type): ScalarKind | null {
  if (!isInstance(RankedTensorType, type) || type.rank !== 0) return null;
  return kinds.get(type.elementType) ?? null;
}
