import type { PairwiseProblem } from '../problem/pairwise-problem.ts';

/** Returns what choices of all nodes cost together. */
export function costOfChoices({ nodes, edges }: PairwiseProblem, choices: readonly number[]): number {
  let cost = 0;
  for (const [node, costs] of nodes.entries()) cost += costs[choices[node]!]!;
  for (const { a, b, costs } of edges) cost += costs[choices[a]! * nodes[b]!.length + choices[b]!]!;
  return cost;
}
