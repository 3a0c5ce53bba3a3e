import type { SymbolRefAttr } from '@shardform/ir-core';
import type { MeshAttr } from '../attrs/mesh-attr.ts';
import type { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import type { MeshLookUp } from '../mesh-table.ts';

/**
 * The one mesh of several shardings; missing ones are ignored, and the empty mesh goes with every other.
 *
 * @param ignoreDeviceIds whether meshes that differ only in the order of devices count as the same; the first
 *   one is returned.
 * @returns `null` when there is no sharding, when meshes differ, or when one is unknown.
 */
export function commonMesh(
  shardings: Iterable<TensorShardingAttr | null>,
  meshes: MeshLookUp,
  ignoreDeviceIds = false,
): MeshAttr | null {
  let common: MeshAttr | null = null;
  let previous: MeshAttr | SymbolRefAttr | null = null;
  for (const sharding of shardings) {
    if (sharding === null || sharding.meshOrRef === previous) continue;
    previous = sharding.meshOrRef;
    const mesh = meshes.meshOf(sharding);
    if (mesh === null) return null;
    if (common === null || common.isEmpty) common = mesh;
    else if (mesh.isEmpty || mesh === common) continue;
    else if (!ignoreDeviceIds || !sameAxes(common, mesh)) return null;
  }
  return common;
}

// A maximal mesh is like no other, even when device ids are ignored.
function sameAxes(a: MeshAttr, b: MeshAttr): boolean {
  return !a.isMaximal && a.equalsIgnoringDeviceIds(b);
}

/**
 * Like {@link commonMesh}, for the reference to the mesh: references to equal meshes of different names differ.
 */
export function commonMeshRef(
  shardings: Iterable<TensorShardingAttr | null>,
  meshes: MeshLookUp,
): MeshAttr | SymbolRefAttr | null {
  let common: TensorShardingAttr | null = null;
  for (const sharding of shardings) {
    if (sharding === null || sharding.meshOrRef === common?.meshOrRef) continue;
    if (common === null || (meshes.meshOf(common)?.isEmpty ?? false)) common = sharding;
    else if (!(meshes.meshOf(sharding)?.isEmpty ?? false)) return null;
  }
  return common?.meshOrRef ?? null;
}
