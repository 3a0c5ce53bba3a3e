import type { MeshAttr } from '../attrs/mesh-attr.ts';
import type { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import type { AxisList } from './axis-list.ts';

/**
 * Returns the index of the shard that the device at a position of the mesh holds along some axes, the first axis major.
 * Positions count the mesh's devices, the last axis fastest.
 */
export function shardIndex(axes: AxisList, position: number, mesh: MeshAttr): number {
  let index = 0;
  for (const axis of axes) index = index * axis.size(mesh) + coordinate(axis, position, mesh);
  return index;
}

/** Returns for each device id the index of the shard that the device holds. */
export function shardIndices(axes: AxisList, mesh: MeshAttr): number[] {
  const indices = new Array<number>(mesh.totalSize).fill(0);
  for (let position = 0; position < mesh.totalSize; position++) {
    indices[mesh.deviceId(position)] = shardIndex(axes, position, mesh);
  }
  return indices;
}

/** The coordinate along an axis, or along a part of one: the middle one of the three digits of the axis's coordinate. */
function coordinate(axis: AxisRefAttr, position: number, mesh: MeshAttr): number {
  let stride = mesh.axisSize(axis.name) / axis.nextPreSize(mesh);
  for (let i = mesh.axes.length - 1; mesh.axes[i]!.name !== axis.name; i--) stride *= mesh.axes[i]!.size;
  return Math.floor(position / stride) % axis.size(mesh);
}
