import { CollectiveCosts, deviceKey, type Machine } from '@shardform/cost-model';
import type { FlatProgram } from '../program/flat-program.ts';

/**
 * Returns whether the simulation of one device that stands for all is exact: that of each of them alone has the same events. That holds
 * where devices are alike, and each takes part in all collectives, in groups that take the same time. Then all begin and end every
 * operation together, so that nobody waits for another one, nor for its wires.
 *
 * @param program what the first device does, of a program that all devices of the bound run.
 */
export function areDevicesAlike(program: FlatProgram, machine: Machine): boolean {
  const count = program.deviceBound - 1;
  const kinds = new Set<string>();
  for (let id = 1; id <= count; id += 1) {
    const device = machine.devices.get(id);
    if (device === undefined) return false;
    kinds.add(deviceKey(device));
  }
  // Who sends to whom in a permute may differ by device.
  if (kinds.size > 1 || program.opPairs.size > 0) return false;
  const costs = new CollectiveCosts(machine);
  const lists = new Set(Array.from(program.opCollective.values(), ({ groups }) => groups));
  return [...lists].every((groups) => coversAll(groups, count) && costs.areAlike(groups));
}

/** Whether each device is in one of the groups. */
function coversAll(groups: readonly (readonly number[])[], count: number): boolean {
  const members = groups.flat();
  return members.length === count && new Set(members).size === count;
}
