import { checkInterrupt } from '@shardform/ir-core';
import { type DimSplits, splitsKey } from '../problem/dim-splits.ts';
import { type PlannedProgram, secondsOf } from './simulated-plans.ts';

/** What shardings of arguments are improved with. */
export interface ArgumentDescentOptions {
  /** By argument, the ways to split it that may be faster. */
  readonly ways: readonly (readonly DimSplits[])[];
  /** Simulates the program with shardings of its arguments alone; `null` where that can't be done. */
  readonly simulate: (splits: readonly (DimSplits | null)[]) => PlannedProgram | null;
  /** So many programs are simulated at most. */
  readonly most: number;
  /** Whether a program may be chosen: it keeps to a limit of memory, for example. */
  readonly allows: (program: PlannedProgram) => boolean;
}

/**
 * Improves how arguments are split, one after the other and as long as the simulated step becomes shorter; everything else is left to
 * propagation. The partitioner may divide a program in ways that no plan of all values says.
 *
 * @param start by argument, how it is split; `null` for one that is no tensor.
 * @returns the fastest program; `null` where none could be simulated.
 * @throws Interrupted
 */
export function descendArguments(
  start: readonly (DimSplits | null)[],
  { ways, simulate, most, allows }: ArgumentDescentOptions,
): PlannedProgram | null {
  let current = [...start];
  let best = simulate(current);
  if (best !== null && !allows(best)) best = null;
  let left = most - 1;
  for (let isBetter = true; isBetter && left > 0;) {
    isBetter = false;
    for (const [argument, own] of ways.entries()) {
      for (const way of own) {
        const before = current[argument];
        if (before == null || splitsKey(before) === splitsKey(way)) continue;
        if (left-- <= 0) return best;
        checkInterrupt();
        const other = current.map((splits, i) => (i === argument ? way : splits));
        const found = simulate(other);
        if (found === null || !allows(found)) continue;
        if (best !== null && secondsOf(found) >= secondsOf(best)) continue;
        [best, current, isBetter] = [found, other, true];
      }
    }
  }
  return best;
}
