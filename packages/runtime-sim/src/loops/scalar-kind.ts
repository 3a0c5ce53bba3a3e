import { isInstance, RankedTensorType, type Type } from '@shardform/ir-core';

/** Kinds of scalars that loops are compiled for. */
export type ScalarKind = 'f32' | 'f64' | 'i1' | 'i32';

const kinds: ReadonlySet<string> = new Set<ScalarKind>(['f32', 'f64', 'i1', 'i32']);

function isScalarKind(text: string): text is ScalarKind {
  return kinds.has(text);
}

/** Returns the kind of a tensor of rank 0; `null` for other types, and for kinds that loops are not compiled for. */
export function scalarKindOf(type: Type): ScalarKind | null {
  if (!isInstance(RankedTensorType, type) || type.rank !== 0) return null;
  const kind = String(type.elementType);
  return isScalarKind(kind) ? kind : null;
}
