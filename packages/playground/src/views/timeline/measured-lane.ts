import type { ProfiledOperation, ProfileOverlay, Stage } from '@shardform/study';
import type { Session } from '../../compiler/session.ts';
import type { MeasuredLane, MeasuredTimes, Row, TimedOperation } from './answer.ts';

/**
 * Returns the measured step as a lane, whose operations are numbered from `first` on: each from its first event to its last one, or until
 * the next one begins.
 */
export function measuredLane(
  overlay: ProfileOverlay,
  { study }: Session,
  stage: Stage,
  first: number,
): { readonly lane: MeasuredLane; readonly operations: readonly TimedOperation[] } {
  const operations: TimedOperation[] = [];
  const rows = overlay.rows.map(({ axis, operations: own }): Row => {
    const starts = Float64Array.from(own, ({ startSeconds }) => startSeconds);
    const durations = Float64Array.from(own, ({ startSeconds, endSeconds }, i) =>
      Math.max(0, Math.min(endSeconds, starts[i + 1] ?? Infinity) - startSeconds),
    );
    const numbers = Int32Array.from(own, () => 0);
    for (const [i, operation] of own.entries()) {
      numbers[i] = first + operations.length;
      operations.push(timedOperation(operation, axis));
    }
    const none = (): Float64Array => new Float64Array(own.length);
    return { axis, operations: numbers, starts, durations, shared: none(), queued: none() };
  });
  const { joined, steps, operations: all } = overlay.report;
  const lane: MeasuredLane = {
    ...{ devices: [], rows, joined: joined.operations },
    seconds: steps.deviceSeconds.median,
    end: all.reduce((most, { endSeconds }) => Math.max(most, endSeconds), 0),
    ...{ waits: new Float64Array(0), memoryTimes: new Float64Array(0), memoryBytes: new Float64Array(0) },
  };
  return { lane, operations };

  function timedOperation(operation: ProfiledOperation, axis: string | null): TimedOperation {
    const [name = ''] = operation.instructions;
    const op = overlay.operation(name);
    const value = op?.results[0] ?? null;
    return {
      ...{ name: operation.operation, label: name, axis, bytes: null, flops: 0, launch: 0 },
      id: value === null ? null : stage.values.idOf(value),
      value: value === null ? '' : study.naming(stage).operand(value),
      line: op === null ? null : study.lineOfOperation(op),
      bound: operation.bound ?? (axis === null ? 'compute' : 'network'),
      ...{ stage: null, microbatch: null, routes: [], contendedLink: null },
      measured: timesOfKernel(operation, true),
    };
  }
}

/** Returns the measured times of a kernel as they are sent to the page. */
export function timesOfKernel(operation: ProfiledOperation | null, isEvent: boolean): MeasuredTimes | null {
  if (operation === null) return null;
  const { seconds, predictedSeconds, ratio, startSeconds, endSeconds } = operation;
  const length = endSeconds - startSeconds;
  return {
    ...{ seconds: seconds.median, predictedSeconds, ratio, isEvent },
    density: length <= 0 ? 1 : Math.min(1, seconds.median / length),
  };
}
