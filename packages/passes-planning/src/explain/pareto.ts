import type { Context } from '@shardform/ir-core';
import { secondsOf } from '../layouts/compare-layouts.ts';
import {
  type MeasuredProgram,
  type RestrictedOptions,
  RestrictedPlanning,
} from '../layouts/restricted-planning.ts';
import type { Assumptions } from '../problem/priced-problem.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';

/** By how much of a plan's time all of its memory is priced. */
const SHARES: readonly number[] = [1 / 64, 1 / 16, 1 / 4, 1, 4, 16];

/**
 * Returns plans that take less memory: arguments have a price in them, which grows.
 *
 * @param plan the fastest one.
 * @throws Interrupted
 */
export function plansOfLessMemory(
  problem: ShardingProblem,
  context: Context,
  options: RestrictedOptions,
  { exposed }: Assumptions,
  plan: MeasuredProgram,
): MeasuredProgram[] {
  const found: MeasuredProgram[] = [];
  for (const share of SHARES) {
    const price = (share * secondsOf(plan)) / Math.max(1, peakOf(plan));
    const memory = new Map<number, readonly number[]>();
    for (const argument of problem.func.entry.arguments) {
      const number = problem.classOf.get(argument);
      if (number !== undefined) memory.set(number, [(memory.get(number)?.[0] ?? 0) + price]);
    }
    const planning = new RestrictedPlanning(problem, context, options, { exposed, memory });
    const choices = planning.solve((_, strategies) => strategies);
    const measured = choices === null ? null : planning.measure(choices);
    if (measured !== null) found.push(measured);
  }
  return found;
}

/** Bytes that a device holds at most. */
export function peakOf({ facts }: Pick<MeasuredProgram, 'facts'>): number {
  return facts.memory?.bytes ?? Infinity;
}

/** Returns what nothing else is both faster and smaller than, the fastest first. */
export function paretoOptimal<T extends Pick<MeasuredProgram, 'facts'>>(programs: readonly T[]): T[] {
  const ordered = [...programs].sort((a, b) => secondsOf(a) - secondsOf(b) || peakOf(a) - peakOf(b));
  let least = Infinity;
  return ordered.filter((own) => {
    const isSmaller = peakOf(own) < least;
    if (isSmaller) least = peakOf(own);
    return isSmaller;
  });
}
