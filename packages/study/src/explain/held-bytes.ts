import { localShape, MeshTable, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { elementByteWidth, type Operation, product, RankedTensorType, type Type } from '@shardform/ir-core';

/** Returns the bytes of a tensor that each device holds with a sharding. @param within whose meshes it is on. */
export function heldBytes(type: Type, sharding: TensorShardingAttr | null, within: Operation): number {
  if (!(type instanceof RankedTensorType)) return 0;
  const mesh = sharding === null ? null : new MeshTable(within).meshOf(sharding);
  const shape =
    mesh === null || sharding === null ? type.shape : (localShape(type.shape, sharding, mesh) ?? type.shape);
  return product(shape) * (elementByteWidth(type.elementType) ?? 0);
}
