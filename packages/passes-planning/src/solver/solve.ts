import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { costOfChoices } from './cost-of-choices.ts';
import { dualBound } from './dual-bound.ts';
import { LocalMoves } from './local-moves.ts';
import { presolve } from './presolve.ts';

/** Choices of a problem, and how good they are known to be. */
export interface Solution {
  /** By node. */
  readonly choices: readonly number[];
  /** Infinite if no choices are allowed together. */
  readonly cost: number;
  /** No choices cost less; equal to the cost if these are known to be the best. */
  readonly bound: number;
}

/** Rounds of message passing at most. */
const MOST_ROUNDS = 300;

/** Costs of pairs that message passing looks at, in all of its rounds. */
const WORK = 1e9;

/**
 * Chooses for each node of a problem. The result depends on the problem only.
 *
 * @throws Interrupted
 */
export function solvePairwise(problem: PairwiseProblem): Solution {
  const reduced = presolve(problem);
  if (reduced.problem.nodes.length === 0) {
    const choices = reduced.expand([]);
    const cost = costOfChoices(problem, choices);
    return { choices, cost, bound: cost };
  }
  const entries = reduced.problem.edges.reduce((sum, { costs }) => sum + costs.length, 1);
  const rounds = Math.max(1, Math.min(MOST_ROUNDS, Math.floor(WORK / entries)));
  const { bound, beliefs } = dualBound(reduced.problem, rounds);
  const moves = new LocalMoves(reduced.problem);
  const own = moves.decode(beliefs);
  moves.improve(own);
  const choices = reduced.expand(own);
  const cost = costOfChoices(problem, choices);
  return { choices, cost, bound: Math.min(cost, bound + reduced.removed) };
}
