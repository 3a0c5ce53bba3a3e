import type { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import type { MeshAttr } from '../attrs/mesh-attr.ts';
import type { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import type { AxisList } from './axis-list.ts';
import { containsAxis } from './axis-ref.ts';
import { splitMeshAxes } from './mesh-order.ts';
import { shardIndex } from './shard-index.ts';

/** Returns the groups of devices that differ only along the axes, each in the order of the axes: `[group][member]`. */
export function replicaGroups(axes: AxisList, mesh: MeshAttr): number[][] {
  const parts = splitMeshAxes(mesh, axes);
  const inGroup = (part: AxisRefAttr): boolean => axes.some((axis) => containsAxis(axis, part));
  const others = parts.filter((part) => !inGroup(part));
  const groups: number[][] = [];
  for (let position = 0; position < mesh.totalSize; position++) {
    const group = (groups[shardIndex(others, position, mesh)] ??= []);
    group[shardIndex(axes, position, mesh)] = mesh.deviceId(position);
  }
  return groups;
}

/**
 * Returns the pairs of devices that send and receive the shards of a tensor when its sharding changes; all devices take
 * part, in the order of the shards they have before. Partial values stay on devices that are at the same place along the axes
 * along which they are partial.
 */
export function sourceTargetPairs(
  from: TensorShardingAttr,
  fromMesh: MeshAttr,
  to: TensorShardingAttr,
  toMesh: MeshAttr,
): (readonly [number, number])[] {
  const parts = splitMeshAxes(toMesh, [...usedAxes(from), ...usedAxes(to)]);
  const before = devicesInOrder(completeOrder(from, parts), fromMesh);
  const after = devicesInOrder(completeOrder(to, parts), toMesh);
  return before.map((source, i): readonly [number, number] => [source, after[i]!]).sort(([a], [b]) => a - b);
}

/** Orders all sub-axes: those of partial values, then those that split dimensions, in the order of the dimensions. */
function completeOrder(sharding: TensorShardingAttr, parts: readonly AxisRefAttr[]): AxisRefAttr[] {
  const used = usedAxes(sharding).flatMap((axis) => parts.filter((part) => containsAxis(axis, part)));
  return [...used, ...parts.filter((part) => !used.includes(part))];
}

/** The device ids in the order of all axes. */
function devicesInOrder(order: AxisList, mesh: MeshAttr): number[] {
  const devices: number[] = [];
  for (let position = 0; position < mesh.totalSize; position++) {
    devices[shardIndex(order, position, mesh)] = mesh.deviceId(position);
  }
  return devices;
}

function usedAxes({ dims, unreducedAxes }: TensorShardingAttr): AxisRefAttr[] {
  return [...unreducedAxes, ...dims.flatMap(({ axes }) => axes)];
}
