import { checkInterrupt } from '@shardform/ir-core';
import { ChoiceGraph } from './choice-graph.ts';
import { leastOf } from './least-of.ts';
import type { PairTable } from './pair-table.ts';
import type { PairwiseProblem } from '../problem/pairwise-problem.ts';

/**
 * Improves choices until no other choice of one node, and none of two neighbours together, costs less.
 *
 * @throws Interrupted
 */
export class LocalMoves {
  readonly #graph: ChoiceGraph;
  /** The least cost of each table. */
  readonly #least = new Map<Float64Array, number>();

  constructor(problem: PairwiseProblem) {
    this.#graph = new ChoiceGraph(problem);
  }

  improve(choices: number[]): void {
    while (this.#moveOne(choices) || this.#moveTwo(choices)) checkInterrupt();
  }

  #moveOne(choices: number[]): boolean {
    let isBetter = false;
    for (const node of choices.keys()) {
      const costs = this.#graph.costsAt(node, choices);
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
      for (const [b, table] of tables ?? []) {
        if (b < a) continue;
        const [ofA, ofB] = [this.#graph.costsAt(a, choices, b), this.#graph.costsAt(b, choices, a)];
        const { costs, rows, columns, height, width } = table;
        const current = ofA[choices[a]!]! + ofB[choices[b]!]!;
        if (
          !isLess(
            leastOf(ofA) + leastOf(ofB) + this.#leastOf(costs),
            current + tableCost(table, choices[a]!, choices[b]!),
          )
        )
          continue;
        const [bestA, bestB] = [lowestBy(ofA, rows, height), lowestBy(ofB, columns, width)];
        let least = current + tableCost(table, choices[a]!, choices[b]!);
        for (let row = 0, place = 0; row < height; row++) {
          for (let column = 0; column < width; column++, place++) {
            const [i, j] = [bestA[row]!, bestB[column]!];
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

  #leastOf(costs: Float64Array): number {
    let least = this.#least.get(costs);
    if (least === undefined) this.#least.set(costs, (least = leastOf(costs)));
    return least;
  }
}

function tableCost({ costs, rows, columns, width }: PairTable, a: number, b: number): number {
  return costs[rows[a]! * width + columns[b]!]!;
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

/** By label, the cheapest choice that has it. */
function lowestBy(costs: Float64Array, labels: Int32Array, count: number): Int32Array {
  const best = new Int32Array(count).fill(-1);
  for (let choice = 0; choice < costs.length; choice++) {
    const known = best[labels[choice]!]!;
    if (known < 0 || costs[choice]! < costs[known]!) best[labels[choice]!] = choice;
  }
  return best;
}
