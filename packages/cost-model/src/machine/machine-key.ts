import type { Machine, MachineDevice } from './machine.ts';

/** Machines that do not say what their links are. */
const unlike = new WeakMap<Machine, number>();
let count = 0;

/**
 * Returns a text that is the same for two machines only if all that is computed of a program on one holds for the other: machines
 * may share their names.
 */
export function machineKey(machine: Machine): string {
  const { name, topology, devices, collectives, isAssumed = false, links, fusedAttention = null } = machine;
  const { hasMeasuredRates = false } = machine;
  const measured = [...(collectives ?? [])].map(([kind, fits]) => [kind, [...fits]]);
  const settings = [isAssumed, fusedAttention, hasMeasuredRates];
  return JSON.stringify([name, settings, topology, runsOf(devices), measured, links ?? numberOf(machine)]);
}

function numberOf(machine: Machine): number {
  const number = unlike.get(machine) ?? ++count;
  unlike.set(machine, number);
  return number;
}

/** Devices in their order, those that are alike but for consecutive numbers together. */
function runsOf(devices: ReadonlyMap<number, MachineDevice>): unknown[] {
  const runs: { first: number; length: number; alike: string }[] = [];
  for (const device of devices.values()) {
    const alike = deviceKey(device);
    const last = runs.at(-1);
    if (last?.alike === alike && last.first + last.length === device.id) last.length++;
    else runs.push({ first: device.id, length: 1, alike });
  }
  return runs;
}

/** Returns a text that is the same for devices that are alike but for their numbers. */
export function deviceKey({ kind, flops, dram, launch, memory, ...others }: MachineDevice): string {
  const { rates = {}, efficiency = {}, host = null } = others;
  // JSON has no infinity.
  return [kind, flops, dram, launch, memory, JSON.stringify([rates, efficiency, host])].join();
}
