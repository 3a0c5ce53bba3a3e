import {
  type AxisList,
  type AxisRefAttr,
  type MeshAttr,
  splitMeshAxes,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';

/*
 * Devices stand in mesh order, major axes first: the position of a device has one coordinate per axis, or per part of
 * an axis where axes are split.
 */

/** The coordinate of a device along an axis or a part of one. @param position the device's place in the mesh. */
function coordinate(position: number, axis: AxisRefAttr, mesh: MeshAttr): number {
  let stride = 1;
  for (let i = mesh.axes.length - 1; mesh.axes[i]!.name !== axis.name; i--) stride *= mesh.axes[i]!.size;
  const minor = mesh.axisSize(axis.name) / axis.nextPreSize(mesh);
  return Math.floor(position / (stride * minor)) % axis.size(mesh);
}

/** Which of the parts along the axes a device has; `position` is its place in the mesh. */
export function shardIndex(position: number, axes: AxisList, mesh: MeshAttr): number {
  let index = 0;
  for (const axis of axes) index = index * axis.size(mesh) + coordinate(position, axis, mesh);
  return index;
}

/** For each device id, which of the parts along the axes the device has. */
export function shardIndices(axes: AxisList, mesh: MeshAttr): number[] {
  const indices = new Array<number>(mesh.totalSize).fill(0);
  for (let position = 0; position < mesh.totalSize; position++) {
    indices[mesh.deviceId(position)] = shardIndex(position, axes, mesh);
  }
  return indices;
}

/** The groups of devices that differ only along the axes, each in the order of the axes: `[group][member]`. */
export function replicaGroups(axes: AxisList, mesh: MeshAttr): number[][] {
  const parts = splitMeshAxes(mesh, axes);
  const inGroup = (part: AxisRefAttr): boolean =>
    axes.some((axis) => axis.name === part.name && isPart(part, axis, mesh));
  const others = parts.filter((part) => !inGroup(part));
  const groups: number[][] = [];
  for (let position = 0; position < mesh.totalSize; position++) {
    const group = (groups[shardIndex(position, others, mesh)] ??= []);
    group[shardIndex(position, axes, mesh)] = mesh.deviceId(position);
  }
  return groups;
}

function isPart(part: AxisRefAttr, axis: AxisRefAttr, mesh: MeshAttr): boolean {
  return part.preSize >= axis.preSize && part.nextPreSize(mesh) <= axis.nextPreSize(mesh);
}

/**
 * From which device to which the parts of a tensor go when its sharding changes; all devices take part, in the order of
 * the parts they have before.
 */
export function sourceTargetPairs(
  from: TensorShardingAttr,
  fromMesh: MeshAttr,
  to: TensorShardingAttr,
  toMesh: MeshAttr,
): (readonly [number, number])[] {
  const parts = splitMeshAxes(toMesh, [...dimAxes(from), ...dimAxes(to)]);
  const before = devicesInOrder(completeOrder(from, parts, fromMesh), fromMesh);
  const after = devicesInOrder(completeOrder(to, parts, toMesh), toMesh);
  return before.map((source, i): readonly [number, number] => [source, after[i]!]).sort(([a], [b]) => a - b);
}

/** All parts of axes: those that split dimensions first, in the order of the dimensions. */
function completeOrder(
  sharding: TensorShardingAttr,
  parts: readonly AxisRefAttr[],
  mesh: MeshAttr,
): AxisRefAttr[] {
  const used = dimAxes(sharding).flatMap((axis) =>
    parts.filter((part) => part.name === axis.name && isPart(part, axis, mesh)),
  );
  return [...used, ...parts.filter((part) => !used.includes(part))];
}

/** The device ids in the order of all axes. */
function devicesInOrder(order: AxisList, mesh: MeshAttr): number[] {
  const devices: number[] = [];
  for (let position = 0; position < mesh.totalSize; position++) {
    devices[shardIndex(position, order, mesh)] = mesh.deviceId(position);
  }
  return devices;
}

function dimAxes({ dims }: TensorShardingAttr): AxisRefAttr[] {
  return dims.flatMap(({ axes }) => axes);
}
