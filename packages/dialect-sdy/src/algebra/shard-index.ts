import type { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import type { MeshAttr } from '../attrs/mesh-attr.ts';

/** Number of devices of a mesh. */
export function deviceCount(mesh: MeshAttr): number {
  return mesh.axes.reduce((product, { size }) => product * size, 1);
}

/** The id of the device at a position of the mesh. */
export function deviceAt(mesh: MeshAttr, position: number): number {
  return mesh.deviceIds.length === 0 ? position : mesh.deviceIds[position]!;
}

/**
 * The number of the part that the device at a position of the mesh holds along some axes, the first axis major.
 * Positions count the mesh's devices, the last axis fastest.
 */
export function shardIndex(axes: readonly AxisRefAttr[], position: number, mesh: MeshAttr): number {
  let index = 0;
  for (const axis of axes) {
    const size = axis.size(mesh);
    // A sub-axis is the middle one of the three digits that its axis is written in.
    const minor = mesh.axisSize(axis.name) / (axis.preSize * size);
    index = index * size + (Math.floor(coordinate(axis.name, position, mesh) / minor) % size);
  }
  return index;
}

function coordinate(name: string, position: number, mesh: MeshAttr): number {
  let rest = position;
  for (let i = mesh.axes.length - 1; i >= 0; i--) {
    const axis = mesh.axes[i]!;
    if (axis.name === name) return rest % axis.size;
    rest = Math.floor(rest / axis.size);
  }
  throw new Error(`the mesh has no axis '${name}'`);
}
