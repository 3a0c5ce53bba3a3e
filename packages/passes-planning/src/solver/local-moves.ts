import { checkInterrupt } from '@shardform/ir-core';
import { ChoiceGraph } from './choice-graph.ts';
import type { PairwiseProblem } from '../problem/pairwise-problem.ts';

/**
 * Improves choices until no other choice of one node, and none of two neighbours together, costs less.
 *
 * @throws Interrupted
 */
export class LocalMoves {
  readonly #graph: ChoiceGraph;

  constructor(problem: PairwiseProblem) {
    this.#graph = new ChoiceGraph(problem);
  }

  improve(choices: number[]): void {
    while (this.#moveOne(choices) || this.#moveTwo(choices)) checkInterrupt();
  }

  /** Chooses for nodes in the order of their beliefs' certainty, given those that were chosen before. */
  decode(beliefs: readonly Float64Array[]): number[] {
    const choices = new Array<number>(beliefs.length).fill(-1);
    const order = [...beliefs.keys()].sort((a, b) => margin(beliefs[b]!) - margin(beliefs[a]!) || a - b);
    for (const node of order) {
      const costs = beliefs[node]!.slice();
      this.#addPairs(node, choices, costs);
      choices[node] = lowest(costs);
    }
    return choices;
  }

  #moveOne(choices: number[]): boolean {
    let isBetter = false;
    for (const node of choices.keys()) {
      const costs = this.#costsAt(node, choices);
      const best = lowest(costs);
      if (!isLess(costs[best]!, costs[choices[node]!]!)) continue;
      choices[node] = best;
      isBetter = true;
    }
    return isBetter;
  }

  #moveTwo(choices: number[]): boolean {
    let isBetter = false;
    for (const [a, tables] of this.#graph.neighbours.entries()) {
      for (const [b, { costs, columns }] of tables ?? []) {
        if (b < a) continue;
        const [ofA, ofB] = [this.#costsAt(a, choices, b), this.#costsAt(b, choices, a)];
        const at = choices[a]! * columns + choices[b]!;
        let least = ofA[choices[a]!]! + ofB[choices[b]!]! + costs[at]!;
        for (let i = 0, place = 0; i < ofA.length; i++) {
          for (let j = 0; j < columns; j++, place++) {
            const cost = ofA[i]! + ofB[j]! + costs[place]!;
            if (!isLess(cost, least)) continue;
            least = cost;
            [choices[a], choices[b]] = [i, j];
            isBetter = true;
          }
        }
      }
    }
    return isBetter;
  }

  /** What each choice of a node costs with the choices of the others, one of which may be left out. */
  #costsAt(node: number, choices: readonly number[], without = -1): Float64Array {
    const costs = this.#graph.unary[node]!.slice();
    this.#addPairs(node, choices, costs, without);
    return costs;
  }

  #addPairs(node: number, choices: readonly number[], sums: Float64Array, without = -1): void {
    for (const [other, { costs, columns }] of this.#graph.neighbours[node]!) {
      const chosen = choices[other]!;
      if (other === without || chosen < 0) continue;
      for (let choice = 0; choice < sums.length; choice++) sums[choice]! += costs[choice * columns + chosen]!;
    }
  }
}

/** By less than rounding, costs are equal: moves between them would never end. */
function isLess(a: number, b: number): boolean {
  return a < b - 1e-12 * Math.abs(b);
}

function lowest(costs: Float64Array): number {
  let best = 0;
  for (let choice = 1; choice < costs.length; choice++) if (costs[choice]! < costs[best]!) best = choice;
  return best;
}

/** How much the second best choice costs more than the best. */
function margin(costs: Float64Array): number {
  let [best, second] = [Infinity, Infinity];
  for (const cost of costs) {
    if (cost < best) [best, second] = [cost, best];
    else if (cost < second) second = cost;
  }
  return second === best ? 0 : second - best;
}
