import { PlacedTensorType } from '@shardform/dialect-dist';
import { MeshTensorType } from '@shardform/dialect-mpmd';
import { RankedTensorType, type Type } from '@shardform/ir-core';
import { bytesOfType } from '@shardform/runtime-dist';

/** Bytes of a tensor of static sizes, as the simulation counts them; `null` for other types. */
export function tensorBytes(given: Type): number | null {
  const type = tensorOf(given);
  return type instanceof RankedTensorType && type.shape.every((size) => size >= 0) ? bytesOfType(type) : null;
}

/** Returns the type of a tensor without the device, or the mesh, that is part of where it is held. */
export function tensorOf(type: Type): Type {
  if (type instanceof PlacedTensorType) return type.tensor;
  return type instanceof MeshTensorType ? type.globalType : type;
}
