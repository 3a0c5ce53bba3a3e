import { type MeshAttr, type MeshTable, programMesh, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { type Operation, SymbolRefAttr } from '@shardform/ir-core';

/** The mesh that the whole program runs on. */
export interface GlobalMesh {
  readonly mesh: MeshAttr;
  readonly reference: SymbolRefAttr;
}

/** Returns the mesh that the program around an operation is for; `null` when it has none. */
export function globalMesh(op: Operation): GlobalMesh | null {
  const found = programMesh(op);
  return found === null ? null : { mesh: found[1], reference: SymbolRefAttr.get(found[0]) };
}

/** Returns the only device that has a value with this sharding; `null` when more than one can have it. */
export function singleDeviceOf(sharding: TensorShardingAttr | null, meshes: MeshTable): number | null {
  const mesh = sharding === null ? null : meshes.meshOf(sharding);
  return mesh?.isMaximal === true ? mesh.deviceIds[0]! : null;
}
