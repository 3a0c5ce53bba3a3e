import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { ChoiceGraph } from '../solver/choice-graph.ts';
import type { PairTable } from '../solver/pair-table.ts';
import type { ReducedLimitedProblem } from './reduced-limited-problem.ts';
import type { Holding } from './usage-times.ts';
import { UsageProfile } from './usage-profile.ts';

/** A neighbour of a node, and the table of both, seen from the neighbour. */
export interface Neighbour {
  readonly node: number;
  readonly table: PairTable;
}

/** The parts of a reduced problem that choices are evaluated with. */
export class LimitedGraph {
  readonly problem: PairwiseProblem;
  readonly nodes: readonly Float64Array[];
  readonly neighbours: readonly (readonly Neighbour[])[];
  readonly holdings: readonly (readonly Holding[])[];
  readonly room: Float64Array;
  readonly excluded: number;

  constructor({ problem, holdings, room }: ReducedLimitedProblem) {
    const graph = new ChoiceGraph(problem);
    this.problem = problem;
    this.nodes = graph.unary;
    this.excluded = graph.excluded;
    this.neighbours = graph.neighbours.map((tables, own) =>
      Array.from(tables!.keys(), (node) => ({ node, table: graph.neighbours[node]!.get(own)! })),
    );
    this.holdings = holdings;
    this.room = room;
  }
}

/** Choices of all nodes, and what they use. */
export class LimitedState {
  readonly graph: LimitedGraph;
  readonly choices: Int32Array;
  readonly profile: UsageProfile;

  constructor(graph: LimitedGraph, choices: ArrayLike<number>) {
    this.graph = graph;
    this.choices = Int32Array.from(choices);
    this.profile = new UsageProfile(graph.room);
    for (const [node, holdings] of graph.holdings.entries())
      for (const { from, until, amounts } of holdings)
        this.profile.add(from, until, amounts[this.choices[node]!]!);
  }

  get isWithin(): boolean {
    return this.profile.most <= 0;
  }

  cost(): number {
    const { nodes, neighbours } = this.graph;
    let cost = 0;
    for (const [node, costs] of nodes.entries()) {
      const choice = this.choices[node]!;
      cost += costs[choice]!;
      for (const { node: other, table } of neighbours[node]!)
        if (other < node) cost += pairCost(table, this.choices[other]!, choice);
    }
    return cost;
  }

  /** What each choice of a node costs with those of the others. */
  costsAt(node: number): Float64Array {
    const sums = this.graph.nodes[node]!.slice();
    for (const { node: other, table } of this.graph.neighbours[node]!) {
      const { costs, rows, columns, width } = table;
      const base = rows[this.choices[other]!]! * width;
      for (let choice = 0; choice < sums.length; choice++) sums[choice]! += costs[base + columns[choice]!]!;
    }
    return sums;
  }

  choose(node: number, choice: number): void {
    const before = this.choices[node]!;
    if (before === choice) return;
    for (const { from, until, amounts } of this.graph.holdings[node]!) {
      const more = amounts[choice]! - amounts[before]!;
      if (more !== 0) this.profile.add(from, until, more);
    }
    this.choices[node] = choice;
  }

  /** Whether the limit is kept with another choice wherever it uses more. */
  fits(node: number, choice: number): boolean {
    const before = this.choices[node]!;
    for (const { from, until, amounts } of this.graph.holdings[node]!) {
      const more = amounts[choice]! - amounts[before]!;
      if (more > 0 && this.profile.mostIn(from, until) + more > 0) return false;
    }
    return true;
  }

  /** By how much another choice would miss the limit less, about. */
  relief(node: number, choice: number): number {
    const before = this.choices[node]!;
    let sum = 0;
    for (const { from, until, amounts } of this.graph.holdings[node]!) {
      const more = amounts[choice]! - amounts[before]!;
      if (more === 0) continue;
      const most = this.profile.mostIn(from, until);
      sum += Math.max(0, most) - Math.max(0, most + more);
    }
    return sum;
  }
}

/** @param a the choice of the node that the table is seen from. */
export function pairCost({ costs, rows, columns, width }: PairTable, a: number, b: number): number {
  return costs[rows[a]! * width + columns[b]!]!;
}
