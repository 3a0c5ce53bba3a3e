import {
  type AxisList,
  axisListSize,
  containsAxis,
  type MeshAttr,
  shardIndex,
  splitMeshAxes,
} from '@shardform/dialect-sdy';

/** From one shard along some axes to another. */
export interface Route {
  readonly source: number;
  readonly target: number;
}

/** For each position in the mesh, that of the given shard along the axes among those that differ along these only. */
function positionTable(axes: AxisList, mesh: MeshAttr): (position: number, part: number) => number | null {
  const others = splitMeshAxes(mesh, axes).filter((piece) => !axes.some((axis) => containsAxis(axis, piece)));
  const positions = new Map<string, number>();
  const key = (position: number, part: number): string => `${shardIndex(others, position, mesh)}:${part}`;
  for (let position = 0; position < mesh.totalSize; position++) {
    positions.set(key(position, shardIndex(axes, position, mesh)), position);
  }
  return (position, part) => positions.get(key(position, part)) ?? null;
}

/** Returns the source-target pairs of devices that send shards along the routes. */
export function routedPairs(
  axes: AxisList,
  mesh: MeshAttr,
  routes: readonly Route[],
): (readonly [number, number])[] {
  const at = positionTable(axes, mesh);
  const targets = new Map(routes.map(({ source, target }) => [source, target]));
  return Array.from({ length: mesh.totalSize }, (_, position) => {
    const part = targets.get(shardIndex(axes, position, mesh));
    const target = part === undefined ? null : at(position, part);
    return target === null ? [] : [[mesh.deviceId(position), mesh.deviceId(target)] as const];
  }).flat();
}

/** Returns the source-target pairs that send shards `distance` shards further; no shard is sent past the ends. */
export function shiftPairs(axes: AxisList, mesh: MeshAttr, distance: number): (readonly [number, number])[] {
  const parts = axisListSize(axes, mesh);
  const routes = Array.from({ length: parts }, (_, source) => ({ source, target: source + distance }));
  return routedPairs(
    axes,
    mesh,
    routes.filter(({ target }) => target >= 0 && target < parts),
  );
}

/** Returns the device ids of a mesh on which shards along the axes are in reverse order, for each list of axes. */
export function reversedDeviceIds(lists: readonly AxisList[], mesh: MeshAttr): number[] {
  let positions = Array.from({ length: mesh.totalSize }, (_, position) => position);
  for (const axes of lists) {
    const parts = axisListSize(axes, mesh);
    const at = positionTable(axes, mesh);
    // Every shard has a mirror image.
    positions = positions.map((position) => at(position, parts - 1 - shardIndex(axes, position, mesh))!);
  }
  return positions.map((position) => mesh.deviceId(position));
}
