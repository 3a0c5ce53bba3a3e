import type { SymbolRefAttr } from '@shardform/ir-core';
import type { MeshAttr } from '../attrs/mesh-attr.ts';
import type { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import type { MeshLookUp } from '../mesh-table.ts';

/**
 * Returns the one mesh of several shardings; missing ones are ignored, and the empty mesh goes with every other.
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
 * Like {@link commonMesh}, for the reference to the mesh: the first one where several name equal meshes.
 */
export function commonMeshRef(
  shardings: Iterable<TensorShardingAttr | null>,
  meshes: MeshLookUp,
): MeshAttr | SymbolRefAttr | null {
  let common: TensorShardingAttr | null = null;
  for (const sharding of shardings) {
    if (sharding === null || sharding.meshOrRef === common?.meshOrRef) continue;
    const mesh = meshes.meshOf(sharding);
    const commonMesh = common === null ? null : meshes.meshOf(common);
    if (common === null || commonMesh?.isEmpty === true) common = sharding;
    else if (mesh !== commonMesh && mesh?.isEmpty !== true) return null;
  }
  return common?.meshOrRef ?? null;
}
