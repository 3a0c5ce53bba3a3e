import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { costOfChoices } from './cost-of-choices.ts';
import { LocalMoves } from './local-moves.ts';
import { MessagePassing } from './message-passing.ts';
import { presolve } from './presolve.ts';

/** Choices of a problem, and how good they are known to be. */
export interface Solution {
  /** By node that is asked for. */
  readonly choices: readonly number[];
  /** Infinite if no choices are allowed together. */
  readonly cost: number;
  /** No choices cost less; equal to the cost if these are known to be the best. */
  readonly bound: number;
}

/** Rounds of message passing at most, with one problem. */
const MOST_ROUNDS = 400;

/** Costs of pairs that message passing looks at, in all of its rounds. */
const WORK = 4e8;

/** Choices are decoded after so many rounds. */
const DECODING_ROUNDS = 5;

/** Costs that differ by less than this part are equal. */
const TOLERANCE = 5e-4;

/** Rounds end when so many raise the bound by less than this part of the gap. */
const LEAST_GAIN = 1e-3;

/** A problem is made smaller when this part of its choices is known to be in no better solution. */
const WORTH_DROPPING = 0.25;

/** What is rounded when costs are added. */
const ROUNDING = 1e-9;

/**
 * Chooses for each node of a problem. The result depends on the problem only.
 *
 * Bounds of message passing say of choices that no solution with them is better than the best one so far: without these the
 * problem is made smaller again, often until nothing is left.
 *
 * @throws Interrupted
 */
export function solvePairwise(problem: PairwiseProblem): Solution {
  return new Solving(problem).run();
}

/** A problem with some choices of the given one. Its costs are those of the given one, but for a constant. */
interface Part {
  readonly problem: PairwiseProblem;
  readonly removed: number;
  readonly expand: (choices: readonly number[]) => readonly number[];
}

class Solving {
  readonly #problem: PairwiseProblem;
  #best: readonly number[];
  #cost: number;
  #work = WORK;

  constructor(problem: PairwiseProblem) {
    this.#problem = problem;
    this.#best = problem.nodes.map(() => 0);
    this.#cost = costOfChoices(problem, this.#best);
  }

  run(): Solution {
    const whole = { problem: this.#problem, removed: 0, expand: (own: readonly number[]) => own };
    const bound = this.#solve(whole);
    const choices = this.#best.slice(0, this.#problem.asked);
    return { choices, cost: this.#cost, bound: Math.min(this.#cost, bound) };
  }

  /** Returns a bound of the solutions of a part that are better than the best one so far. */
  #solve(part: Part): number {
    let bound = -Infinity;
    for (let left: Part | null = part; left !== null;) {
      const smaller = reduced(left);
      if (smaller.problem.nodes.length === 0) return Math.max(bound, this.#add(smaller.expand([])));
      const passed = this.#passMessages(smaller);
      bound = Math.max(bound, passed.bound);
      left = passed.rest;
    }
    return bound;
  }

  /** Returns what choices cost. */
  #add(choices: readonly number[]): number {
    const cost = costOfChoices(this.#problem, choices);
    if (cost < this.#cost) [this.#best, this.#cost] = [choices, cost];
    return cost;
  }

  #isClosed(bound: number): boolean {
    return this.#cost - bound <= TOLERANCE * Math.abs(this.#cost);
  }

  /** The rest is the problem without choices that are in no better solution, if there are many; `null` when the bound rises no more. */
  #passMessages(part: Part): { readonly bound: number; readonly rest: Part | null } {
    const { problem, removed, expand } = part;
    const messages = new MessagePassing(problem);
    const moves = new LocalMoves(problem);
    const entries = problem.edges.reduce((sum, { costs }) => sum + costs.length, 1);
    const rounds = Math.max(DECODING_ROUNDS, Math.min(MOST_ROUNDS, Math.floor(this.#work / entries)));
    let [bound, before] = [-Infinity, -Infinity];
    for (let round = 1; round <= rounds; round++) {
      this.#work -= entries;
      const passed = messages.round() + removed;
      bound = Math.max(bound, passed);
      if (round % DECODING_ROUNDS !== 0) continue;
      const choices = messages.decode();
      moves.improve(choices);
      this.#add(expand(choices));
      if (this.#isClosed(bound)) break;
      const rest = withoutWorse(messages, part, this.#cost - passed + ROUNDING * Math.abs(this.#cost));
      if (rest !== null) return { bound, rest };
      if (bound - before < LEAST_GAIN * (this.#cost - bound)) break;
      before = bound;
    }
    return { bound, rest: null };
  }
}

function reduced({ problem, removed, expand }: Part): Part {
  const smaller = presolve(problem);
  return {
    problem: smaller.problem,
    removed: removed + smaller.removed,
    expand: (choices) => expand(smaller.expand(choices)),
  };
}

/** Returns a part without choices that cost too much beyond the bound with any others; `null` if there are few of them. */
function withoutWorse(messages: MessagePassing, part: Part, most: number): Part | null {
  const excesses = messages.excesses();
  let [all, dropped] = [0, 0];
  for (const [node, own] of excesses.entries()) {
    const left = own.reduce((sum, excess) => sum + (excess <= most ? 1 : 0), 0);
    if (part.problem.nodes[node]!.length > 1) all += own.length;
    if (left > 0) dropped += own.length - left;
  }
  if (dropped < WORTH_DROPPING * all) return null;
  const passed = messages.passedOn();
  const nodes = passed.nodes.map((costs, node) => {
    const excess = excesses[node]!;
    return costs.map((cost, choice) => (excess[choice]! <= most ? cost : Infinity));
  });
  return { ...part, problem: { nodes, edges: passed.edges } };
}
