import type { PlanName } from '@shardform/passes-dist';
import { RunError } from './run-error.ts';
import type { TrainingRun } from './training-run.ts';

/** Schedules of a pipeline. With `zb-h1` the gradients of weights are passes of their own, which fill the time of waiting. */
export const runSchedules = [
  'gpipe',
  '1f1b',
  'interleaved-1f1b',
  'zb-h1',
] as const satisfies readonly PlanName[];

/** One of {@link runSchedules}. */
export type RunSchedule = (typeof runSchedules)[number];

/** Returns the schedule of a run's pipeline unless another is given. */
export function usualSchedule({ interleave }: Pick<TrainingRun, 'interleave'>): RunSchedule {
  return interleave > 1 ? 'interleaved-1f1b' : '1f1b';
}

/** Checks that a run can have a schedule. @throws RunError */
export function checkSchedule({ interleave, pipeline }: TrainingRun, schedule: RunSchedule): void {
  if (interleave > 1 && schedule !== 'interleaved-1f1b')
    throw new RunError(
      `'interleave' is ${interleave}, and the schedule '${schedule}' has one part of the model on each device; use 'interleaved-1f1b', or set 'interleave' to 1`,
    );
  if (pipeline === 1 && schedule === 'zb-h1')
    throw new RunError(
      `the schedule 'zb-h1' fills the time in which stages wait for each other, and 'pipeline' is 1; raise 'pipeline', or leave the schedule out`,
    );
}
