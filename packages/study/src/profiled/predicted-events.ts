import type { TimedRun } from '../time/simulated-time.ts';

/** What a device is predicted to do at a time, in seconds. */
export interface PredictedEvent {
  readonly communicates: boolean;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** Returns what the slowest device does in a simulation, in its order. */
export function predictedEvents({ simulated: { simulation }, report }: TimedRun): readonly PredictedEvent[] {
  return simulation.events
    .filter(({ device, duration }) => device === report.slowestDevice && duration > 0)
    .map(({ stream, start, duration }) => ({
      ...{ communicates: stream !== 'compute', startSeconds: start, endSeconds: start + duration },
    }))
    .sort((a, b) => a.startSeconds - b.startSeconds);
}
