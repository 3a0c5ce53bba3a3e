import { type TimedRun, timedRun } from '@shardform/study';
import { asWritten, type SimulatedProgram, simulatedProgram } from '../distribution/simulated-program.ts';
import type { ToolInput } from '../tool-io.ts';

/**
 * Simulates the program of a file.
 *
 * @param topology the name of a machine; `null` for that of the program, or equal devices.
 * @throws UsageError or ModuleError
 */
export function simulatedFile(
  file: string,
  topology: string | null,
  input: ToolInput,
): TimedRun<SimulatedProgram> {
  return timedRun(simulatedProgram(file, { ...asWritten, machine: topology }, input));
}
