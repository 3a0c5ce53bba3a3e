import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { costOfChoices } from './cost-of-choices.ts';
import { LocalMoves } from './local-moves.ts';
import { MessagePassing } from './message-passing.ts';
import { presolve } from './presolve.ts';

/** Choices of a problem, and how good they are known to be. */
export interface Solution {
  /** By node. */
  readonly choices: readonly number[];
  /** Infinite if no choices are allowed together. */
  readonly cost: number;
  /** No choices cost less; equal to the cost if these are known to be the best. */
  readonly bound: number;
}

/** Rounds of message passing at most. */
const MOST_ROUNDS = 400;

/** Costs of pairs that message passing looks at, in all of its rounds. */
const WORK = 4e8;

/** Choices are decoded after so many rounds. */
const DECODING_ROUNDS = 5;

/** Costs that differ by less than this part are equal. */
const TOLERANCE = 1e-4;

/** Rounds end when so many raise the bound by less than this part of the gap. */
const LEAST_GAIN = 1e-3;

/**
 * Chooses for each node of a problem. The result depends on the problem only.
 *
 * @throws Interrupted
 */
export function solvePairwise(problem: PairwiseProblem): Solution {
  const reduced = presolve(problem);
  const { choices: own, bound } = solveReduced(reduced.problem);
  const choices = reduced.expand(own);
  const cost = costOfChoices(problem, choices);
  return { choices, cost, bound: own.length === 0 ? cost : Math.min(cost, bound + reduced.removed) };
}

function solveReduced(problem: PairwiseProblem): Solution {
  if (problem.nodes.length === 0) return { choices: [], cost: 0, bound: 0 };
  const messages = new MessagePassing(problem);
  const moves = new LocalMoves(problem);
  const entries = problem.edges.reduce((sum, { costs }) => sum + costs.length, 1);
  const rounds = Math.max(DECODING_ROUNDS, Math.min(MOST_ROUNDS, Math.floor(WORK / entries)));
  let best: Solution = { choices: problem.nodes.map(() => 0), cost: Infinity, bound: -Infinity };
  let [bound, before] = [-Infinity, -Infinity];
  for (let round = 1; round <= rounds; round++) {
    bound = Math.max(bound, messages.round());
    if (round % DECODING_ROUNDS !== 0) continue;
    const choices = messages.decode();
    moves.improve(choices);
    const cost = costOfChoices(problem, choices);
    if (cost < best.cost || best.cost === Infinity) best = { choices, cost, bound };
    const gap = best.cost - bound;
    if (gap <= TOLERANCE * Math.abs(best.cost) || bound - before < LEAST_GAIN * gap) break;
    before = bound;
  }
  return { ...best, bound };
}
