import { elementCount } from './literal/element-sizes.ts';
import type { Computation, HloModule } from './model/module.ts';
import type { DeviceArray, Mesh, ReplicaGroups, Sharding } from './model/sharding.ts';

function devicesOf(devices: DeviceArray): number {
  return elementCount(devices.dimensions);
}

function meshSize({ axes }: Mesh): number {
  return elementCount(axes.map(({ size }) => size));
}

function shardingDevices(sharding: Sharding): number {
  switch (sharding.kind) {
    case 'tuple':
      return largest(sharding.elements.map(shardingDevices));
    case 'tiled':
      return devicesOf(sharding.devices);
    case 'named':
      return meshSize(sharding.mesh);
    case 'maximal':
      return sharding.device + 1;
    default:
      return 1;
  }
}

function groupDevices(groups: ReplicaGroups): number {
  switch (groups.kind) {
    case 'list':
      return largest(groups.groups.map((group) => largest(group) + 1));
    case 'iota':
      return elementCount(groups.dimensions);
    case 'mesh':
      return meshSize(groups.mesh);
  }
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.max(a, b), 0);
}

/**
 * Returns the number of partitions that a source gives, or else the one that shardings and collectives speak of: texts of
 * modules that JAX lowers, and protobuf without an assignment of devices, do not have it.
 *
 * @param given `null` where the source does not say it.
 */
export function partitions(
  given: number | null,
  computations: readonly Computation[],
  parameters: readonly Sharding[],
): Pick<HloModule, 'numPartitions' | 'isNumPartitionsInferred'> {
  const numPartitions = given ?? partitionCount(computations, parameters);
  return given === null && numPartitions > 1
    ? { numPartitions, isNumPartitionsInferred: true }
    : { numPartitions };
}

function partitionCount(computations: readonly Computation[], parameters: readonly Sharding[]): number {
  let count = Math.max(1, largest(parameters.map(shardingDevices)));
  for (const { instructions } of computations) {
    for (const { sharding, attributes } of instructions) {
      const { replicaGroups, sourceTargetPairs, channelId } = attributes;
      if (sharding !== undefined) count = Math.max(count, shardingDevices(sharding));
      // Without a channel, groups are of replicas.
      if (channelId === undefined) continue;
      if (replicaGroups !== undefined) count = Math.max(count, groupDevices(replicaGroups));
      if (sourceTargetPairs !== undefined) count = Math.max(count, largest(sourceTargetPairs.flat()) + 1);
    }
  }
  return count;
}
