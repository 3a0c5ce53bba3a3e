import type { PairwiseProblem } from '../problem/pairwise-problem.ts';

/** Returns what choices of all nodes cost together. */
export function costOfChoices({ nodes, edges }: PairwiseProblem, choices: readonly number[]): number {
  let cost = 0;
  for (const [node, costs] of nodes.entries()) cost += costs[choices[node]!]!;
  for (const { a, b, costs, rows, columns } of edges) {
    const [row, column] = [rows?.[choices[a]!] ?? choices[a]!, columns?.[choices[b]!] ?? choices[b]!];
    cost += costs[row * widthOf(costs, rows, nodes[a]!.length) + column]!;
  }
  return cost;
}

/** The number of columns of a table. */
export function widthOf(costs: Float64Array, rows: Int32Array | undefined, choices: number): number {
  return costs.length / (rows === undefined ? choices : heightOf(rows));
}

function heightOf(rows: Int32Array): number {
  let height = HEIGHTS.get(rows);
  if (height === undefined)
    HEIGHTS.set(rows, (height = 1 + rows.reduce((most, row) => Math.max(most, row), 0)));
  return height;
}

/** The same rows are in many problems. */
const HEIGHTS = new WeakMap<Int32Array, number>();
