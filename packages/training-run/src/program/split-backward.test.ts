import { memoryRulesOf } from '@shardform/runtime-dist';
import { describe, expect, test } from 'vitest';
import { ExecutedHalves } from '../../tests/executed-halves.ts';
import { numbersOf } from '../../tests/executed-step.ts';
import { plainMachine } from '../../tests/plain-machine.ts';
import { smallRun } from '../../tests/small-run.ts';
import { stageDevicesOf } from '../run/training-run.ts';
import { DividedTask } from '../simulate/task-simulator.ts';
import type { ModelPart } from './model-part.ts';
import { inputGradientProgram, weightGradientProgram } from './split-backward.ts';
import { backwardProgram } from './task-programs.ts';
import { TransformerShape } from './transformer-shape.ts';

const whole: ModelPart = { layers: 2, hasEmbedding: true, hasHead: true };
const [begin, middle, end]: readonly ModelPart[] = [
  { layers: 2, hasEmbedding: true, hasHead: false },
  { layers: 2, hasEmbedding: false, hasHead: false },
  { layers: 2, hasEmbedding: false, hasHead: true },
];

const experts = { experts: 4, expertsPerToken: 2 };

describe('the halves of a backward pass', () => {
  test.each<[ModelPart, Record<string, unknown>]>([
    [whole, {}],
    [begin, {}],
    [middle, {}],
    [end, {}],
    [middle, { model: { gated: false, kvHeads: 4 } }],
    [middle, { recompute: 'selective' }],
    [middle, { recompute: 'full' }],
    [whole, { model: experts }],
    [middle, { model: experts, recompute: 'selective' }],
    [middle, { model: { ...experts, gated: false }, recompute: 'full' }],
  ])('give the numbers of the whole, of %j with %j', (part, fields) => {
    for (const accumulates of [true, false]) {
      const halves = new ExecutedHalves(smallRun(fields), part, { accumulates, synchronizes: false });
      const results = halves.results('one');
      expect(results.halves.map(numbersOf)).toEqual(results.whole.map(numbersOf));
    }
  });

  test.each<Record<string, unknown>>([
    { devices: 2, data: 2 },
    { devices: 2, data: 2, zero1: true },
    { devices: 2, fsdp: 2 },
    { devices: 2, tensor: 2 },
    { devices: 2, tensor: 2, sequenceParallel: true },
    { devices: 4, tensor: 2, context: 2, recompute: 'full' },
    { devices: 2, expert: 2, model: experts, batch: 4 },
  ])('give the numbers of the whole on devices, with %j', (fields) => {
    const use = { accumulates: true, synchronizes: true };
    const halves = new ExecutedHalves(smallRun(fields), whole, use).results('all');
    expect(halves.halves).toHaveLength(halves.whole.length);
    for (const [i, result] of halves.halves.entries()) {
      const [actual, expected] = [numbersOf(result), numbersOf(halves.whole[i])];
      const largest = Math.max(...expected.map(Math.abs));
      const difference = Math.max(...actual.map((value, at) => Math.abs(value - expected[at])));
      expect(difference / largest, `result ${i}`).toBeLessThan(1e-5);
    }
  });

  test.each<Record<string, unknown>>([
    { devices: 2, data: 2 },
    { devices: 2, fsdp: 2 },
    { devices: 2, tensor: 2 },
    { devices: 2, tensor: 2, sequenceParallel: true },
    { devices: 2, context: 2 },
    { devices: 2, expert: 2, model: experts },
    { devices: 8, data: 2, fsdp: 2, tensor: 2 },
  ])('send together as much as the whole, with %j', (fields) => {
    const use = { accumulates: true, synchronizes: true };
    const halves = new ExecutedHalves(smallRun(fields), whole, use);
    const { layer_backward: layer, main } = halves.whole.collectives;
    expect(sentByHalves(halves)).toEqual({ layer, main });
  });

  test('gather operands once more that were computed again', () => {
    const run = smallRun({ devices: 2, tensor: 2, sequenceParallel: true, recompute: 'full' });
    const halves = new ExecutedHalves(run, whole, { accumulates: true, synchronizes: true });
    const { layer } = sentByHalves(halves);
    const before = halves.whole.collectives.layer_backward;
    // Of 8 tokens of width 8, behind either norm.
    const operands = 2 * 8 * 8;
    expect(layer).toEqual({ ...before, 'all_gather 2': before['all_gather 2'] + operands });
  });
});

type Sent = Readonly<Record<string, number>>;

/** Elements that collectives of both halves have, in a layer and in the embedding and the head. */
function sentByHalves({ ofInput, ofWeights }: ExecutedHalves): Readonly<Record<'layer' | 'main', Sent>> {
  const added = (one: Sent = {}, other: Sent = {}): Sent => {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return Object.fromEntries([...names].map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
  };
  const [first, second] = [ofInput.collectives, ofWeights.collectives];
  return {
    layer: added(first.layer_input_gradients, second.layer_weight_gradients),
    main: added(first.main, second.main),
  };
}

/** Computes at one operation a second, and moves bytes at once. */
const counting = plainMachine({
  device: { flops: 1, dram: 1e30, launch: 0 },
  ...{ inside_gbps: 1e30, inside_latency: 0 },
});

describe('operations', () => {
  const use = { accumulates: true, synchronizes: false };

  function flopsOf({ text }: { readonly text: string }, devices: number): number {
    return new DividedTask({ text }, devices, memoryRulesOf(counting)).costs(counting).seconds;
  }

  test.each<Record<string, unknown>>([
    {},
    { model: { gated: false } },
    { recompute: 'selective' },
    { recompute: 'full' },
    { model: experts },
    { precision: 'fp8' },
    { devices: 2, fsdp: 2 },
    { devices: 2, tensor: 2 },
  ])('of both halves add up to those of the whole, with %j', (fields) => {
    const run = smallRun({ precision: 'bf16', ...fields });
    const shape = new TransformerShape(run);
    const of = (program: { readonly text: string }): number => flopsOf(program, stageDevicesOf(run));
    const [ofInput, ofWeights] = [
      of(inputGradientProgram(shape, middle)),
      of(weightGradientProgram(shape, middle, use)),
    ];
    expect((ofInput + ofWeights) / of(backwardProgram(shape, middle, use))).toBeCloseTo(1, 12);
  });

  test('of gradients of weights are two for each weight and token', () => {
    const shape = new TransformerShape(smallRun({ microbatch: 2, precision: 'bf16' }));
    const matrices = 128 + 64 + 256 + 128;
    const products = 2 * 2 * 8 * 2 * matrices;
    const all = flopsOf(weightGradientProgram(shape, middle, use), 1);
    // Beside them, sums of the scales of two norms in each layer.
    expect(all).toBeGreaterThanOrEqual(products);
    expect(all).toBeLessThan(products * 1.01);
  });
});

test('operands of gradients of weights wait: an input and a gradient of each product', () => {
  const shape = new TransformerShape(smallRun({ precision: 'bf16' }));
  const use = { accumulates: true, synchronizes: false };
  const program = weightGradientProgram(shape, middle, use);
  const { memory } = new DividedTask(program, 1, memoryRulesOf(counting));
  // Two norms, queries with keys and values, output; gate with the rest, and their product.
  const inputs = 8 + 8 + 8 + 16;
  const gradients = 16 + 8 + 32 + 8;
  const ofToken = 2 * (inputs + gradients);
  const scales = 4 * 2 * 8;
  expect(memory.arguments - memory.results).toBe(2 * (8 * ofToken + scales));
});
