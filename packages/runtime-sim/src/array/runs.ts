import { checkInterruptAfter } from '@shardform/ir-core';

/** Elements between two checks of the interrupt: a few milliseconds for the slowest loops. */
export const RUN = 1 << 16;

/**
 * Calls `work` with neighbouring ranges of `0 .. count - 1`, from `start` up to but not including `end`, and checks the
 * interrupt in between.
 */
export function inRuns(count: number, work: (start: number, end: number) => void): void {
  for (let start = 0; start < count; start += RUN) {
    const end = Math.min(start + RUN, count);
    work(start, end);
    checkInterruptAfter(end - start);
  }
}
