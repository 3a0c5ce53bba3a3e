import type { Machine } from '@shardform/cost-model';
import { RunError } from '../run/run-error.ts';
import { isPossible } from '../run/read-run.ts';
import { replicasOf, type SizedRun, type TrainingRun } from '../run/training-run.ts';
import { type RunOptions, type RunOutcome, simulateRun } from './simulate-run.ts';

/**
 * Simulates a run; of one without a microbatch with the one, of those that divide the batch and double, that is the fastest of those
 * that fit into memory. Where none fits, that is the smallest.
 *
 * @throws RunError, CostError
 */
export function simulateBest(run: TrainingRun, machine: Machine, options: RunOptions = {}): RunOutcome {
  const { microbatch } = run;
  if (microbatch !== null) return simulateRun({ ...run, microbatch }, machine, options);
  let best: RunOutcome | null = null;
  for (const sized of sizesOf(run)) {
    const outcome = simulateRun(sized, machine, options);
    // Larger ones need more memory, and once they are slower they are not faster again.
    if (best !== null && (outcome.fits === false || outcome.seconds >= best.seconds)) break;
    best = outcome;
    if (outcome.fits === false) break;
  }
  if (best !== null) return best;
  throw new RunError(
    run.interleave > 1
      ? `no microbatch divides ${run.batch / replicasOf(run)} sequences of a replica into a multiple of ${run.pipeline} for an interleaved schedule; change 'batch', or set 'interleave' to 1`
      : `no microbatch divides ${run.batch / replicasOf(run)} sequences of a replica so that each of ${run.model.experts} experts has as many tokens; change 'batch' or 'expertsPerToken'`,
  );
}

function sizesOf(run: TrainingRun): readonly SizedRun[] {
  const each = run.batch / replicasOf(run);
  const found: SizedRun[] = [];
  for (let microbatch = 1; microbatch <= each; microbatch *= 2) {
    const sized = { ...run, microbatch };
    if (each % microbatch === 0 && isPossible(sized)) found.push(sized);
  }
  return found;
}
