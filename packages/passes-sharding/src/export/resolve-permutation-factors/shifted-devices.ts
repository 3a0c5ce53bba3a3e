import {
  type AxisList,
  containsAxis,
  type MeshAttr,
  shardIndex,
  splitMeshAxes,
} from '@shardform/dialect-sdy';

/**
 * For each position in the mesh, the position whose shard number along the axes is `partAfter` of its own; `null` if
 * there is no such shard.
 */
function movedPositions(
  axes: AxisList,
  mesh: MeshAttr,
  partAfter: (part: number) => number,
): (number | null)[] {
  const others = splitMeshAxes(mesh, axes).filter((piece) => !axes.some((axis) => containsAxis(axis, piece)));
  const positions = new Map<string, number>();
  const key = (position: number, part: number): string => `${shardIndex(others, position, mesh)}:${part}`;
  for (let position = 0; position < mesh.totalSize; position++) {
    positions.set(key(position, shardIndex(axes, position, mesh)), position);
  }
  return Array.from(
    { length: mesh.totalSize },
    (_, position) => positions.get(key(position, partAfter(shardIndex(axes, position, mesh)))) ?? null,
  );
}

/** Returns the source-target pairs that send shards `distance` shards further; no shard is sent past the ends. */
export function shiftPairs(axes: AxisList, mesh: MeshAttr, distance: number): (readonly [number, number])[] {
  return movedPositions(axes, mesh, (part) => part + distance).flatMap((target, position) =>
    target === null ? [] : [[mesh.deviceId(position), mesh.deviceId(target)] as const],
  );
}

/** Returns the device ids of a mesh on which shards along the axes are in reverse order, for each list of axes. */
export function reversedDeviceIds(lists: readonly AxisList[], mesh: MeshAttr): number[] {
  let positions = Array.from({ length: mesh.totalSize }, (_, position) => position);
  for (const axes of lists) {
    const parts = axes.reduce((product, axis) => product * axis.size(mesh), 1);
    const moved = movedPositions(axes, mesh, (part) => parts - 1 - part);
    // Every shard has a mirror image.
    positions = positions.map((position) => moved[position]!);
  }
  return positions.map((position) => mesh.deviceId(position));
}
