import type { XlaExecution } from './run-xla.ts';

/** Returns the heading of the results of an execution with XLA. */
export function xlaHeading(deviceCount: number, processes: number): string {
  const count = (number: number, noun: string, plural: string): string =>
    `${number} ${number === 1 ? noun : plural}`;
  return `executed by XLA on ${count(deviceCount, 'device', 'devices')} in ${count(processes, 'process', 'processes')}`;
}

/** Returns a line with the largest difference between XLA's numbers and the simulator's. */
export function simulatorDifferenceLine({ simulatorDifferences }: XlaExecution): string {
  return `largest difference between XLA and the simulator: ${Math.max(0, ...simulatorDifferences).toExponential(2)}`;
}
