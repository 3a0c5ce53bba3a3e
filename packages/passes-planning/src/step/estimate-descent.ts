import { checkInterrupt } from '@shardform/ir-core';
import type { Candidate } from '../plan/candidate.ts';
import { ChoiceGraph } from '../solver/choice-graph.ts';

/** Moves are tried that cost at most this part of a plan more in its model. */
const DEAREST_MOVE = 0.1;

/** A plan is faster than another one by this part at least. */
const LEAST_GAIN = 1e-6;

/** What plans are improved with. */
export interface DescentOptions {
  readonly candidateOf: (choices: readonly number[], origin: Candidate) => Candidate;
  /** Whether a plan may be chosen: it keeps to a limit of memory, for example. */
  readonly allows: (candidate: Candidate) => boolean;
  /** So many plans are estimated at most. */
  readonly most: number;
}

interface Move {
  readonly node: number;
  readonly choice: number;
  /** What the plan costs more in its model. */
  readonly cost: number;
}

/**
 * Improves a plan by other choices of single classes, as long as the estimate of the step becomes shorter: the model in which
 * it was made adds up what the schedule hides. What the model takes for the best is tried first.
 *
 * @throws Interrupted
 */
export function descendEstimates(start: Candidate, { candidateOf, allows, most }: DescentOptions): Candidate {
  const graph = new ChoiceGraph(start.model.priced);
  let best = start;
  let left = most;
  for (let isBetter = true; isBetter && left > 0;) {
    isBetter = false;
    const choices = [...best.model.choices];
    for (const { node, choice } of movesFrom(graph, best)) {
      if (left-- <= 0) break;
      checkInterrupt();
      const before = choices[node]!;
      choices[node] = choice;
      const own = candidateOf([...choices], best);
      if (own.estimate.seconds < (1 - LEAST_GAIN) * best.estimate.seconds && allows(own)) {
        best = own;
        isBetter = true;
      } else choices[node] = before;
    }
  }
  return best;
}

/** The cheapest first. */
function movesFrom(graph: ChoiceGraph, { model: { choices, seconds } }: Candidate): Move[] {
  const dearest = DEAREST_MOVE * seconds;
  const moves: Move[] = [];
  for (const node of choices.keys()) {
    const costs = graph.costsAt(node, choices);
    const own = costs[choices[node]!]!;
    for (const [choice, other] of costs.entries())
      if (choice !== choices[node] && other - own <= dearest) moves.push({ node, choice, cost: other - own });
  }
  return moves.sort((a, b) => a.cost - b.cost || a.node - b.node || a.choice - b.choice);
}
