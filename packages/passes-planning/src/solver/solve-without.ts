import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { type Solution, solvePairwise } from './solve.ts';

/**
 * Solves a problem in which a node must not have some of its choices: how much the result costs more than the solution is
 * what their node's decision is worth. The cost is infinite if it has no others.
 *
 * @throws Interrupted
 */
export function solveWithout(
  problem: PairwiseProblem,
  node: number,
  isExcluded: (choice: number) => boolean,
): Solution {
  const nodes = problem.nodes.map((costs, own) =>
    own === node ? costs.map((cost, choice) => (isExcluded(choice) ? Infinity : cost)) : costs,
  );
  return solvePairwise({ ...problem, nodes });
}
