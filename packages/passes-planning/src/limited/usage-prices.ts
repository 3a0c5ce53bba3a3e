import type { LimitedGraph } from './limited-state.ts';
import type { UsageProfile } from './usage-profile.ts';

/** A price changes by these factors at most from one time to the next, the more a limit is missed the more. */
const [LEAST_FACTOR, MOST_FACTOR] = [0.7, 3];

/** Prices change by this power of how far the limit is missed. */
const STEP = 1.5;

/** The prices of a limited resource at each time: Lagrange multipliers. */
export class UsagePrices {
  readonly #graph: LimitedGraph;
  readonly #first: number;
  readonly #limit: number;
  readonly #prices: Float64Array;
  #known: Float64Array | null = null;

  /** @param first the price of a unit where the limit is missed for the first time. */
  constructor(graph: LimitedGraph, first: number, limit: number) {
    this.#graph = graph;
    this.#first = first;
    this.#limit = limit;
    this.#prices = new Float64Array(graph.room.length);
  }

  /** Raises prices where too much is used, and lowers them where there is room. */
  update(profile: UsageProfile): void {
    this.#known = null;
    for (let time = 0; time < this.#prices.length; time++) {
      const ratio = 1 + profile.at(time) / this.#limit;
      const own = this.#prices[time]!;
      const next =
        Math.max(own, ratio > 1 ? this.#first : 0) *
        Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, ratio)) ** STEP;
      this.#prices[time] = ratio < 0.5 ? next / 2 : next;
    }
  }

  /** What that costs which choices of nodes use. */
  pricesOf(nodes: Iterable<number>): Float64Array[] {
    const sums = this.#sums();
    return Array.from(nodes, (node) => {
      const costs = new Float64Array(this.#graph.nodes[node]!.length);
      for (const { from, until, amounts } of this.#graph.holdings[node]!) {
        const price = sums[until]! - sums[from]!;
        if (price > 0)
          for (let choice = 0; choice < costs.length; choice++) costs[choice]! += price * amounts[choice]!;
      }
      return costs;
    });
  }

  /** By time, the prices of all times before together. */
  #sums(): Float64Array {
    if (this.#known !== null) return this.#known;
    const sums = new Float64Array(this.#prices.length + 1);
    for (let time = 0; time < this.#prices.length; time++) sums[time + 1] = sums[time]! + this.#prices[time]!;
    return (this.#known = sums);
  }
}
