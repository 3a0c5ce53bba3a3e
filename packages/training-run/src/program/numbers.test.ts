import { arrayOf, type NdArray, randomArray } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { ExecutedStep, numbersOf, type Step } from '../../tests/executed-step.ts';
import { smallRun } from '../../tests/small-run.ts';

function expectSame(actual: Step, expected: Step): void {
  expect(actual.loss).toBeCloseTo(expected.loss, 4);
  expect(actual.gradients).toHaveLength(expected.gradients.length);
  for (const [i, gradient] of actual.gradients.entries()) {
    const other = expected.gradients[i];
    const largest = Math.max(...other.map(Math.abs));
    const difference = Math.max(...gradient.map((value, at) => Math.abs(value - other[at])));
    expect(difference / largest, `gradient ${i}`).toBeLessThan(1e-4);
  }
}

/** Weights of which one is moved along a direction. */
function moved(weights: readonly NdArray[], index: number, along: readonly number[], by: number): NdArray[] {
  return weights.map((weight, i) =>
    i === index
      ? arrayOf(
          'f32',
          weight.shape,
          numbersOf(weight).map((value, at) => value + by * along[at]),
        )
      : weight,
  );
}

describe('gradients of a step', () => {
  test.each<[string, Record<string, unknown>]>([
    ['with a gate and groups of heads', {}],
    ['without a gate', { gated: false, kvHeads: 4 }],
    ['with experts', { experts: 4, expertsPerToken: 2 }],
    ['with three experts for each token', { experts: 4, expertsPerToken: 3, gated: false }],
    ['with all experts for each token', { experts: 2, expertsPerToken: 2 }],
  ])('are the slopes of its loss, %s', (_, model) => {
    const step = new ExecutedStep(smallRun({ model }));
    const { gradients } = step.step('one');
    for (const [i, gradient] of gradients.entries()) {
      const along = numbersOf(randomArray('f32', [gradient.length], 100 + i));
      const slope = gradient.reduce((sum, value, at) => sum + value * along[at], 0);
      const by = 3e-2 / Math.hypot(...along);
      const [above, below] = [by, -by].map((own) => step.lossWith(moved(step.weights, i, along, own)));
      const size = Math.hypot(...gradient) * Math.hypot(...along);
      expect(Math.abs((above - below) / (2 * by) - slope) / size, `weight ${i}`).toBeLessThan(5e-3);
    }
  });

  test.each(['selective', 'full'])('are the same with %s recomputation', (recompute) => {
    expectSame(
      new ExecutedStep(smallRun({ recompute })).step('one'),
      new ExecutedStep(smallRun()).step('one'),
    );
  });

  // All replicas together have two sequences.
  test.each<Record<string, unknown>>([
    { devices: 2, microbatch: 1, data: 2 },
    { devices: 2, microbatch: 1, data: 2, zero1: true },
    { devices: 2, microbatch: 1, fsdp: 2 },
    { devices: 2, microbatch: 2, tensor: 2 },
    { devices: 2, microbatch: 2, tensor: 2, sequenceParallel: true },
    { devices: 8, microbatch: 1, fsdp: 2, tensor: 2, data: 1, context: 2, recompute: 'full' },
    { devices: 4, microbatch: 1, data: 2, tensor: 2, recompute: 'selective' },
  ])('are the same on devices with %j', (fields) => {
    const divided = new ExecutedStep(smallRun(fields));
    expectSame(divided.step('all'), divided.step('one'));
    if (fields.context === undefined)
      expectSame(divided.step('all'), new ExecutedStep(smallRun({ microbatch: 2 })).step('one'));
  });

  test.each<Record<string, unknown>>([
    { devices: 2, microbatch: 1, expert: 2 },
    { devices: 2, microbatch: 1, expert: 2, recompute: 'selective' },
    { devices: 4, microbatch: 1, expert: 2, data: 2, batch: 4, zero1: true },
    { devices: 4, microbatch: 1, expert: 2, fsdp: 2, batch: 4 },
    { devices: 4, microbatch: 1, expert: 2, tensor: 2, sequenceParallel: true, recompute: 'full' },
  ])('are the same where groups have different experts, with %j', (fields) => {
    const divided = new ExecutedStep(smallRun({ ...fields, model: { experts: 4, expertsPerToken: 2 } }));
    expectSame(divided.step('all'), divided.step('one'));
  });

  test('are the same where parts of a sequence are on different devices', () => {
    const divided = new ExecutedStep(smallRun({ devices: 2, context: 2 }));
    expectSame(divided.step('all'), new ExecutedStep(smallRun()).step('one'));
  });

  test('are the same where more devices than heads of keys have copies of them', () => {
    const divided = new ExecutedStep(smallRun({ devices: 4, tensor: 4 }));
    expectSame(divided.step('all'), divided.step('one'));
  });

  test('of two microbatches add up', () => {
    const alone = new ExecutedStep(smallRun(), { accumulates: false, synchronizes: false });
    const added = new ExecutedStep(smallRun(), { accumulates: true, synchronizes: false });
    expectSame(added.step('one'), alone.step('one'));
  });
});
