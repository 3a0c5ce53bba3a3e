import { describe, expect, test } from 'vitest';
import { FixedTasks, type GivenTasks } from '../../tests/given-tasks.ts';
import { plainMachine } from '../../tests/plain-machine.ts';
import { smallRun } from '../../tests/small-run.ts';
import type { RunSchedule } from '../run/run-schedule.ts';
import { partsOfModel } from './stages.ts';
import { TimedStep } from './timed-step.ts';

/** Sends take no time. */
const machine = plainMachine({ inside_gbps: 1e30, inside_latency: 0 });

/** Gradients of inputs and of weights take a second each. */
const equal = { forward: { seconds: 1 }, inputGradients: { seconds: 1 }, weightGradients: { seconds: 1 } };

function stepOf(
  pipeline: number,
  batch: number,
  schedule: RunSchedule,
  given: GivenTasks = equal,
): TimedStep {
  const run = smallRun({ model: { layers: pipeline }, devices: pipeline, pipeline, batch });
  const tasks = new FixedTasks(run, given);
  return new TimedStep(run, partsOfModel(run), { tasks, machine, schedule });
}

/** Seconds in which each device waits before it has done its last task. */
function waitsOf({ plan }: TimedStep): readonly number[] {
  return plan.tasks.map((own) => {
    let [waited, until] = [0, 0];
    for (const { start, end } of own) {
      waited += start - until;
      until = end;
    }
    return waited;
  });
}

describe('passes of a second each', () => {
  test.each([
    [2, 2],
    [2, 8],
    [4, 4],
    [4, 16],
    [8, 8],
    [8, 24],
  ])('of %i stages and %i microbatches wait for F + B - W instead of F + B + W', (pipeline, batch) => {
    const [usual, filled] = [stepOf(pipeline, batch, '1f1b'), stepOf(pipeline, batch, 'zb-h1')];
    expect(usual.seconds - 3 * batch).toBe((pipeline - 1) * 3);
    expect(filled.seconds - 3 * batch).toBe((pipeline - 1) * 1);
    // All devices are done at once, so that each waits for the whole bubble.
    expect(waitsOf(filled)).toEqual(Array.from({ length: pipeline }, () => pipeline - 1));
  });

  test('are as many as microbatches, of each kind', () => {
    const [own] = stepOf(4, 8, 'zb-h1').plan.tasks;
    for (const kind of ['F', 'B', 'W'])
      expect(own.filter((task) => task.kind === kind).map(({ microbatch }) => microbatch)).toEqual([
        ...Array.from({ length: 8 }, (_, i) => i),
      ]);
  });

  test.each(['1f1b', 'zb-h1'] as const)(
    'are followed by the sums of replicas and the update with %s',
    (schedule) => {
      const more = { ...equal, adding: 5, update: { seconds: 7 } };
      expect(stepOf(4, 8, schedule, more).seconds).toBe(stepOf(4, 8, schedule).seconds + 5 + 7);
    },
  );
});
