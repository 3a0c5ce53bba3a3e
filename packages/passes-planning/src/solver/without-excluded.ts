import type { PairCosts, PairwiseProblem } from '../problem/pairwise-problem.ts';
import { widthOf } from './cost-of-choices.ts';

/** A problem without the choices that are excluded. */
export interface AllowedProblem {
  readonly problem: PairwiseProblem;
  /** By node, the original numbers of the choices that it has. */
  readonly kept: readonly Int32Array[];
}

/** Leaves choices of infinite cost out, unless all of a node are. Tables have only the rows and columns that are left. */
export function withoutExcluded({ nodes, edges }: PairwiseProblem): AllowedProblem {
  const kept = nodes.map((costs) => {
    const left = new Int32Array(costs.length);
    let count = 0;
    for (let choice = 0; choice < costs.length; choice++)
      if (costs[choice]! < Infinity) left[count++] = choice;
    return count > 0 ? left.subarray(0, count) : left.map((_, choice) => choice);
  });
  const isWhole = (node: number): boolean => kept[node]!.length === nodes[node]!.length;
  const left = edges.map((edge): PairCosts => {
    const { a, b } = edge;
    return isWhole(a) && isWhole(b) ? edge : restricted(edge, nodes[a]!.length, kept[a]!, kept[b]!);
  });
  const costs = nodes.map((own, node) =>
    isWhole(node) ? own : Float64Array.from(kept[node]!, (choice) => own[choice]!),
  );
  return { problem: { nodes: costs, edges: left }, kept };
}

function restricted(edge: PairCosts, choices: number, keptA: Int32Array, keptB: Int32Array): PairCosts {
  const { a, b, costs } = edge;
  const width = widthOf(costs, edge.rows, choices);
  const rows = used(keptA, edge.rows);
  const columns = used(keptB, edge.columns);
  const left = new Float64Array(rows.labels.length * columns.labels.length);
  let at = 0;
  for (const row of rows.labels)
    for (const column of columns.labels) left[at++] = costs[row * width + column]!;
  return { a, b, costs: left, rows: rows.numbers, columns: columns.numbers };
}

/** The labels that choices have, in the order in which they occur, and the place of its label by choice. */
function used(
  kept: Int32Array,
  labelOf: Int32Array | undefined,
): { readonly labels: readonly number[]; readonly numbers: Int32Array } {
  const places = new Map<number, number>();
  const numbers = Int32Array.from(kept, (choice) => {
    const label = labelOf?.[choice] ?? choice;
    let place = places.get(label);
    if (place === undefined) places.set(label, (place = places.size));
    return place;
  });
  return { labels: [...places.keys()], numbers };
}
