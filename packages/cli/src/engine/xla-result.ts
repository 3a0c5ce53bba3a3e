import { describeMismatch } from '../run/compare-results.ts';
import { resultLine } from '../run/result-line.ts';
import type { ToolResult } from '../tool-io.ts';
import type { XlaExecution } from './run-xla.ts';

/** What `shardform run --engine xla` prints. */
export function xlaResult(
  { comparisons, simulatorDifferences }: XlaExecution,
  deviceCount: number,
  processes: number,
  messages: string,
): ToolResult {
  const count = (number: number, noun: string, plural: string): string =>
    `${number} ${number === 1 ? noun : plural}`;
  const heading = `executed by XLA on ${count(deviceCount, 'device', 'devices')} in ${count(processes, 'process', 'processes')}\n`;
  const simulator = `largest difference between XLA and the simulator: ${Math.max(0, ...simulatorDifferences).toExponential(2)}\n`;
  const differing = comparisons.filter(({ mismatch }) => mismatch !== null);
  return {
    stdout: heading + comparisons.map(resultLine).join('') + simulator,
    stderr:
      messages +
      differing.map((comparison) => `shardform: error: ${describeMismatch(comparison)}\n`).join(''),
    exitCode: differing.length === 0 ? 0 : 1,
  };
}
