import type { PairCosts, PairwiseProblem } from '../problem/pairwise-problem.ts';
import { widthOf } from './cost-of-choices.ts';
import { keepRows, type PairTable, sumOfTables, tableOf, turned } from './pair-table.ts';

/**
 * A pairwise problem that is made smaller: nodes are removed, and costs are added. Two nodes share one table at most,
 * which is kept in both directions. Pairs that exclude each other cost more than all others together.
 */
export class ChoiceGraph {
  readonly unary: Float64Array[];
  /** By node, the tables by neighbour; `null` for a node that was removed. */
  readonly neighbours: (Map<number, PairTable> | null)[];
  /** What a choice costs at least that is excluded, or that others exclude. */
  readonly excluded: number;

  constructor(problem: PairwiseProblem) {
    const excluded = excludedCost(problem);
    this.excluded = excluded / 2;
    this.unary = problem.nodes.map((costs) => allowedCosts(costs, excluded).slice());
    this.neighbours = problem.nodes.map(() => new Map<number, PairTable>());
    const known = new Map<Float64Array, Float64Array>();
    const tables = new Map<Float64Array, PairTable>();
    for (const edge of problem.edges) {
      const { a, b, rows, columns } = edge;
      let costs = known.get(edge.costs);
      if (costs === undefined) known.set(edge.costs, (costs = allowedCosts(edge.costs, excluded)));
      const isPlain = rows === undefined && columns === undefined;
      let table = isPlain ? tables.get(costs) : undefined;
      if (table?.rows.length !== problem.nodes[a]!.length) table = tableOfEdge(edge, costs, problem);
      if (isPlain) tables.set(costs, table);
      if (a === b) this.#addToItself(a, table);
      else this.addPair(a, b, table);
    }
  }

  /** @param table seen from `a`. */
  addPair(a: number, b: number, table: PairTable): void {
    const known = this.neighbours[a]!.get(b);
    this.#setPair(a, b, known === undefined ? table : sumOfTables(known, table));
  }

  /** What each choice of a node costs with the choices of the others, one of which may be left out. */
  costsAt(node: number, choices: readonly number[], without = -1): Float64Array {
    const sums = this.unary[node]!.slice();
    for (const [other, { costs, rows, columns, width }] of this.neighbours[node]!) {
      if (other === without) continue;
      const column = columns[choices[other]!]!;
      for (let own = 0; own < sums.length; own++) sums[own]! += costs[rows[own]! * width + column]!;
    }
    return sums;
  }

  /** Removes a node and returns the tables of its neighbours. */
  remove(node: number): ReadonlyMap<number, PairTable> {
    const tables = this.neighbours[node]!;
    for (const other of tables.keys()) this.neighbours[other]!.delete(node);
    this.neighbours[node] = null;
    return tables;
  }

  /** Removes a node of one choice, and returns its neighbours: what it costs with their choices is their cost. */
  removeDecided(node: number): number[] {
    const tables = this.remove(node);
    for (const [other, { costs, rows, columns, width }] of tables) {
      const sums = this.unary[other]!;
      const base = rows[0]! * width;
      for (let choice = 0; choice < sums.length; choice++) sums[choice]! += costs[base + columns[choice]!]!;
    }
    return [...tables.keys()];
  }

  /** Keeps some choices of a node. */
  keep(node: number, choices: readonly number[]): void {
    const costs = this.unary[node]!;
    const left = (this.unary[node] = new Float64Array(choices.length));
    for (let i = 0; i < left.length; i++) left[i] = costs[choices[i]!]!;
    for (const [other, table] of this.neighbours[node]!) this.#setPair(node, other, keepRows(table, choices));
  }

  /** The problem of the nodes that are left, and their numbers in this one. */
  rest(): { readonly problem: PairwiseProblem; readonly left: readonly number[] } {
    const left = [...this.neighbours.keys()].filter((node) => this.neighbours[node] !== null);
    const numberOf = new Map(left.map((node, i) => [node, i]));
    const edges = left.flatMap((node, a) =>
      Array.from(this.neighbours[node]!, ([other, { costs, rows, columns }]) => ({
        ...{ a, b: numberOf.get(other)! },
        ...{ costs, rows, columns },
      })).filter((edge) => edge.a < edge.b),
    );
    return { problem: { nodes: left.map((node) => this.unary[node]!), edges }, left };
  }

  #addToItself(node: number, { costs, rows, columns, width }: PairTable): void {
    const unary = this.unary[node]!;
    for (let choice = 0; choice < unary.length; choice++)
      unary[choice]! += costs[rows[choice]! * width + columns[choice]!]!;
  }

  #setPair(a: number, b: number, table: PairTable): void {
    this.neighbours[a]!.set(b, table);
    this.neighbours[b]!.set(a, turned(table));
  }
}

/** What an excluded choice costs: more than twice any choices that are allowed. */
function excludedCost({ nodes, edges }: PairwiseProblem): number {
  let sum = 0;
  for (const costs of nodes) sum += largest(costs);
  for (const { costs } of edges) {
    let most = LARGEST.get(costs);
    if (most === undefined) LARGEST.set(costs, (most = largest(costs)));
    sum += most;
  }
  return 2 * sum + 1;
}

/** The costs of pairs are in many problems. */
const LARGEST = new WeakMap<Float64Array, number>();

function largest(costs: Float64Array): number {
  let most = 0;
  for (const own of costs) {
    const cost = Math.abs(own);
    if (cost > most && cost < Infinity) most = cost;
  }
  return most;
}

/** The same costs, if none is infinite. */
function allowedCosts(costs: Float64Array, excluded: number): Float64Array {
  return costs.includes(Infinity) ? costs.map((cost) => Math.min(cost, excluded)) : costs;
}

function tableOfEdge(edge: PairCosts, costs: Float64Array, { nodes }: PairwiseProblem): PairTable {
  const [choicesA, choicesB] = [nodes[edge.a]!.length, nodes[edge.b]!.length];
  const width = widthOf(costs, edge.rows, choicesA);
  const own = (length: number): Int32Array => Int32Array.from({ length }, (_, choice) => choice);
  const [rows, columns] = [edge.rows ?? own(choicesA), edge.columns ?? own(choicesB)];
  if (edge.rows !== undefined && edge.columns !== undefined)
    return { costs, rows, columns, width, height: costs.length / width };
  return tableOf(costs, rows, columns, width);
}
