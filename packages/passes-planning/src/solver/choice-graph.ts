import type { PairwiseProblem } from '../problem/pairwise-problem.ts';

/** The costs of pairs of choices of two nodes, seen from one of them. */
export interface PairTable {
  /** Row by choice of the node that it is seen from. */
  readonly costs: Float64Array;
  readonly columns: number;
}

/**
 * A pairwise problem that is made smaller: nodes are removed, and costs are added. Two nodes share one table at most,
 * which is kept in both directions.
 */
export class ChoiceGraph {
  readonly unary: Float64Array[];
  /** By node, the tables by neighbour; `null` for a node that was removed. */
  readonly neighbours: (Map<number, PairTable> | null)[];

  constructor({ nodes, edges }: PairwiseProblem) {
    this.unary = nodes.map((costs) => costs.slice());
    this.neighbours = nodes.map(() => new Map<number, PairTable>());
    for (const { a, b, costs } of edges) {
      if (a === b) this.#addToItself(a, costs);
      else this.addPair(a, b, costs);
    }
  }

  /** @param costs row by choice of `a`. */
  addPair(a: number, b: number, costs: Float64Array): void {
    const known = this.neighbours[a]!.get(b);
    if (known === undefined) this.#setPair(a, b, costs);
    else
      this.#setPair(
        a,
        b,
        known.costs.map((own, i) => own + costs[i]!),
      );
  }

  /** Removes a node and returns the tables of its neighbours. */
  remove(node: number): ReadonlyMap<number, PairTable> {
    const tables = this.neighbours[node]!;
    for (const other of tables.keys()) this.neighbours[other]!.delete(node);
    this.neighbours[node] = null;
    return tables;
  }

  /** Keeps some choices of a node. */
  keep(node: number, choices: readonly number[]): void {
    this.unary[node] = Float64Array.from(choices, (choice) => this.unary[node]![choice]!);
    for (const [other, { costs, columns }] of this.neighbours[node]!) {
      const kept = new Float64Array(choices.length * columns);
      choices.forEach((choice, i) => {
        kept.set(costs.subarray(choice * columns, (choice + 1) * columns), i * columns);
      });
      this.#setPair(node, other, kept);
    }
  }

  #addToItself(node: number, costs: Float64Array): void {
    const unary = this.unary[node]!;
    for (let choice = 0; choice < unary.length; choice++)
      unary[choice]! += costs[choice * unary.length + choice]!;
  }

  #setPair(a: number, b: number, costs: Float64Array): void {
    const [rows, columns] = [this.unary[a]!.length, this.unary[b]!.length];
    const turned = new Float64Array(costs.length);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        turned[column * rows + row] = costs[row * columns + column]!;
    this.neighbours[a]!.set(b, { costs, columns });
    this.neighbours[b]!.set(a, { costs: turned, columns: rows });
  }
}
