import { isInstance, RankedTensorType, type Type } from '@shardform/ir-core';
import { quant } from '@shardform/dialects-mlir';
import { type ArrayKind, isArrayKind } from '../array/index.ts';

/**
 * Returns the element kind and shape of a static tensor type, of a quantized one those of the integers that it is
 * stored as; `null` for types that no array has.
 */
export function arrayTypeOf(
  type: Type,
): { readonly kind: ArrayKind; readonly shape: readonly number[] } | null {
  if (!isInstance(RankedTensorType, type) || !type.hasStaticShape) return null;
  const { elementType } = type;
  const isQuantized = elementType instanceof quant.UniformQuantizedType;
  // Signed integers are treated as signless ones.
  const kind = String(isQuantized ? elementType.storageType : elementType).replace(/^si/, 'i');
  return isArrayKind(kind) ? { kind, shape: type.shape } : null;
}
