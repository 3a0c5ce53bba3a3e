import { type RunSchedule, usualSchedule } from './run-schedule.ts';
import type { TrainingRun } from './training-run.ts';

/** `fsdp 8, tensor 2 sequence-parallel, pipeline 4 zb-h1, recompute full`: a strategy without degrees of 1 and the usual schedule. */
export function strategyText(run: TrainingRun, schedule: RunSchedule = usualSchedule(run)): string {
  const { sequenceParallel, interleave, zero1, recompute } = run;
  const degrees = (['data', 'fsdp', 'expert', 'context', 'tensor', 'pipeline'] as const).flatMap((name) =>
    run[name] === 1 ? [] : [`${name} ${run[name]}${suffixOf(name)}`],
  );
  function suffixOf(name: string): string {
    if (name === (run.data > 1 ? 'data' : 'expert') && zero1) return ' zero1';
    if (name === 'tensor' && sequenceParallel) return ' sequence-parallel';
    if (name !== 'pipeline') return '';
    return `${interleave > 1 ? ` x ${interleave}` : ''}${schedule === usualSchedule(run) ? '' : ` ${schedule}`}`;
  }
  const all = [
    ...(degrees.length === 0 ? ['one device'] : degrees),
    ...(recompute === 'none' ? [] : [`recompute ${recompute}`]),
  ];
  return all.join(', ');
}
