import { type Facts, measureRun, type TimedRun, timedRun } from '@shardform/study';
import { asWritten, programOfFile, type SimulatedFile } from '../distribution/simulated-program.ts';
import type { ToolInput } from '../tool-io.ts';

/** The simulation of a file, and what is known of the program in numbers. */
export interface MeasuredFile extends TimedRun<SimulatedFile> {
  readonly facts: Facts;
}

/**
 * Simulates the program of a file.
 *
 * @param topology the name of a machine; `null` for that of the program, or equal devices.
 * @throws UsageError or ModuleError
 */
export function simulatedFile(file: string, topology: string | null, input: ToolInput): MeasuredFile {
  const run = timedRun(programOfFile(file, { ...asWritten, machine: topology }, input));
  return { ...run, facts: measureRun(run.simulated.stages, run, run.report.warnings).facts };
}
