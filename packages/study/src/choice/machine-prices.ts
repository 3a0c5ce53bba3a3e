import { type MeshAttr, programMesh } from '@shardform/dialect-sdy';
import type { ModuleOp } from '@shardform/ir-core';
import { type LinkPrice, machinePrices, type Prices } from '@shardform/passes-sharding';
import { CollectivePrices, computingDevices, type Machine } from '@shardform/runtime-dist';

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
  const { launch, dram, flops } = device;
  return machinePrices(
    { launch: launch * MICROSECONDS, memory: dram / MICROSECONDS, flops: flops / MICROSECONDS },
    links,
  );
}

/** The price of a ring, of the slowest of several groups of devices. */
function linkPrice(groups: readonly (readonly number[])[], machine: Machine): LinkPrice {
  const prices = new CollectivePrices(machine);
  let [step, perByte] = [0, 0];
  for (const group of prices.distinctRings(groups)) {
    const steps = group.length - 1;
    const none = prices.allGather(group, 0);
    step = Math.max(step, none / steps);
    // A device sends all but its own part.
    perByte = Math.max(
      perByte,
      ((prices.allGather(group, MANY_BYTES) - none) * group.length) / steps / MANY_BYTES,
    );
  }
  return { step: step * MICROSECONDS, rate: 1 / (perByte * MICROSECONDS) };
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
