import * as hlo from '@shardform/dialect-stablehlo';
import { DenseElementsAttr, type Operation, SymbolRefAttr, SymbolTables } from '@shardform/ir-core';
import { ExecutionError } from '../interpreter/execution-error.ts';
import type { DeviceState } from '../interpreter/interpretable.ts';

/** What the ids of groups count (StableHLO spec, "Collective ops"). */
export type GroupStrategy =
  'cross_replica' | 'cross_partition' | 'cross_replica_and_partition' | 'flattened_ids';

/** The strategy of collectives that can be told to use ids of devices. */
export function reducingStrategy(op: {
  readonly channelHandle: hlo.ChannelHandleAttr | null;
  readonly useGlobalDeviceIds: unknown;
}): GroupStrategy {
  if (op.useGlobalDeviceIds !== null) return 'flattened_ids';
  return hasChannel(op) ? 'cross_replica_and_partition' : 'cross_replica';
}

/** The strategy of the other collectives. */
export function movingStrategy(op: { readonly channelHandle: hlo.ChannelHandleAttr | null }): GroupStrategy {
  return hasChannel(op) ? 'cross_partition' : 'cross_replica';
}

function hasChannel({ channelHandle }: { readonly channelHandle: hlo.ChannelHandleAttr | null }): boolean {
  return channelHandle !== null && channelHandle.handle > 0;
}

/** The devices of the group that the device is in, in the order of the group; `null` when it is in none. */
export function groupOf(
  groups: readonly (readonly number[])[],
  strategy: GroupStrategy,
  { device, deviceCount, machine: { grid } }: Pick<DeviceState, 'device' | 'deviceCount' | 'machine'>,
): number[] | null {
  // Without a grid one replica or one partition runs on every device, whichever the ids count.
  const { replicas, partitions } = grid ?? { replicas: deviceCount, partitions: 1 };
  const [replica, partition] = [Math.floor(device / partitions), device % partitions];
  const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
  // No groups at all mean one group of everybody.
  const find = (own: number, count: number): readonly number[] | undefined =>
    groups.length === 0 ? range(count) : groups.find((ids) => ids.includes(own));
  switch (strategy) {
    case 'cross_replica':
      return find(replica, replicas)?.map((id) => id * partitions + partition) ?? null;
    case 'cross_partition':
      return grid === null
        ? (find(device, deviceCount)?.slice() ?? null)
        : (find(partition, partitions)?.map((id) => replica * partitions + id) ?? null);
    case 'cross_replica_and_partition': {
      const ids = find(replica, replicas);
      return ids === undefined
        ? null
        : range(partitions).flatMap((p) => ids.map((id) => id * partitions + p));
    }
    case 'flattened_ids':
      return find(device, deviceCount)?.slice() ?? null;
  }
}

/** The same for an operation that every device has to have a group for. @throws ExecutionError */
export function requiredGroup(
  op: Operation & { readonly replicaGroups: hlo.ReplicaGroups },
  strategy: GroupStrategy,
  state: DeviceState,
): number[] {
  const group = groupOf(listedGroups(op, op.replicaGroups), strategy, state);
  if (group !== null) return group;
  throw new ExecutionError(op, `no group of 'replica_groups' has device ${state.device}`);
}

/** The groups of an operation as lists of ids. @throws ExecutionError */
export function listedGroups(op: Operation, groups: hlo.ReplicaGroups): number[][] {
  if (groups instanceof DenseElementsAttr) return hlo.replicaGroups(groups);
  const mesh = meshOf(op, groups.mesh);
  const listed = groups.axes.elements.filter((axis) => axis instanceof hlo.AxisRefAttr);
  if (listed.some(({ subAxis }) => subAxis !== null)) {
    throw new ExecutionError(op, "'replica_groups' that are parts of axes of a mesh can't be executed");
  }
  const names = listed.map(({ axisName }) => axisName);
  const axes = mesh.axes.map(({ axisName, size }, i) => ({
    axisName,
    size,
    stride: mesh.axes.slice(i + 1).reduce((product, { size: inner }) => product * inner, 1),
  }));
  const along = (wanted: typeof axes): number[] =>
    wanted.reduce<number[]>(
      (offsets, { size, stride }) =>
        offsets.flatMap((offset) => Array.from({ length: size }, (_, i) => offset + i * stride)),
      [0],
    );
  const ids = mesh.deviceIds?.integers().map(Number);
  const members = along(names.map((name) => axes.find(({ axisName }) => axisName === name)!));
  return along(axes.filter(({ axisName }) => !names.includes(axisName))).map((base) =>
    members.map((offset) => ids?.[base + offset] ?? base + offset),
  );
}

function meshOf(op: Operation, mesh: SymbolRefAttr | hlo.MeshAttr): hlo.MeshAttr {
  if (mesh instanceof hlo.MeshAttr) return mesh;
  const symbol = new SymbolTables().lookupNearest(op, mesh);
  const found = symbol?.getAttr('mesh') ?? symbol?.getAttr('stablehlo.mesh');
  if (found instanceof hlo.MeshAttr) return found;
  throw new ExecutionError(op, `'@${mesh.root}' has no mesh whose axes could be 'replica_groups'`);
}
