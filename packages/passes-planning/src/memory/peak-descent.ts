import { checkInterrupt } from '@shardform/ir-core';
import type { Candidate } from '../plan/candidate.ts';
import { costOfChoices } from '../solver/cost-of-choices.ts';

/** A plan takes less memory than another one by this part at least. */
const LEAST_GAIN = 1e-6;

/**
 * Lowers the peak of a plan, as estimated, by other choices of single classes: prices of memory follow what is held at the
 * peak of one plan, and pass by what several classes hold at peaks that are nearly alike.
 *
 * @param most so many plans are estimated at most.
 * @throws Interrupted
 */
export function descendPeaks(
  start: Candidate,
  candidateOf: (choices: readonly number[], origin: Candidate) => Candidate,
  most: number,
): Candidate {
  const { priced } = start.model;
  let best = start;
  let left = most;
  for (let isBetter = true; isBetter && left > 0;) {
    isBetter = false;
    for (const [node, costs] of priced.nodes.entries())
      for (const choice of costs.keys()) {
        const { choices } = best.model;
        if (choice === choices[node]) continue;
        const others = choices.with(node, choice);
        if (left-- <= 0) return best;
        checkInterrupt();
        if (costOfChoices(priced, others) === Infinity) continue;
        const own = candidateOf(others, best);
        if (own.estimate.peakBytes >= (1 - LEAST_GAIN) * best.estimate.peakBytes) continue;
        best = own;
        isBetter = true;
      }
  }
  return best;
}
