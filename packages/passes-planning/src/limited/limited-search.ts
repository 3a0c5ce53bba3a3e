import { checkInterrupt } from '@shardform/ir-core';
import { costOfChoices } from '../solver/cost-of-choices.ts';
import { MessagePassing } from '../solver/message-passing.ts';
import { improve, repair } from './limited-moves.ts';
import type { LimitedProblem, LimitedSolution } from './limited-problem.ts';
import { LimitedGraph, LimitedState } from './limited-state.ts';
import { NeighbourhoodSearch } from './neighbourhood-search.ts';
import { type ReducedLimitedProblem, reduceLimited } from './reduced-limited-problem.ts';
import { UsagePrices } from './usage-prices.ts';

/** The part of the budget in which prices of what is limited are looked for, if they go on to give better choices. */
const PRICING_SHARE = 0.3;

/** Prices that gave no better choices so often are good enough. */
const MOST_IDLE_TRIALS = 100;

/** Neighbourhoods are looked at between two looks at the budget. */
const STEPS = 8;

/** Rounds of message passing between two prices. */
const ROUNDS = 3;

/** The first price where the limit is missed, as a part of the price at which the limit is worth all costs. */
const FIRST_SHARE = 1e-3;

/**
 * Chooses for each node of a problem so that costs are low and the limit is kept at all times: message passing with a price of
 * usage for each time, which rises where decoded choices use too much; these are repaired to keep to the limit, the best are
 * improved by neighbourhoods. The best choices that were found are never given up.
 *
 * @param spent the part of the budget that was used up so far: from 1 on, the search ends.
 * @returns `null` if no choices were found that keep to the limit.
 * @throws Interrupted
 */
export function searchLimited(limited: LimitedProblem, spent: () => number): LimitedSolution | null {
  const reduced = reduceLimited(limited);
  const choices = new LimitedSearch(reduced, limited.limit, spent).run();
  if (choices === null) return null;
  const all = reduced.expand(choices);
  const cost = costOfChoices(limited.problem, all);
  return cost === Infinity ? null : { choices: all, cost };
}

class LimitedSearch {
  readonly #graph: LimitedGraph;
  readonly #limit: number;
  readonly #spent: () => number;
  readonly #messages: MessagePassing;
  #best: LimitedState | null = null;
  #cost = Infinity;

  constructor(reduced: ReducedLimitedProblem, limit: number, spent: () => number) {
    this.#graph = new LimitedGraph(reduced);
    this.#limit = limit;
    this.#spent = spent;
    this.#messages = new MessagePassing(reduced.problem);
  }

  run(): readonly number[] | null {
    const first = (FIRST_SHARE * this.#passMessages()) / Math.max(1, this.#limit);
    const prices = new UsagePrices(this.#graph, first, this.#limit);
    let idle = 0;
    do idle = this.#try(prices) ? 0 : idle + 1;
    while (this.#isPricing(idle));
    if (this.#best === null) return null;
    const search = new NeighbourhoodSearch(this.#best, prices);
    while (this.#graph.nodes.length > 0 && this.#spent() < 1) {
      checkInterrupt();
      for (let step = 0; step < STEPS; step++) search.step();
    }
    return [...this.#best.choices];
  }

  #isPricing(idle: number): boolean {
    const spent = this.#graph.nodes.length === 0 ? 1 : this.#spent();
    return spent < 1 && (this.#best === null || (idle < MOST_IDLE_TRIALS && spent < PRICING_SHARE));
  }

  #passMessages(): number {
    let bound = 0;
    for (let round = 0; round < ROUNDS; round++) bound = this.#messages.round();
    return bound;
  }

  /** Makes choices with prices, which follow what they use. Returns whether they are the best. */
  #try(prices: UsagePrices): boolean {
    const { nodes } = this.#graph;
    const state = new LimitedState(this.#graph, this.#messages.decode());
    prices.update(state.profile);
    const priced = prices.pricesOf(nodes.keys());
    this.#messages.setCosts(
      nodes.map((costs, node) => costs.map((cost, choice) => cost + priced[node]![choice]!)),
    );
    this.#passMessages();
    if (!repair(state)) return false;
    improve(state);
    const cost = state.cost();
    if (cost >= Math.min(this.#cost, this.#graph.excluded)) return false;
    [this.#best, this.#cost] = [state, cost];
    return true;
  }
}
