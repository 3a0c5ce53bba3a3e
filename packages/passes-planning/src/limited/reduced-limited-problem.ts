import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { undominated } from '../solver/dominance.ts';
import { leastOf } from '../solver/least-of.ts';
import { Contraction, type Origin } from './contraction.ts';
import type { LimitedProblem } from './limited-problem.ts';
import { type Holding, joinedHoldings, timesOfUsage, type UsageTimes } from './usage-times.ts';

/** A smaller problem with the same best choices. Its costs differ by a constant. */
export interface ReducedLimitedProblem extends UsageTimes {
  readonly problem: PairwiseProblem;
  /** Returns choices of all original nodes. */
  expand(choices: readonly number[]): number[];
}

/** Choices are dropped that use no less than another one, and cost no less, so often at most. */
const PASSES = 3;

/** Removes nodes that follow others, and choices that no solution needs. @throws Interrupted */
export function reduceLimited(limited: LimitedProblem): ReducedLimitedProblem {
  const contraction = new Contraction(limited.problem);
  contraction.run();
  let usage = usageOf(limited, contraction.origins());
  for (let pass = 0; pass < PASSES && dropDominated(contraction, usage.holdings); pass++) {
    contraction.run();
    usage = usageOf(limited, contraction.origins());
  }
  const { problem, left } = contraction.graph.rest();
  const origins = contraction.origins();
  return {
    problem,
    ...{ room: usage.room, holdings: left.map((node) => usage.holdings[node]!) },
    expand(choices) {
      const ofRoot = new Map(left.map((node, i) => [node, choices[i]!]));
      return origins.map((own) => own.choices[ofRoot.get(own.root) ?? 0]!);
    },
  };
}

function usageOf({ intervals, usages, limit }: LimitedProblem, origins: readonly Origin[]): UsageTimes {
  const end = intervals.reduce((most, [, until]) => Math.max(most, until), 0);
  const used = new Float64Array(end + 1);
  const holdings: Holding[][] = origins.map(() => []);
  for (const [node, { root, choices }] of origins.entries()) {
    const [from, until] = intervals[node]!;
    if (from >= until) continue;
    const own = Float64Array.from(choices, (choice) => usages[node]![choice]!);
    const least = leastOf(own);
    used[from]! += least;
    used[until]! -= least;
    const amounts = own.map((amount) => amount - least);
    if (amounts.some((amount) => amount > 0)) holdings[root]!.push({ from, until, amounts });
  }
  let sum = 0;
  const room = used.subarray(0, end).map((change) => limit - (sum += change));
  const times = timesOfUsage(holdings, room);
  return { room: times.room, holdings: times.holdings.map((own) => joinedHoldings(own, times.room)) };
}

/** Drops choices that use as much as another one at all times, or more, and that cost no less. Returns whether there were any. */
function dropDominated(contraction: Contraction, holdings: readonly (readonly Holding[])[]): boolean {
  const { graph } = contraction;
  let isSmaller = false;
  for (const [node, tables] of graph.neighbours.entries()) {
    if (tables === null) continue;
    const own = graph.unary[node]!;
    const usesNoMore = (choice: number, than: number): boolean =>
      holdings[node]!.every(({ amounts }) => amounts[choice]! <= amounts[than]!);
    const left = undominated(own, [...tables.values()], usesNoMore);
    if (left.length === own.length) continue;
    contraction.keep(node, left);
    isSmaller = true;
  }
  return isSmaller;
}
