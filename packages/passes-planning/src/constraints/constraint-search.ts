import { checkInterrupt } from '@shardform/ir-core';
import { type DimSplits, splitsKey } from '../problem/dim-splits.ts';
import { peakOf, type PlannedProgram, secondsOf } from '../plan/simulated-plans.ts';
import type { SourceConstraint } from './constrain-values.ts';
import type { SourceValue } from './source-values.ts';

/** A plan has so many constraints at most. */
export const MOST_CONSTRAINTS = 4;

/** A constraint has to save this part of the time, or of the memory where a plan does not fit. */
const WORTH_A_CONSTRAINT = 0.01;

/** A constraint is taken at once that saves this part of what constraints on all values save. */
const ENOUGH = 0.5;

/** How constraints are looked for. */
export interface ConstraintOptions {
  /** The ways to split a value that are worth trying, the most promising first. */
  readonly ways: (value: SourceValue) => readonly DimSplits[];
  /** The splits that a value has in a program; `null` where they aren't known. */
  readonly splitsIn: (program: PlannedProgram, value: SourceValue) => readonly DimSplits[] | null;
  /** Simulates the plan with constraints; `null` where that can't be done. */
  readonly simulate: (constraints: readonly SourceConstraint[]) => PlannedProgram | null;
  /** So many programs are simulated. */
  readonly most: number;
  /** Seconds that a plan takes with constraints on all values. */
  readonly possible: number;
  /** Bytes that a device may hold. */
  readonly memory: number;
  readonly isOver: () => boolean;
}

/**
 * Adds constraints to a plan one by one, each where it saves most of the time as simulated, and takes out those that turn out not to be
 * needed.
 *
 * @param start the plan without constraints.
 * @param values those that can be constrained, the largest first.
 * @returns the best program found, which may be the one without constraints.
 * @throws Interrupted
 */
export function searchConstraints(
  start: PlannedProgram,
  values: readonly SourceValue[],
  options: ConstraintOptions,
): PlannedProgram {
  const { ways, splitsIn, simulate, possible, memory, isOver } = options;
  let left = options.most;
  let best = start;
  const merit = (own: PlannedProgram): number =>
    peakOf(own) <= memory
      ? secondsOf(own)
      : Math.max(secondsOf(own), secondsOf(start)) * (peakOf(own) / memory);
  const tried = (constraints: readonly SourceConstraint[]): PlannedProgram | null => {
    checkInterrupt();
    left--;
    return simulate(constraints);
  };
  while (best.constraints.length < MOST_CONSTRAINTS) {
    const { constraints } = best;
    let found: PlannedProgram | null = null;
    const enough = merit(best) - ENOUGH * (merit(best) - possible);
    for (const value of values) {
      if (left <= 0 || isOver() || (found !== null && merit(found) <= enough)) break;
      if (constraints.some((own) => own.value === value)) continue;
      const current = splitsIn(best, value)?.map((own) => splitsKey(own));
      for (const splits of ways(value)) {
        const key = splitsKey(splits);
        if (left <= 0 || current?.every((own) => own === key) === true) continue;
        const other = tried([...constraints, { value, splits }]);
        if (other !== null && merit(other) < merit(found ?? best) * (1 - WORTH_A_CONSTRAINT)) found = other;
      }
    }
    if (found === null) break;
    best = found;
  }
  const added = best.constraints.filter((own) => !start.constraints.includes(own));
  return withoutIdle(best, added, merit, (constraints) =>
    left <= 0 || isOver() ? null : tried(constraints),
  );
}

/** Takes out those of some constraints without which a plan is as good. */
function withoutIdle(
  plan: PlannedProgram,
  added: readonly SourceConstraint[],
  merit: (own: PlannedProgram) => number,
  simulate: (constraints: readonly SourceConstraint[]) => PlannedProgram | null,
): PlannedProgram {
  let best = plan;
  for (const constraint of added) {
    if (best.constraints.length < 2) break;
    const other = simulate(best.constraints.filter((own) => own !== constraint));
    if (other !== null && merit(other) * (1 - WORTH_A_CONSTRAINT / 2) <= merit(best)) best = other;
  }
  return best;
}
