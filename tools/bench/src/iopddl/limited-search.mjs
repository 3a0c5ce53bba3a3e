import { MessagePassing } from '@shardform/passes-planning';
import { UsageProfile } from './usage-profile.mjs';

/** Rounds of message passing between two prices of memory. */
const ROUNDS = 3;

/** The first price of a time at which the limit is missed, as a part of the price at which the limit is worth all costs. */
const FIRST_SHARE = 1e-3;

/** Prices change by this power of how far the limit is missed. */
const STEP = 1.5;

/**
 * Chooses for each node so that costs are low and usage keeps to its limit at all times: message passing with a price of
 * usage for each time, which rises where the decoded choices use too much; choices are repaired to keep to the limit, and
 * improved one by one within it.
 *
 * @param {number} seconds of the processor, so that other work on the machine does not count.
 * @returns the cheapest choices that keep to the limit, or `null`.
 */
export function searchWithin(instance, seconds) {
  return new LimitedSearch(instance, cpuSeconds() + seconds).run();
}

/** Seconds that the processor has worked for this program. */
export function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

class LimitedSearch {
  #instance;
  #end;
  #times;
  #places;
  #neighbours;
  #best = null;

  constructor(instance, end) {
    this.#instance = instance;
    this.#end = end;
    const { intervals, problem } = instance;
    // Only the order of times matters: those at which nothing begins are like the one before.
    const starts = [...new Set(intervals.filter(([a, b]) => a < b).map(([a]) => a))].sort((a, b) => a - b);
    const placeOf = (time) => {
      let [low, high] = [0, starts.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (starts[middle] < time) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    this.#times = starts.length;
    this.#places = intervals.map(([a, b]) => (a < b ? [placeOf(a), placeOf(b)] : [0, 0]));
    this.#neighbours = problem.nodes.map(() => []);
    for (const { a, b, costs } of problem.edges) {
      const [rows, columns] = [problem.nodes[a].length, problem.nodes[b].length];
      this.#neighbours[a].push({ other: b, costs, own: columns, others: 1 });
      this.#neighbours[b].push({ other: a, costs, own: 1, others: columns, rows });
    }
  }

  run() {
    const { problem, limit } = this.#instance;
    const messages = new MessagePassing(problem);
    let prices = new Float64Array(this.#times);
    let [scale, bound] = [0, 0];
    for (let trial = 0; cpuSeconds() < this.#end || trial === 0; trial++) {
      for (let round = 0; round < ROUNDS && (cpuSeconds() < this.#end || round === 0); round++)
        bound = Math.max(bound, messages.round());
      const choices = messages.decode();
      const profile = this.#profileOf(choices);
      if (trial === 0) scale = FIRST_SHARE * (bound / Math.max(1, limit));
      const usage = profile.values();
      if (this.#repair(choices, profile)) this.#improve(choices, profile);
      if (limit === Infinity) continue;
      prices = prices.map((price, time) => {
        const ratio = usage[time] / limit;
        const next = Math.max(price, ratio > 1 ? scale : 0) * Math.min(3, Math.max(0.7, ratio)) ** STEP;
        return ratio < 0.5 ? 0.5 * next : next;
      });
      messages.setCosts(this.#pricedNodes(prices));
    }
    return this.#best;
  }

  #pricedNodes(prices) {
    const { problem, usages } = this.#instance;
    const sums = new Float64Array(prices.length + 1);
    prices.forEach((price, time) => (sums[time + 1] = sums[time] + price));
    return problem.nodes.map((costs, node) => {
      const [from, until] = this.#places[node];
      const price = sums[until] - sums[from];
      return costs.map((cost, choice) => cost + price * usages[node][choice]);
    });
  }

  #profileOf(choices) {
    const profile = new UsageProfile(this.#times);
    choices.forEach((choice, node) => profile.add(this.#places[node], this.#instance.usages[node][choice]));
    return profile;
  }

  #costOf(choices) {
    const { nodes, edges } = this.#instance.problem;
    let cost = choices.reduce((sum, choice, node) => sum + nodes[node][choice], 0);
    for (const { a, b, costs } of edges) cost += costs[choices[a] * nodes[b].length + choices[b]];
    return cost;
  }

  /** What each choice of a node costs with those of the others. */
  #costsAt(node, choices) {
    const sums = this.#instance.problem.nodes[node].slice();
    for (const { other, costs, own, others } of this.#neighbours[node])
      for (let choice = 0, at = choices[other] * others; choice < sums.length; choice++, at += own)
        sums[choice] += costs[at];
    return sums;
  }

  #change(node, choice, choices, profile) {
    const usages = this.#instance.usages[node];
    profile.add(this.#places[node], usages[choice] - usages[choices[node]]);
    choices[node] = choice;
  }

  /** Takes choices that use less, those that cost least for it first. Returns whether the limit is kept. */
  #repair(choices, profile) {
    const { usages, limit } = this.#instance;
    for (let sweep = 0; sweep < 12 && profile.most > limit; sweep++) {
      const moves = [];
      for (const node of choices.keys()) {
        const own = usages[node];
        const excess = profile.mostIn(this.#places[node]) - limit;
        if (excess <= 0) continue;
        const costs = this.#costsAt(node, choices);
        for (const [choice, use] of own.entries()) {
          const less = own[choices[node]] - use;
          if (less <= 0 || costs[choice] === Infinity) continue;
          moves.push({
            node,
            choice,
            price: (costs[choice] - costs[choices[node]]) / Math.min(less, excess),
          });
        }
      }
      if (moves.length === 0) return false;
      moves.sort((a, b) => a.price - b.price || a.node - b.node);
      const moved = new Set();
      for (const { node, choice } of moves) {
        if (profile.most <= limit) break;
        if (moved.has(node) || profile.mostIn(this.#places[node]) <= limit) continue;
        if (usages[node][choice] >= usages[node][choices[node]]) continue;
        this.#change(node, choice, choices, profile);
        moved.add(node);
      }
    }
    return profile.most <= limit;
  }

  /** Takes cheaper choices that keep to the limit while there are any. */
  #improve(choices, profile) {
    const { usages, limit } = this.#instance;
    let isBetter = true;
    for (let sweep = 0; isBetter && sweep < 40; sweep++) {
      isBetter = false;
      if (cpuSeconds() > this.#end && this.#best !== null) break;
      for (const node of choices.keys()) {
        const costs = this.#costsAt(node, choices);
        const current = choices[node];
        let best = current;
        let room = null;
        for (const [choice, cost] of costs.entries()) {
          if (cost >= costs[best]) continue;
          const more = usages[node][choice] - usages[node][current];
          if (more > 0) {
            room ??= limit - profile.mostIn(this.#places[node]);
            if (more > room) continue;
          }
          best = choice;
        }
        if (best === current) continue;
        this.#change(node, best, choices, profile);
        isBetter = true;
      }
    }
    const cost = this.#costOf(choices);
    if (this.#best === null || cost < this.#best.cost) this.#best = { choices: [...choices], cost };
  }
}
