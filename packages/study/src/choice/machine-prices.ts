import {
  achievedBandwidth,
  achievedFlops,
  CollectiveCosts,
  computingDevices,
  type Machine,
} from '@shardform/cost-model';
import { type MeshAttr, programMesh } from '@shardform/dialect-sdy';
import type { ModuleOp } from '@shardform/ir-core';
import { type LinkPrice, machinePrices, type Prices } from '@shardform/passes-sharding';

/** Large enough that its time is that of the bytes. */
const MANY_BYTES = 1e9;

const MICROSECONDS = 1e6;

/** Returns what a program's choices are priced with on a machine; `null` for one that has no mesh, or more devices than the machine. */
export function pricesOn(module: ModuleOp, machine: Machine): Prices | null {
  const [, mesh] = programMesh(module) ?? [];
  if (mesh === undefined || mesh.totalSize < 2 || mesh.totalSize > computingDevices(machine)) return null;
  const device = machine.devices.get(1) ?? [...machine.devices.values()].at(-1);
  if (device === undefined) return null;
  const links = new Map(
    mesh.axes.flatMap(({ name, size }, axis) =>
      size < 2 ? [] : [[name, linkPrice(groupsAlong(mesh, axis), machine)] as const],
    ),
  );
  return machinePrices(
    {
      launch: device.launch * MICROSECONDS,
      memory: achievedBandwidth(device, 'vector') / MICROSECONDS,
      flops: achievedFlops(device, 'f16') / MICROSECONDS,
    },
    links,
  );
}

/** The latency and rate that an all-gather along an axis has, all of its groups together. */
function linkPrice(groups: readonly (readonly number[])[], machine: Machine): LinkPrice {
  const costs = new CollectiveCosts(machine);
  const members = groups[0]!.length;
  const steps = members - 1;
  const none = costs.seconds('allgather', groups, 0);
  // A device sends all but its own part.
  const perByte = ((costs.seconds('allgather', groups, MANY_BYTES) - none) * members) / steps / MANY_BYTES;
  return { step: (none / steps) * MICROSECONDS, rate: 1 / (perByte * MICROSECONDS) };
}

/** The machine's numbers of devices that differ in one axis of a mesh. Devices of a mesh are those of the machine in order. */
function groupsAlong({ axes, totalSize }: MeshAttr, axis: number): number[][] {
  const stride = axes.slice(axis + 1).reduce((all, { size }) => all * size, 1);
  const { size } = axes[axis]!;
  const groups: number[][] = [];
  for (let first = 0; first < totalSize; first++) {
    if (Math.floor(first / stride) % size !== 0) continue;
    groups.push(Array.from({ length: size }, (_, i) => first + i * stride + 1));
  }
  return groups;
}
