import { oneLine } from '@shardform/ir-core';
import type { TracedRun } from '@shardform/runtime-dist';
import {
  type Facts,
  measureRun,
  partitionedText,
  type PartitionChoice,
  type Partitioner,
  type SimulatedRun,
  type TimedRun,
  timedRun,
} from '@shardform/study';
import { loadedEntry } from '../distribution/loaded-entry.ts';
import { asWritten, machineOfProgram, programOfFile } from '../distribution/simulated-program.ts';
import { studiedProgram } from '../studied-program.ts';
import type { ToolInput } from '../tool-io.ts';

/** The simulation of a file, and what is known of the program in numbers. */
export interface MeasuredFile extends TimedRun<SimulatedRun & TracedRun> {
  readonly facts: Facts;
  /** How the program is partitioned for the machine; `null` where bytes decide. */
  readonly choice: PartitionChoice | null;
  /** Whose choices are made. */
  readonly partitioner: Partitioner;
  /** How the program is partitioned; `null` for one that is not. */
  readonly partitionedText: string | null;
}

/**
 * Simulates the program of a file.
 *
 * @param machineName the name of a machine; `null` for that of the program, or equal devices.
 * @throws UsageError or ModuleError
 */
export function simulatedFile(file: string, machineName: string | null, input: ToolInput): MeasuredFile {
  const { study, loaded } = studiedProgram(file, input, machineName);
  const { module, context, log } = loaded;
  const { partitioner } = study;
  const text = partitionedText(study);
  const name = `@${oneLine(loadedEntry(module, context, log).symName.value)}`;
  const { run, facts } = study.measured(machineOfProgram(module, machineName, input));
  if (run !== null)
    return {
      ...run,
      simulated: { ...run.simulated, name },
      facts,
      choice: study.choice,
      partitioner,
      partitionedText: text,
    };
  // What stands in the way is told by the simulation, with its place.
  const simulated = timedRun(programOfFile(file, { ...asWritten, machine: machineName }, input));
  return {
    ...simulated,
    ...{ choice: null, partitioner, partitionedText: text },
    facts: measureRun(simulated.simulated.stages, simulated, simulated.report.warnings).facts,
  };
}
