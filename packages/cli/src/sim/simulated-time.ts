import type { MemoryEstimate, Simulation } from '@shardform/runtime-dist';
import { asWritten, type SimulatedProgram, simulatedProgram } from '../distribution/simulated-program.ts';
import type { ToolInput } from '../tool-io.ts';
import { withMeshNumbers } from './mesh-numbers.ts';
import type { PeakMemory, SimulatedTimeJson } from './simulated-time-schema.ts';
import { costlyOperations, slowestDevice, timeShares } from './time-shares.ts';

/** So many of the costly operations are reported. */
const MOST_SHOWN = 10;

/** A program with its simulation, in the numbers of its mesh, and a report of it. */
export interface SimulatedTime {
  readonly simulated: SimulatedProgram;
  readonly report: SimulatedTimeJson;
}

/**
 * Simulates the program of a file.
 *
 * @param topology the name of a machine; `null` for that of the program, or equal devices.
 * @throws UsageError or ModuleError
 */
export function simulatedTime(file: string, topology: string | null, input: ToolInput): SimulatedTime {
  const given = simulatedProgram(file, { ...asWritten, machine: topology }, input);
  const { program, machine, memory, warnings } = given;
  const simulation = withMeshNumbers(given.simulation);
  const slowest = slowestDevice(simulation);
  const report: SimulatedTimeJson = {
    version: 1,
    machine: machine.name,
    devices: simulation.devices.length,
    seconds: simulation.latency,
    shares: timeShares(program, simulation, slowest),
    slowestDevice: slowest,
    costly: costlyOperations(program, simulation, slowest).slice(0, MOST_SHOWN),
    peakMemory: peakOf(simulation, memory),
    warnings,
  };
  return { simulated: { ...given, simulation }, report };
}

function peakOf({ devices }: Simulation, memory: MemoryEstimate | null): PeakMemory {
  if (memory !== null) {
    const { arguments: inputs, results, temporaries, aliased, peak, notes } = memory;
    const parts = { arguments: inputs, results, temporaries, aliased };
    return { bytes: peak, device: devices[0]?.device ?? 0, parts, notes };
  }
  const most = devices.reduce(
    (found, { device, peakBytes }) =>
      (peakBytes ?? 0) > found.bytes ? { bytes: peakBytes ?? 0, device } : found,
    { bytes: 0, device: 0 },
  );
  return { ...most, parts: null, notes: [] };
}
