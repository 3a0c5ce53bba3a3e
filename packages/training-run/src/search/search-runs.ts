import type { Machine } from '@shardform/cost-model';
import { computingDevices } from '@shardform/cost-model';
import { checkInterrupt } from '@shardform/ir-core';
import { isPossible } from '../run/read-run.ts';
import { RunError } from '../run/run-error.ts';
import type { RunSchedule } from '../run/run-schedule.ts';
import { recomputations, type TrainingRun } from '../run/training-run.ts';
import { simulateBest } from '../simulate/best-microbatch.ts';
import type { RunOutcome } from '../simulate/simulate-run.ts';

/** A run without its strategy. */
export type Workload = Pick<TrainingRun, 'model' | 'hardware' | 'devices' | 'slices' | 'batch' | 'precision'>;

/** The outcome of a search. */
export interface RunSearch {
  /** Of each strategy that fits, by schedule, with the least recomputation that does; the fastest first. */
  readonly outcomes: readonly RunOutcome[];
  /** Those of which no other one is both faster and takes less memory, the fastest first. */
  readonly front: readonly RunOutcome[];
  /** Number of strategies that divide the run, by schedule; of those that do not fit none was listed. */
  readonly candidates: number;
}

/** Options of {@link searchRuns}. */
export interface SearchOptions {
  /** Those of pipelines: 1F1B unless given. */
  readonly schedules?: readonly RunSchedule[];
}

/**
 * Simulates the strategies for a workload: replicas that divide weights or the optimizer's state, tensor parallelism within a node,
 * and pipelines, by each of the schedules; each with the least recomputation with which it fits, and its fastest microbatch.
 *
 * @throws RunError where no strategy divides the devices, and the errors of {@link simulateBest}.
 */
export function searchRuns(
  work: Workload,
  machine: Machine,
  { schedules = ['1f1b'] }: SearchOptions = {},
): RunSearch {
  const candidates = strategiesOf(work, machine).flatMap((run) =>
    // Without a pipeline there is nothing to schedule.
    (run.pipeline === 1 ? [undefined] : schedules).map((schedule) => ({ run, schedule })),
  );
  if (candidates.length === 0)
    throw new RunError(
      `no strategy divides a batch of ${work.batch} sequences among ${work.devices} devices; change 'batch' or 'devices'`,
    );
  const outcomes: RunOutcome[] = [];
  for (const { run, schedule } of candidates) {
    for (const recompute of recomputations) {
      checkInterrupt();
      const outcome = simulateBest(
        { ...run, recompute },
        machine,
        schedule === undefined ? {} : { schedule },
      );
      if (outcome.fits === false) continue;
      outcomes.push(outcome);
      break;
    }
  }
  outcomes.sort((a, b) => a.seconds - b.seconds);
  let least = Infinity;
  const front = outcomes.filter(({ memoryBytes }) => {
    if (memoryBytes >= least) return false;
    least = memoryBytes;
    return true;
  });
  return { outcomes, front, candidates: candidates.length };
}

function strategiesOf(work: Workload, machine: Machine): readonly TrainingRun[] {
  const { topology } = machine;
  const most = topology.kind === 'nodes' ? topology.perNode : computingDevices(machine);
  const found: TrainingRun[] = [];
  for (const tensor of divisorsOf(work.devices).filter((degree) => degree <= Math.min(most, MOST_TENSOR)))
    for (const pipeline of divisorsOf(work.devices / tensor)) {
      const replicas = work.devices / tensor / pipeline;
      for (const isDivided of replicas > 1 ? [true, false] : [false]) {
        const run: TrainingRun = {
          ...work,
          ...{ data: isDivided ? 1 : replicas, fsdp: isDivided ? replicas : 1 },
          ...{ tensor, pipeline, context: 1, expert: 1, interleave: 1 },
          ...{ sequenceParallel: tensor > 1, zero1: !isDivided && replicas > 1 },
          ...{ recompute: 'none', microbatch: null },
        };
        if (isPossible(run)) found.push(run);
      }
    }
  return found;
}

/** More devices hardly share products efficiently. */
const MOST_TENSOR = 16;

function divisorsOf(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i + 1).filter((own) => count % own === 0);
}
