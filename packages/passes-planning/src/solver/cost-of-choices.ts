import type { PairwiseProblem } from '../problem/pairwise-problem.ts';

/** Returns what choices cost together: of all nodes, or of those that are asked for with the best ones of the others. */
export function costOfChoices(problem: PairwiseProblem, choices: readonly number[]): number {
  const { nodes, edges } = problem;
  const known = choices.length;
  // Of the nodes whose choices follow, what each choice costs.
  const others = nodes.slice(known).map((costs) => costs.slice());
  let cost = 0;
  for (let node = 0; node < known; node++) cost += nodes[node]![choices[node]!]!;
  for (const { a, b, costs, rows, columns } of edges) {
    const width = widthOf(costs, rows, nodes[a]!.length);
    if (a >= known) addColumn(others[a - known]!, costs, rows, width, labelOf(columns, choices[b]!));
    else if (b >= known) addRow(others[b - known]!, costs, labelOf(rows, choices[a]!) * width, columns);
    else cost += costs[labelOf(rows, choices[a]!) * width + labelOf(columns, choices[b]!)]!;
  }
  return others.reduce((sum, own) => sum + own.reduce((least, one) => Math.min(least, one), Infinity), cost);
}

function labelOf(labels: Int32Array | undefined, choice: number): number {
  return labels?.[choice] ?? choice;
}

function addColumn(
  sums: Float64Array,
  costs: Float64Array,
  rows: Int32Array | undefined,
  width: number,
  column: number,
): void {
  for (let own = 0; own < sums.length; own++) sums[own]! += costs[labelOf(rows, own) * width + column]!;
}

function addRow(
  sums: Float64Array,
  costs: Float64Array,
  start: number,
  columns: Int32Array | undefined,
): void {
  for (let own = 0; own < sums.length; own++) sums[own]! += costs[start + labelOf(columns, own)]!;
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
