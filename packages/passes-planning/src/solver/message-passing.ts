import { checkInterrupt } from '@shardform/ir-core';
import type { PairCosts, PairwiseProblem } from '../problem/pairwise-problem.ts';
import { ChoiceGraph } from './choice-graph.ts';
import { leastOf } from './least-of.ts';
import type { PairTable } from './pair-table.ts';

/**
 * Raises a lower bound of the least cost by sequential tree-reweighted message passing (TRW-S, Kolmogorov 2006): nodes
 * are visited in order and back, and pass on what their choices cost at least to their neighbours. The bound never
 * falls. Choices are decoded in the same order, each with the best one given those before and the messages behind it.
 */
export class MessagePassing {
  readonly #graph: ChoiceGraph;
  readonly #visits: readonly Visit[];
  /** By node, the costs of its choices with all messages. */
  readonly #beliefs: readonly Float64Array[];

  constructor(problem: PairwiseProblem) {
    this.#graph = new ChoiceGraph(problem);
    this.#beliefs = this.#graph.unary.map((costs) => new Float64Array(costs.length));
    this.#visits = visitsOf(this.#graph);
  }

  /** Changes what the choices of nodes cost; what was passed on between nodes stays. */
  setCosts(nodes: readonly Float64Array[]): void {
    for (const [node, costs] of nodes.entries()) this.#graph.unary[node]!.set(costs);
  }

  /** Visits all nodes in order and back. Returns the bound. @throws Interrupted */
  round(): number {
    checkInterrupt();
    const visits = this.#visits;
    for (let node = 0; node < visits.length; node++) {
      const { later, share } = visits[node]!;
      if (later.length === 0) continue;
      const beliefs = this.#gather(node);
      for (const link of later) link.pass(beliefs, share, true);
    }
    let bound = 0;
    for (let node = visits.length - 1; node >= 0; node--) {
      const { earlier, share } = visits[node]!;
      const beliefs = this.#gather(node);
      const least = leastOf(beliefs);
      bound += least;
      for (let choice = 0; choice < beliefs.length; choice++) beliefs[choice]! -= least;
      for (const link of earlier) bound += link.pass(beliefs, share, false);
    }
    return bound;
  }

  /**
   * Returns by node and choice what all choices together cost at least beyond the bound that the last round returned, if
   * this is one of them.
   */
  excesses(): Float64Array[] {
    return this.#visits.map(({ earlier, share }, node) => {
      const beliefs = this.#beliefs[node]!;
      const left = 1 - share * earlier.length;
      const excess = beliefs.map((own) => left * own);
      for (const link of earlier) link.addExcess(excess, beliefs, share);
      return excess;
    });
  }

  /** Returns the same problem with what was passed on: choices cost as much together, their nodes and pairs cost other parts of it. */
  passedOn(): PairwiseProblem {
    const nodes = this.#visits.map(({ earlier, later }, node) => {
      const costs = this.#graph.unary[node]!.slice();
      for (const link of earlier) link.addMessage(costs, false);
      for (const link of later) link.addMessage(costs, true);
      return costs;
    });
    const edges = this.#visits.flatMap(({ earlier }, b) => earlier.map((link) => link.rest(b)));
    return { nodes, edges };
  }

  /** Returns choices, by node. */
  decode(): number[] {
    const choices: number[] = [];
    for (const [node, { earlier, later }] of this.#visits.entries()) {
      const costs = this.#graph.unary[node]!.slice();
      for (const link of earlier) link.addCosts(costs, choices[link.first]!);
      for (const link of later) link.addMessage(costs, true);
      let best = 0;
      for (let choice = 1; choice < costs.length; choice++) if (costs[choice]! < costs[best]!) best = choice;
      choices.push(best);
    }
    return choices;
  }

  #gather(node: number): Float64Array {
    const beliefs = this.#beliefs[node]!;
    beliefs.set(this.#graph.unary[node]!);
    const { earlier, later } = this.#visits[node]!;
    for (const link of earlier) link.addMessage(beliefs, false);
    for (const link of later) link.addMessage(beliefs, true);
    return beliefs;
  }
}

interface Visit {
  readonly earlier: readonly Link[];
  readonly later: readonly Link[];
  /** The part of a node's costs that it gives to each neighbour. */
  readonly share: number;
}

function visitsOf({ neighbours }: ChoiceGraph): Visit[] {
  const earlier: Link[][] = neighbours.map(() => []);
  const later: Link[][] = neighbours.map(() => []);
  for (const [first, tables] of neighbours.entries()) {
    for (const [second, table] of [...(tables ?? [])].sort(([a], [b]) => a - b)) {
      if (second < first) continue;
      const link = new Link(first, table);
      later[first]!.push(link);
      earlier[second]!.push(link);
    }
  }
  return neighbours.map((_, node) => ({
    ...{ earlier: earlier[node]!, later: later[node]! },
    share: 1 / Math.max(1, earlier[node]!.length, later[node]!.length),
  }));
}

/** A pair of nodes and the last message between them, to either one. */
class Link {
  /** The earlier node. */
  readonly first: number;
  readonly #table: PairTable;
  /** By row of the earlier node, or by column of the later one: to the one that was not visited last. */
  readonly #toFirst: Float64Array;
  readonly #toSecond: Float64Array;
  /** What the last message left out. */
  #least = 0;

  constructor(first: number, table: PairTable) {
    this.first = first;
    this.#table = table;
    this.#toFirst = new Float64Array(table.height);
    this.#toSecond = new Float64Array(table.width);
  }

  addMessage(sums: Float64Array, isFirst: boolean): void {
    const { rows, columns } = this.#table;
    const [labels, message] = isFirst ? [rows, this.#toFirst] : [columns, this.#toSecond];
    for (let choice = 0; choice < sums.length; choice++) sums[choice]! += message[labels[choice]!]!;
  }

  /** Adds what choices of the later node cost with one of the earlier node. */
  addCosts(sums: Float64Array, choice: number): void {
    const { costs, rows, columns, width } = this.#table;
    const base = rows[choice]! * width;
    for (let own = 0; own < sums.length; own++) sums[own]! += costs[base + columns[own]!]!;
  }

  /** Passes a share of beliefs on. Returns what the other node's choices all cost at least, which the message leaves out. */
  pass(beliefs: Float64Array, share: number, isFirst: boolean): number {
    const { costs, rows, columns, height, width } = this.#table;
    const [labels, back, to] = isFirst
      ? [rows, this.#toFirst, this.#toSecond]
      : [columns, this.#toSecond, this.#toFirst];
    const own = leastByLabel(beliefs, share, labels, back);
    if (isFirst) leastByColumn(costs, own, to, height);
    else leastByRow(costs, own, to, width);
    const least = leastOf(to);
    for (let label = 0; label < to.length; label++) to[label]! -= least;
    return (this.#least = least);
  }

  /** Adds what choices of the later node cost at least beyond the message to the earlier one that was the last. */
  addExcess(sums: Float64Array, beliefs: Float64Array, share: number): void {
    const { costs, columns, height, width } = this.#table;
    const least = new Float64Array(width).fill(Infinity);
    for (let row = 0, at = 0; row < height; row++) {
      const message = this.#toFirst[row]! + this.#least;
      for (let column = 0; column < width; column++, at++) {
        const cost = costs[at]! - message;
        if (cost < least[column]!) least[column] = cost;
      }
    }
    for (let choice = 0; choice < sums.length; choice++) {
      const label = columns[choice]!;
      sums[choice]! += Math.max(0, share * beliefs[choice]! - this.#toSecond[label]! + least[label]!);
    }
  }

  /** The costs of pairs without messages. @param b the later node. */
  rest(b: number): PairCosts {
    const { costs, rows, columns, height, width } = this.#table;
    const left = new Float64Array(costs.length);
    for (let row = 0, at = 0; row < height; row++)
      for (let column = 0; column < width; column++, at++)
        left[at] = costs[at]! - this.#toFirst[row]! - this.#toSecond[column]!;
    return { a: this.first, b, costs: left, rows, columns };
  }
}

/** What is passed on is added up here; it is in use during one pass only. */
let scratch = new Float64Array(64);

/** By label, the least share of beliefs beyond the message that came back. */
function leastByLabel(
  beliefs: Float64Array,
  share: number,
  labels: Int32Array,
  back: Float64Array,
): Float64Array {
  if (scratch.length < back.length) scratch = new Float64Array(2 * back.length);
  const own = scratch;
  for (let label = 0; label < back.length; label++) own[label] = Infinity;
  for (let choice = 0; choice < beliefs.length; choice++) {
    const label = labels[choice]!;
    const cost = share * beliefs[choice]! - back[label]!;
    if (cost < own[label]!) own[label] = cost;
  }
  return own;
}

function leastByColumn(costs: Float64Array, own: Float64Array, to: Float64Array, height: number): void {
  const width = to.length;
  for (let column = 0; column < width; column++) to[column] = Infinity;
  for (let row = 0, at = 0; row < height; row++) {
    const base = own[row]!;
    for (let column = 0; column < width; column++, at++) {
      const cost = base + costs[at]!;
      if (cost < to[column]!) to[column] = cost;
    }
  }
}

function leastByRow(costs: Float64Array, own: Float64Array, to: Float64Array, width: number): void {
  for (let row = 0, at = 0; row < to.length; row++) {
    let least = Infinity;
    for (let column = 0; column < width; column++, at++) {
      const cost = own[column]! + costs[at]!;
      if (cost < least) least = cost;
    }
    to[row] = least;
  }
}
