import { describe, expect, test } from 'vitest';
import { type PipelineTask, pipelinePlan, timePlan, type TimedPlan } from './pipeline-plan.ts';

const equal = ({ kind }: PipelineTask): number => (kind === 'F' ? 1 : 2);

function timed(
  [devices, microbatches, chunks]: readonly [devices: number, microbatches: number, chunks?: number],
  durations: Partial<Parameters<typeof timePlan>[1] & object> = {},
): TimedPlan {
  const size = { devices, microbatches };
  const plan =
    chunks === undefined ? pipelinePlan('1f1b', size) : pipelinePlan('interleaved-1f1b', { ...size, chunks });
  return timePlan(plan, { durationOf: equal, transfer: 0, blocksSender: false, ...durations });
}

describe('a plan whose tasks have durations of their own', () => {
  test.each([
    [1, 4],
    [2, 2],
    [4, 4],
    [4, 16],
    [8, 64],
  ])('of %i equal stages and %i microbatches takes (m + p - 1) passes', (devices, microbatches) => {
    expect(timed([devices, microbatches]).makespan).toBe(3 * (microbatches + devices - 1));
  });

  test.each([
    [2, 4, 2],
    [4, 8, 2],
    [4, 8, 3],
  ])(
    'of %i devices and %i microbatches waits for (p - 1) / v with %i stages each',
    (devices, microbatches, chunks) => {
      const { makespan } = timed([devices, microbatches, chunks]);
      expect(makespan).toBe(3 * (microbatches * chunks + devices - 1));
    },
  );

  test('is as fast as its slowest stage', () => {
    const durationOf = ({ kind, stage }: PipelineTask): number =>
      (kind === 'F' ? 1 : 2) * (stage === 2 ? 3 : 1);
    const { makespan } = timed([4, 16], { durationOf });
    // The first microbatch's way to the slow stage, all of that stage, and the last one's way back.
    expect(makespan).toBe(2 + 16 * 9 + 4);
  });

  test('takes longer by what differs by microbatch', () => {
    const durationOf = (task: PipelineTask): number => equal(task) + (task.microbatch === 0 ? 5 : 0);
    expect(timed([1, 4], { durationOf }).makespan).toBe(12 + 10);
  });

  test('runs each task after those that it needs, and one at a time', () => {
    const { tasks } = timed([4, 8, 2], { transfer: 0.5, blocksSender: true });
    const ends = new Map(
      tasks.flat().map(({ kind, stage, microbatch, end }) => [`${kind}${stage}:${microbatch}`, end]),
    );
    for (const own of tasks)
      for (const [i, { kind, stage, microbatch, start }] of own.entries()) {
        expect(start).toBeGreaterThanOrEqual(own[i - 1]?.end ?? 0);
        const before = kind === 'F' ? `F${stage - 1}:${microbatch}` : `B${stage + 1}:${microbatch}`;
        expect(start).toBeGreaterThanOrEqual((ends.get(before) ?? -0.5) + 0.5);
      }
  });
});

describe('sends between stages', () => {
  test('are not waited for by who computes meanwhile', () => {
    // The last stage has an operand after each of its passes but the first; then the last gradient goes back.
    const [alone, sends] = [timed([2, 8]), timed([2, 8], { transfer: 0.25 })];
    expect(sends.makespan).toBeGreaterThan(alone.makespan);
    expect(sends.makespan).toBeLessThanOrEqual(alone.makespan + 0.25 * 2 * 8);
  });

  test('take time of the sender where they block it', () => {
    const [free, blocking] = [false, true].map((blocksSender) =>
      timed([2, 8], { transfer: 0.25, blocksSender }),
    );
    // Each of the devices sends once for each microbatch, and both wait for each other.
    expect(blocking!.makespan).toBeGreaterThanOrEqual(free!.makespan);
    const first = blocking!.tasks[0]!;
    expect(first[1]!.start).toBe(first[0]!.end + 0.25);
    expect(free!.tasks[0]![1]!.start).toBe(free!.tasks[0]![0]!.end);
  });

  test('are none on one device', () => {
    expect(timed([1, 4], { transfer: 1, blocksSender: true }).makespan).toBe(12);
  });

  test('of the last stage end with the model: nothing is sent from there', () => {
    const { tasks } = timed([2, 1], { transfer: 0.5, blocksSender: true });
    expect(tasks.map((own) => own.map(({ start, end }) => [start, end]))).toEqual([
      [
        [0, 1],
        [5, 7],
      ],
      [
        [1.5, 2.5],
        [2.5, 4.5],
      ],
    ]);
  });
});
