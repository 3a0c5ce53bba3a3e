import { type RunSchedule, runSchedules } from '@shardform/training-run';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { UsageError } from '../tool-io.ts';

/** Schedules of a search's pipelines, whose devices have one part of the model each. */
export const searchSchedules = runSchedules.filter((name) => name !== 'interleaved-1f1b');

/** Returns the schedules that a search simulates. @throws UsageError */
export function schedulesOf(values: {
  readonly schedule: RunSchedule | null;
  readonly schedules: string | null;
}): readonly RunSchedule[] {
  const { schedule, schedules } = values;
  if (schedules === null) return [schedule ?? '1f1b'];
  refuseIdleFlags(values, ['schedule'], "beside '--schedules'");
  if (schedules === 'all') return searchSchedules;
  const names = schedules.split(',').map((name) => scheduleNamed(name.trim()));
  return [...new Set(names)];
}

function scheduleNamed(name: string): RunSchedule {
  const found = searchSchedules.find((own) => own === name);
  if (found !== undefined) return found;
  throw new UsageError(
    `flag '--schedules' expects some of ${searchSchedules.join(', ')}, since devices of a search's pipelines have one part of the model each; got '${name}'`,
  );
}
