import * as hlo from '@shardform/dialect-stablehlo';
import { DenseElementsAttr, type Operation } from '@shardform/ir-core';
import { ExecutionError } from '../interpreter/execution-error.ts';
import type { DeviceState } from '../interpreter/interpretable.ts';
import type { Machine } from '../interpreter/machine.ts';
import { meshGroups } from './mesh-groups.ts';

/** The interpretation of the ids in groups (StableHLO spec, "Collective ops"). */
export type GroupStrategy =
  'cross_replica' | 'cross_partition' | 'cross_replica_and_partition' | 'flattened_ids';

/** Returns the strategy of collectives with `use_global_device_ids`. */
export function reducingStrategy(op: {
  readonly channelHandle: hlo.ChannelHandleAttr | null;
  readonly useGlobalDeviceIds: unknown;
}): GroupStrategy {
  if (op.useGlobalDeviceIds !== null) return 'flattened_ids';
  return hasChannel(op) ? 'cross_replica_and_partition' : 'cross_replica';
}

/** Returns the strategy of the other collectives. */
export function movingStrategy(op: { readonly channelHandle: hlo.ChannelHandleAttr | null }): GroupStrategy {
  return hasChannel(op) ? 'cross_partition' : 'cross_replica';
}

function hasChannel({ channelHandle }: { readonly channelHandle: hlo.ChannelHandleAttr | null }): boolean {
  return channelHandle !== null && channelHandle.handle > 0;
}

/** Returns the channel on which devices that run different programs meet, or `null`. */
export function channelOf(op: { readonly channelHandle: hlo.ChannelHandleAttr | null }): number | null {
  return hasChannel(op) ? op.channelHandle!.handle : null;
}

/** Returns the id under which groups name a device. */
export function idOf(device: number, strategy: GroupStrategy, { grid }: Machine): number {
  if (grid === null || strategy === 'flattened_ids') return device;
  return strategy === 'cross_partition' ? device % grid.partitions : Math.floor(device / grid.partitions);
}

/** Returns the devices of the group that the device is in, in the order of the group; `null` when it is in none. */
export function groupOf(
  groups: readonly (readonly number[])[],
  strategy: GroupStrategy,
  device: number,
  machine: Machine,
): readonly number[] | null {
  // Without a grid one replica or one partition runs on every device, whichever the ids count.
  const { replicas, partitions } = machine.grid ?? { replicas: machine.deviceCount, partitions: 1 };
  const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
  const own = idOf(device, strategy, machine);
  const find = (count: number): readonly number[] | undefined =>
    // An empty list means a single group of all devices.
    groups.length === 0 ? range(count) : groups.find((ids) => ids.includes(own));
  const partition = device % partitions;
  switch (strategy) {
    case 'cross_replica':
      return find(replicas)?.map((id) => id * partitions + partition) ?? null;
    case 'cross_partition':
      return machine.grid === null
        ? (find(machine.deviceCount) ?? null)
        : (find(partitions)?.map((id) => device - partition + id) ?? null);
    case 'cross_replica_and_partition': {
      const ids = find(replicas);
      return ids === undefined
        ? null
        : range(partitions).flatMap((p) => ids.map((id) => id * partitions + p));
    }
    case 'flattened_ids':
      return find(machine.deviceCount) ?? null;
  }
}

/** A collective with groups. */
export type GroupedOp = (Operation & { readonly replicaGroups: hlo.ReplicaGroups }) | hlo.RaggedAllToAllOp;

/**
 * For each device of a machine its group in a collective operation, in the order of the group; `null` if it is in none.
 * All devices of a group get the same array.
 *
 * @throws ExecutionError
 */
export function groupsByDevice(
  op: GroupedOp,
  strategy: GroupStrategy,
  machine: Machine,
): (readonly number[] | null)[] {
  const listed = listedGroups(op);
  const byDevice: (readonly number[] | null)[] = new Array<null>(machine.deviceCount).fill(null);
  for (let member = 0; member < machine.deviceCount; member += 1) {
    if (byDevice[member] !== null) continue;
    const found = groupOf(listed, strategy, member, machine);
    const stranger = found?.find((id) => id < 0 || id >= machine.deviceCount);
    if (stranger !== undefined) {
      const count = `${machine.deviceCount} device${machine.deviceCount === 1 ? '' : 's'}`;
      throw new ExecutionError(op, `'replica_groups' have device ${stranger}, but the machine has ${count}`);
    }
    byDevice[member] = found;
    for (const other of found ?? []) byDevice[other] ??= found;
  }
  return byDevice;
}

/** Returns the group of {@link groupsByDevice} that the device is in. @throws ExecutionError */
export function ownGroup(
  op: GroupedOp,
  strategy: GroupStrategy,
  { device, machine }: DeviceState,
): readonly number[] | null {
  return machine.onceFor(op, () => groupsByDevice(op, strategy, machine))[device] ?? null;
}

/** Returns the same for an operation that every device has to have a group for. @throws ExecutionError */
export function requiredGroup(op: GroupedOp, strategy: GroupStrategy, state: DeviceState): readonly number[] {
  const group = ownGroup(op, strategy, state);
  if (group !== null) return group;
  throw new ExecutionError(op, `no group of 'replica_groups' has device ${state.device}`);
}

/** Returns the groups of an operation as lists of ids. @throws ExecutionError */
export function listedGroups(op: GroupedOp): number[][] {
  if (op instanceof hlo.CustomCallOp) return hlo.raggedGroups(op);
  const groups = op.replicaGroups;
  return groups instanceof DenseElementsAttr ? hlo.replicaGroups(groups) : meshGroups(op, groups);
}
