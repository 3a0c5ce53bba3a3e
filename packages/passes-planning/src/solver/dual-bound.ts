import { checkInterrupt } from '@shardform/ir-core';
import type { PairCosts, PairwiseProblem } from '../problem/pairwise-problem.ts';

/** Shares of the costs of pairs that were moved to their nodes, without changing what any choices cost together. */
export interface Reparametrization {
  /** No choices cost less. */
  readonly bound: number;
  /** By node, the costs of its choices with what was moved to them. */
  readonly beliefs: readonly Float64Array[];
}

/** Rounds end when one raises the bound by less than this part of it. */
const LEAST_GAIN = 1e-7;

/**
 * Raises a lower bound of the least cost by message passing (MPLP, Globerson and Jaakkola 2007): each pair in turn
 * gives what it costs at least to its nodes, half to each. The bound never falls.
 *
 * @throws Interrupted
 */
export function dualBound(problem: PairwiseProblem, rounds: number): Reparametrization {
  const beliefs = problem.nodes.map((costs) => costs.slice());
  const messages = problem.edges.map((edge) => new Messages(edge, problem));
  let bound = -Infinity;
  for (let round = 0; round < rounds; round++) {
    for (const message of messages) message.pass(beliefs);
    checkInterrupt();
    const before = bound;
    bound = beliefs.reduce(
      (sum, costs) => sum + costs.reduce((least, cost) => Math.min(least, cost), Infinity),
      0,
    );
    if (!(bound - before > LEAST_GAIN * Math.abs(bound))) break;
  }
  return { bound, beliefs };
}

/** What a pair has given to its nodes. */
class Messages {
  readonly #edge: PairCosts;
  readonly #toA: Float64Array;
  readonly #toB: Float64Array;

  constructor(edge: PairCosts, { nodes }: PairwiseProblem) {
    this.#edge = edge;
    this.#toA = new Float64Array(nodes[edge.a]!.length);
    this.#toB = new Float64Array(nodes[edge.b]!.length);
  }

  pass(beliefs: readonly Float64Array[]): void {
    const { a, b, costs } = this.#edge;
    const [ofA, ofB] = [beliefs[a]!, beliefs[b]!];
    for (let i = 0; i < ofA.length; i++) ofA[i]! -= this.#toA[i]!;
    for (let j = 0; j < ofB.length; j++) ofB[j]! -= this.#toB[j]!;
    const [toA, toB] = [this.#toA.fill(Infinity), this.#toB.fill(Infinity)];
    for (let i = 0, at = 0; i < ofA.length; i++) {
      for (let j = 0; j < ofB.length; j++, at++) {
        const cost = costs[at]!;
        if (cost + ofB[j]! < toA[i]!) toA[i] = cost + ofB[j]!;
        if (cost + ofA[i]! < toB[j]!) toB[j] = cost + ofA[i]!;
      }
    }
    give(ofA, toA);
    give(ofB, toB);
  }
}

/** Of what a choice costs at least with the pair, half becomes its belief. */
function give(belief: Float64Array, message: Float64Array): void {
  for (let choice = 0; choice < belief.length; choice++) {
    const own = belief[choice]!;
    if (own === Infinity || message[choice] === Infinity) {
      belief[choice] = Infinity;
      message[choice] = 0;
      continue;
    }
    belief[choice] = (own + message[choice]!) / 2;
    message[choice] = belief[choice]! - own;
  }
}
