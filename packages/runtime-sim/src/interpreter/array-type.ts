import { PlacedTensorType } from '@shardform/dialect-dist';
import { MeshTensorType } from '@shardform/dialect-mpmd';
import { isInstance, RankedTensorType, type Type } from '@shardform/ir-core';
import { quant } from '@shardform/dialects-mlir';
import { type ArrayKind, isArrayKind } from '../array/index.ts';

/**
 * Returns the element kind and shape of a static tensor type, of a quantized one those of the integers that it is
 * stored as, of one on a device or a mesh those of the tensor; `null` for types that no array has.
 */
export function arrayTypeOf(
  given: Type,
): { readonly kind: ArrayKind; readonly shape: readonly number[] } | null {
  const type = wholeTensorType(given);
  if (!isInstance(RankedTensorType, type) || !type.hasStaticShape) return null;
  const kind = kindOf(type.elementType);
  return kind === null ? null : { kind, shape: type.shape };
}

/** Returns the type of a tensor without the device or mesh that it is on; other types as they are. */
export function wholeTensorType(type: Type): Type {
  if (type instanceof PlacedTensorType) return type.tensor;
  return type instanceof MeshTensorType ? type.globalType : type;
}

/** By type: each execution asks for thousands of them, and there are few. */
const kinds = new WeakMap<Type, ArrayKind | null>();

function kindOf(elementType: Type): ArrayKind | null {
  let kind = kinds.get(elementType);
  if (kind === undefined) {
    const isQuantized = elementType instanceof quant.UniformQuantizedType;
    // Signed integers are treated as signless ones.
    const text = String(isQuantized ? elementType.storageType : elementType).replace(/^si/, 'i');
    kind = isArrayKind(text) ? text : null;
    kinds.set(elementType, kind);
  }
  return kind;
}
