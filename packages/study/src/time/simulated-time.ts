import { computingDevices } from '@shardform/cost-model';
import type { MemoryEstimate, MemoryRules, Simulation } from '@shardform/runtime-dist';
import { type MachineUse, machineUse, ratesText } from './machine-use.ts';
import { machineNumber, withMeshNumbers } from './mesh-numbers.ts';
import type { SimulatedRun } from './simulated-module.ts';
import {
  type CommunicationTime,
  communicationTime,
  type CostlyOperation,
  costlyOperations,
  slowestDevice,
  type TimeShare,
  timeShares,
} from './time-shares.ts';

/** So many of the costly operations are reported. */
const MOST_SHOWN = 10;

/** The most that a device needs, and what it consists of. */
export interface PeakMemory {
  /** That a device holds at most. */
  readonly bytes: number;
  readonly device: number;
  /** Of the bytes; `null` where devices run different programs. */
  readonly parts: MemoryParts | null;
  /** The rules of the estimate; `null` where it is none, as of memory that XLA has assigned or where devices run different programs. */
  readonly rules: MemoryRules | null;
  /** What is not counted, or not known for sure. */
  readonly notes: readonly string[];
}

/** Bytes by what they are for. */
export interface MemoryParts {
  readonly arguments: number;
  readonly results: number;
  readonly temporaries: number;
  /** Of results in the memory of donated arguments. */
  readonly aliased: number;
}

/** The time of a program on a machine. Devices have the numbers of the mesh, or those that the program places tensors on. */
export interface SimulatedTime {
  /** The machine's name. */
  readonly machine: string;
  /** Number of the program's devices. */
  readonly devices: number;
  /** Number of devices that the machine has; a program may use fewer. */
  readonly machineDevices: number;
  /** Until the last device is done. */
  readonly seconds: number;
  /** The time of the slowest device by activity; overlapped communication counts as computation. */
  readonly shares: readonly TimeShare[];
  /** Of the slowest device. */
  readonly communication: CommunicationTime;
  readonly slowestDevice: number;
  /** What the slowest device spends most of its time on, the longest first. */
  readonly costly: readonly CostlyOperation[];
  /** Worked out when it is asked for. */
  readonly peakMemory: PeakMemory;
  /** The use that the slowest device makes of its rates; `null` for a program without products. */
  readonly use: MachineUse | null;
  /** Whether nobody named the machine. */
  readonly isAssumed: boolean;
  /** The rates that times are computed with, in a phrase: calibrated ones with their error, or peak rates. */
  readonly rates: string;
  /** Number of kernels of attention, by pass, that take the place of what the program writes out; `null` for none. */
  readonly fusedAttention: { readonly forward: number; readonly backward: number } | null;
  /** Bytes of memory of the device with the peak; `null` where the machine does not limit it. */
  readonly capacity: number | null;
  /** What the times do not contain. */
  readonly warnings: readonly string[];
}

/** A program with its simulation, in the numbers of its mesh, and a report of it. */
export interface TimedRun<R extends SimulatedRun = SimulatedRun> {
  readonly simulated: R;
  readonly report: SimulatedTime;
}

/** Sums up the simulation of a program. */
export function timedRun<R extends SimulatedRun>(given: R): TimedRun<R> {
  const { program, machine, peak, warnings } = given;
  // A program that places its tensors says which devices it means.
  const simulation = given.isPlaced ? given.simulation : withMeshNumbers(given.simulation);
  const slowest = slowestDevice(simulation);
  const model = machine.devices.get(machineNumber(slowest, given.isPlaced));
  const report: SimulatedTime = {
    machine: machine.name,
    devices: simulation.devices.length * (given.standsFor ?? 1),
    machineDevices: computingDevices(machine),
    seconds: simulation.latency,
    shares: timeShares(program, simulation, slowest, model),
    communication: communicationTime(simulation, slowest),
    slowestDevice: slowest,
    costly: costlyOperations(program, simulation, slowest).slice(0, MOST_SHOWN),
    use: model === undefined ? null : machineUse(program, simulation, slowest, model),
    isAssumed: machine.isAssumed === true,
    rates: ratesText(machine),
    fusedAttention: given.fusedAttention ?? null,
    capacity: model === undefined || model.memory === Infinity ? null : model.memory,
    get peakMemory() {
      return peakMemory(simulation, peak?.().estimate ?? null);
    },
    warnings,
  };
  return { simulated: { ...given, simulation }, report };
}

/** Returns the memory of a device of a program that all devices run. */
export function partsOfMemory(memory: MemoryEstimate, device: number): PeakMemory {
  const { arguments: inputs, results, temporaries, aliased, peak, rules, notes } = memory;
  return { bytes: peak, device, parts: { arguments: inputs, results, temporaries, aliased }, rules, notes };
}

/** Returns the bytes of parts together: results in the memory of arguments count once. */
export function peakOfParts({ arguments: inputs, results, temporaries, aliased }: MemoryParts): number {
  return inputs + results + temporaries - aliased;
}

/** Returns the most that a device needs. */
export function peakMemory({ devices }: Simulation, memory: MemoryEstimate | null): PeakMemory {
  if (memory !== null) return partsOfMemory(memory, devices[0]?.device ?? 0);
  const most = devices.reduce(
    (found, { device, peakBytes }) =>
      (peakBytes ?? 0) > found.bytes ? { bytes: peakBytes ?? 0, device } : found,
    { bytes: 0, device: 0 },
  );
  return { ...most, parts: null, rules: null, notes: [] };
}
