import type { MeshAttr, MeshTable, TensorShardingAttr } from '@shardform/dialect-sdy';
import { SymbolRefAttr } from '@shardform/ir-core';

/** The mesh that the whole program runs on. */
export interface GlobalMesh {
  readonly mesh: MeshAttr;
  readonly reference: SymbolRefAttr;
}

/** The first mesh with axes; `null` when the module has none. */
export function globalMesh(meshes: MeshTable): GlobalMesh | null {
  for (const [name, mesh] of meshes.entries()) {
    if (mesh.axes.length > 0) return { mesh, reference: SymbolRefAttr.get(name) };
  }
  return null;
}

/** The only device that has a value with this sharding; `null` when more than one can have it. */
export function singleDeviceOf(sharding: TensorShardingAttr | null, meshes: MeshTable): number | null {
  const mesh = sharding === null ? null : meshes.meshOf(sharding);
  return mesh?.isMaximal === true ? mesh.deviceIds[0]! : null;
}
