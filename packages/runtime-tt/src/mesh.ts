import { MeshesAttr } from '@shardform/dialect-ttcore';
import { coordinatesOf, nearestSymbolTable, type Operation, product } from '@shardform/ir-core';
import { concatenate, ExecutionError, type NdArray, shardAlong } from '@shardform/runtime-sim';

/** Returns the sizes of the mesh that an operation runs on. @throws ExecutionError when the module has none. */
export function meshOf(op: Operation): readonly number[] {
  for (
    let at = nearestSymbolTable(op);
    at !== null;
    at = at.parentOp === null ? null : nearestSymbolTable(at.parentOp)
  ) {
    const listed = at.getAttr('ttcore.meshes');
    if (listed instanceof MeshesAttr && listed.meshes.length > 0) return listed.meshes[0].shape;
  }
  throw new ExecutionError(
    op,
    `'${op.name}' op runs on a mesh, but the module has none: give it 'ttcore.meshes', as the StableHLO pipeline does with 'mesh-shape'`,
  );
}

/** Returns the devices that differ from a device only along one axis, in the order of that axis. */
export function groupAlong(device: number, mesh: readonly number[], axis: number): number[] {
  const stride = product(mesh.slice(axis + 1));
  const first = device - coordinatesOf(device, mesh)[axis] * stride;
  return Array.from({ length: mesh[axis] }, (_, i) => first + i * stride);
}

/** Splits a tensor along the dimension of each axis; `-1` where an axis splits none. */
export function shardOf(
  x: NdArray,
  dims: readonly number[],
  device: number,
  mesh: readonly number[],
): NdArray {
  const at = coordinatesOf(device, mesh);
  return mesh.reduce((rest, size, axis) => {
    const dim = dims[axis] ?? -1;
    return dim < 0 ? rest : shardAlong(rest, dim, at[axis], size);
  }, x);
}

/** Joins the shards of all devices into the global tensor. */
export function joinShards(
  parts: readonly NdArray[],
  dims: readonly number[],
  mesh: readonly number[],
): NdArray {
  let current = parts;
  for (let axis = mesh.length - 1; axis >= 0; axis--) {
    const size = mesh[axis];
    const dim = dims[axis] ?? -1;
    current = Array.from({ length: current.length / size }, (_, row) => {
      const group = current.slice(row * size, (row + 1) * size);
      return dim < 0 ? group[0] : concatenate(group, dim);
    });
  }
  return current[0];
}
