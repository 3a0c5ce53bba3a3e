import { oneLine } from '@shardform/ir-core';
import type { TracedRun } from '@shardform/runtime-dist';
import {
  type CompiledStudy,
  type Facts,
  measureRun,
  partitionedText,
  type PartitionChoice,
  type Partitioner,
  type PeakMemory,
  programText,
  type SimulatedRun,
  type TimedRun,
  timedRun,
} from '@shardform/study';
import { loadedEntry } from '../distribution/loaded-entry.ts';
import { asWritten, machineOfProgram, programOfFile } from '../distribution/simulated-program.ts';
import { withFusedAttention } from './fused-attention-flag.ts';
import { refuseTwoMeshes } from '../partition/one-mesh.ts';
import type { StudiedProgram } from '../study-memory.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';

/** The simulation of a file, and what is known of the program in numbers. */
export interface MeasuredFile extends TimedRun<SimulatedRun & TracedRun> {
  readonly facts: Facts;
  /** How the program is partitioned for the machine; `null` where bytes decide. */
  readonly choice: PartitionChoice | null;
  /** Whose choices are made; `null` for a program that XLA has compiled. */
  readonly partitioner: Partitioner | null;
  /** Which program it is. */
  readonly program: string;
  /** How the program is partitioned; `null` for one that is not. */
  readonly partitionedText: string | null;
}

/** Choices of a simulation. */
interface SimulationOptions {
  /** As XLA has assigned it, if the file is a compiled program that has it. */
  readonly memory: PeakMemory | null;
  /** The name of a machine; `null` for that of the program, or equal devices. */
  readonly machineName: string | null;
  readonly fusedAttention: 'on' | 'off' | null;
}

/**
 * Simulates the program of a file.
 *
 * @throws UsageError or ModuleError
 */
export function simulatedFile(
  file: string,
  { study, loaded }: StudiedProgram,
  { memory, machineName, fusedAttention }: SimulationOptions,
  input: ToolInput,
): MeasuredFile {
  const { module, context, log } = loaded;
  refuseTwoMeshes(loaded);
  const { partitioner } = study;
  const about = { partitioner, program: programText(study), partitionedText: partitionedText(study) };
  const { run, facts } = study.measured(
    withFusedAttention(machineOfProgram(module, machineName, input), fusedAttention),
  );
  if (run !== null) {
    const name = `@${oneLine(loadedEntry(module, context, log).symName.value)}`;
    const report = memory === null ? run.report : { ...run.report, peakMemory: memory };
    return {
      ...{ simulated: { ...run.simulated, name }, report },
      ...{ facts: memory === null ? facts : { ...facts, memory }, choice: study.choice, ...about },
    };
  }
  // What stands in the way is told by the simulation, with its place.
  const simulated = timedRun(programOfFile(file, { ...asWritten, machine: machineName }, input));
  return {
    ...{ ...simulated, ...about },
    choice: null,
    facts: measureRun(simulated.simulated.stages, simulated, simulated.report.warnings).facts,
  };
}

/** Simulates a compiled program on a machine. @throws UsageError where that is not possible. */
export function simulatedCompiled(
  compiled: CompiledStudy,
  machineName: string | null,
  input: ToolInput,
): MeasuredFile {
  const machine = machineOfProgram(compiled.study.module, machineName, input);
  const { run, facts, text } = compiled.measured(machine);
  const { memory, problems } = facts;
  if (run === null || memory === null)
    throw new UsageError(
      `the program ${compiled.text} can't be simulated: ${problems[0] ?? 'its memory is not known'}`,
    );
  return {
    simulated: { ...run.simulated, name: `@${oneLine(compiled.module.name)}` },
    report: { ...run.report, peakMemory: memory },
    ...{ facts, choice: null, partitioner: null },
    ...{ program: text, partitionedText: text },
  };
}
