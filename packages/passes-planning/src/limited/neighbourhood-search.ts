import type { PairCosts } from '../problem/pairwise-problem.ts';
import { solvePairwise } from '../solver/solve.ts';
import { type LimitedState, pairCost } from './limited-state.ts';
import { RandomNumbers } from '../solver/random-numbers.ts';
import type { UsagePrices } from './usage-prices.ts';

/** Neighbourhoods have so many nodes. */
const SIZES: readonly number[] = [4, 12, 30, 60];

/** The tables of a neighbourhood have so many costs at most. */
const MOST_ENTRIES = 60_000;

/** A neighbourhood is solved so often, with prices that its solutions raise or lower. */
const MOST_SOLVES = 4;

/** So many nodes are looked at for one that lives at the same time as another one. */
const LOOKS = 16;

/**
 * Improves choices that keep to the limit: choices of some nodes that belong together are made anew, those of all others left (large
 * neighbourhood search). What they use has prices, which are raised if they use too much, and lowered if they could use more.
 */
export class NeighbourhoodSearch {
  readonly #state: LimitedState;
  readonly #prices: UsagePrices;
  readonly #random = new RandomNumbers(1);

  constructor(state: LimitedState, prices: UsagePrices) {
    this.#state = state;
    this.#prices = prices;
  }

  /** Looks at one neighbourhood. Returns by how much the cost falls. @throws Interrupted */
  step(): number {
    const nodes = this.#neighbourhood();
    const places = new Map(nodes.map((node, i) => [node, i]));
    const before = nodes.map((node) => this.#state.choices[node]!);
    const cost = this.#costOf(places);
    const edges = this.#edgesIn(places);
    const around = nodes.map((node) => this.#costsAround(node, places));
    const prices = this.#prices.pricesOf(nodes);
    let [factor, low, high] = [1, 0, Infinity];
    for (let solve = 0; solve < MOST_SOLVES; solve++) {
      const priced = prices.map((own, i) => own.map((price, choice) => factor * price + around[i]![choice]!));
      const { choices } = solvePairwise({ nodes: priced, edges });
      nodes.forEach((node, i) => this.#state.choose(node, choices[i]!));
      const gain = cost - this.#costOf(places);
      const isWithin = this.#state.isWithin;
      if (isWithin && gain > 0) return gain;
      nodes.forEach((node, i) => this.#state.choose(node, before[i]!));
      // The choices are the best ones at these prices, which are not too high: lower ones rarely give better ones.
      if (isWithin && choices.every((choice, i) => choice === before[i]!) && factor <= 1) return 0;
      if (isWithin) high = factor;
      else low = factor;
      factor = high === Infinity ? 2 * factor : low === 0 ? factor / 2 : (low + high) / 2;
    }
    return 0;
  }

  #neighbourhood(): number[] {
    const { choices, graph } = this.#state;
    const size = SIZES[this.#random.below(SIZES.length)]!;
    const seed = this.#random.below(choices.length);
    const found = new Set<number>();
    let entries = 0;
    const grow = (from: number, most: number): void => {
      found.add(from);
      for (const node of found) {
        const { length } = graph.neighbours[node]!;
        const first = this.#random.below(Math.max(1, length));
        for (let i = 0; i < length && found.size < most; i++) {
          const { node: other, table } = graph.neighbours[node]![(first + i) % length]!;
          if (entries + table.costs.length > MOST_ENTRIES) continue;
          if (!found.has(other)) entries += table.costs.length;
          found.add(other);
        }
        if (found.size >= most) return;
      }
    };
    if (this.#random.below(2) === 0) grow(seed, size);
    else {
      grow(seed, size / 2);
      const other = this.#beside(seed);
      if (other !== null) grow(other, size);
    }
    return [...found].sort((a, b) => a - b);
  }

  /** A node that lives at the same time as another one. */
  #beside(node: number): number | null {
    const { choices, graph } = this.#state;
    const own = graph.holdings[node]!;
    if (own.length === 0) return null;
    const { from, until } = own[this.#random.below(own.length)]!;
    for (let look = 0; look < LOOKS; look++) {
      const other = this.#random.below(choices.length);
      if (graph.holdings[other]!.some((holding) => holding.from < until && from < holding.until))
        return other;
    }
    return null;
  }

  #edgesIn(places: ReadonlyMap<number, number>): PairCosts[] {
    return [...places].flatMap(([node, b]) =>
      this.#state.graph.neighbours[node]!.flatMap(({ node: other, table: { costs, rows, columns } }) => {
        const a = places.get(other);
        return a === undefined || a >= b ? [] : [{ a, b, costs, rows, columns }];
      }),
    );
  }

  /** What choices of a node cost with those of nodes that are not in the neighbourhood. */
  #costsAround(node: number, inside: ReadonlyMap<number, number>): Float64Array {
    const { graph, choices } = this.#state;
    const sums = graph.nodes[node]!.slice();
    for (const { node: other, table } of graph.neighbours[node]!) {
      if (inside.has(other)) continue;
      const { costs, rows, columns, width } = table;
      const base = rows[choices[other]!]! * width;
      for (let choice = 0; choice < sums.length; choice++) sums[choice]! += costs[base + columns[choice]!]!;
    }
    return sums;
  }

  /** What the choices of a neighbourhood cost, with all of their neighbours. */
  #costOf(inside: ReadonlyMap<number, number>): number {
    const { graph, choices } = this.#state;
    let cost = 0;
    for (const node of inside.keys()) {
      cost += graph.nodes[node]![choices[node]!]!;
      for (const { node: other, table } of graph.neighbours[node]!)
        if (!inside.has(other) || other < node) cost += pairCost(table, choices[other]!, choices[node]!);
    }
    return cost;
  }
}
