import type { PairwiseProblem } from '../problem/pairwise-problem.ts';

/** A pairwise problem whose choices use up what there is a limit of, memory for example, while their nodes live. */
export interface LimitedProblem {
  readonly problem: PairwiseProblem;
  /** By node, the time at which it begins to live and the one at which it ends. */
  readonly intervals: readonly (readonly [begin: number, end: number])[];
  /** By node, what each choice uses at each time at which the node lives. */
  readonly usages: readonly Float64Array[];
  /** What may be used at any time. */
  readonly limit: number;
}

/** Choices that keep to the limit. */
export interface LimitedSolution {
  /** By node. */
  readonly choices: readonly number[];
  readonly cost: number;
}
