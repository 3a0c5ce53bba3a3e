import { closestName } from '@shardform/ir-core';
import { listSchedule } from './list-schedule.ts';
import { interleavedSchedule, oneForwardOneBackward, zeroBubbleSchedule } from './device-order.ts';
import { type StageGraph, type Timestep } from './stage-graph.ts';

/**
 * Schedules of pipelines whose devices have a forward and a backward stage each, for `interleaved-1f1b` several of
 * both; for `zb-h1` gradients of weights are stages of their own.
 */
export const scheduleNames = ['gpipe', '1f1b', 'pipedream', 'interleaved-1f1b', 'zb-h1'] as const;

/** A schedule by name; see {@link scheduleNames}. */
export type ScheduleName = (typeof scheduleNames)[number];

/** Returns the schedule of a name, or `null` when there is none of that name. @throws RangeError or ScheduleError */
export function scheduleNamed(name: string, graph: StageGraph, microbatches: number): Timestep[] | null {
  switch (name) {
    case 'gpipe':
      return listSchedule(graph, microbatches, 'first-in-first-out');
    case 'pipedream':
      return listSchedule(graph, microbatches, 'alternating');
    case '1f1b':
      return oneForwardOneBackward(graph, microbatches);
    case 'interleaved-1f1b':
      return interleavedSchedule(graph, microbatches);
    case 'zb-h1':
      return zeroBubbleSchedule(graph, microbatches);
    default:
      return null;
  }
}

/** Returns the error message for an unknown schedule name. */
export function unknownSchedule(name: string): string {
  const close = closestName(name, scheduleNames);
  const hint = close === null ? `there are ${scheduleNames.join(', ')}` : `did you mean '${close}'?`;
  return `there is no schedule '${name}'; ${hint}`;
}
