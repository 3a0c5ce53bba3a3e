import { isInstance, RankedTensorType, type Type } from '@shardform/ir-core';
import { type ArrayKind, isArrayKind } from '../array/index.ts';

/** The element kind and shape of a static tensor type; `null` for types that no array has. */
export function arrayTypeOf(
  type: Type,
): { readonly kind: ArrayKind; readonly shape: readonly number[] } | null {
  if (!isInstance(RankedTensorType, type) || !type.hasStaticShape) return null;
  const kind = String(type.elementType);
  return isArrayKind(kind) ? { kind, shape: type.shape } : null;
}
