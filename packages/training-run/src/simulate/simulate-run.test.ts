import { memoryRulesOf } from '@shardform/runtime-dist';
import { describe, expect, test } from 'vitest';
import { plainMachine } from '../../tests/plain-machine.ts';
import { smallRun } from '../../tests/small-run.ts';
import { TransformerShape } from '../program/transformer-shape.ts';
import type { RunSchedule } from '../run/run-schedule.ts';
import { flopsOfStep } from '../run/model-flops.ts';
import { type SizedRun, stageDevicesOf } from '../run/training-run.ts';
import { RunTasks } from './run-tasks.ts';
import { type RunOutcome, simulateRun } from './simulate-run.ts';
import { secondsOf } from './time-parts.ts';

const model = { layers: 4, hidden: 256, heads: 8, kvHeads: 8, ffn: 1024, vocab: 512, sequence: 256 };

function runOf(fields: Readonly<Record<string, unknown>> = {}): SizedRun {
  return smallRun({ precision: 'bf16', ...fields, model: { ...model, ...(fields.model as object) } });
}

const machine = plainMachine();

/** Programs of runs, which do not depend on the rates of machines. */
const known = new Map<string, RunTasks>();

function outcomeOf(
  fields: Readonly<Record<string, unknown>> = {},
  own = machine,
  schedule?: RunSchedule,
): RunOutcome {
  const run = runOf(fields);
  const key = JSON.stringify({ ...run, batch: run.microbatch });
  let tasks = known.get(key);
  if (tasks === undefined) {
    tasks = new RunTasks(new TransformerShape(run), stageDevicesOf(run), memoryRulesOf(machine));
    known.set(key, tasks);
  }
  return simulateRun(run, own, { tasks, ...(schedule === undefined ? {} : { schedule }) });
}

const strategies: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { devices: 4, fsdp: 4, batch: 16, microbatch: 2 },
  { devices: 4, data: 4, batch: 8, zero1: true },
  { devices: 8, tensor: 4, fsdp: 2, batch: 4, sequenceParallel: true, recompute: 'selective' },
  { devices: 2, context: 2, recompute: 'full' },
  { model: { experts: 4, expertsPerToken: 2 }, devices: 4, expert: 4, batch: 4 },
  { devices: 4, pipeline: 2, data: 2, batch: 16 },
  { devices: 2, pipeline: 2, interleave: 2, batch: 8 },
];

describe('a step', () => {
  test.each(strategies)('has parts that add up to its seconds, with %j', (fields) => {
    const { seconds, parts } = outcomeOf(fields);
    expect(secondsOf(parts)).toBeCloseTo(seconds, 12);
    for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0);
  });

  test.each(strategies)('is not slower on a machine with more of something, with %j', (fields) => {
    const { seconds } = outcomeOf(fields);
    const better = [
      { device: { flops: 2e14 } },
      { device: { dram: 4e12 } },
      { device: { launch: 5e-7 } },
      { inside_gbps: 6000 },
      { inside_latency: 5e-7 },
    ];
    for (const changes of better)
      expect(outcomeOf(fields, plainMachine(changes)).seconds, JSON.stringify(changes)).toBeLessThanOrEqual(
        seconds * (1 + 1e-9),
      );
  });

  test('has as much attention on each device where sequences are divided, half of all pairs of tokens', () => {
    const long = { model: { sequence: 4096, heads: 2, kvHeads: 2 } };
    const unlaunched = plainMachine({ device: { launch: 0 } });
    const [whole, half, quarter] = [1, 2, 4].map(
      (context) => outcomeOf({ ...long, devices: context, context }, unlaunched).parts.attention,
    );
    // A causal mask on one device includes the diagonal.
    expect((half / whole) * (4097 / 4096)).toBeCloseTo(1 / 2, 9);
    expect((quarter / whole) * (4097 / 4096)).toBeCloseTo(1 / 4, 9);
  });

  test('states tokens, FLOP/s and MFU of its seconds', () => {
    const run = runOf({ devices: 4, fsdp: 4, batch: 16, microbatch: 2 });
    const { seconds, tokensPerSecondPerDevice, teraflopsPerDevice, mfu } = simulateRun(run, machine);
    expect(tokensPerSecondPerDevice).toBeCloseTo((16 * 256) / 4 / seconds, 6);
    expect(teraflopsPerDevice).toBeCloseTo(flopsOfStep(run) / 4 / seconds / 1e12, 9);
    expect(mfu).toBeCloseTo(teraflopsPerDevice / 100, 9);
  });

  test('of twice as many microbatches takes twice as long but for the update', () => {
    const of = (batch: number): number => {
      const { seconds, parts } = outcomeOf({ devices: 2, fsdp: 2, batch });
      return seconds - parts.optimizer;
    };
    expect(of(16) / of(8)).toBeCloseTo(2, 9);
  });

  test('computes again with recomputation, which costs time and saves memory', () => {
    const [none, selective, full] = ['none', 'selective', 'full'].map((recompute) =>
      outcomeOf({ recompute }),
    );
    expect(selective.seconds).toBeGreaterThan(none.seconds);
    expect(full.seconds).toBeGreaterThan(selective.seconds);
    expect(selective.memoryBytes).toBeLessThan(none.memoryBytes);
    expect(full.memoryBytes).toBeLessThan(selective.memoryBytes);
    // A forward pass again is a third more products, but for those of the head.
    expect(full.parts.products / none.parts.products).toBeGreaterThan(1.25);
    expect(full.parts.products / none.parts.products).toBeLessThan(4 / 3);
  });
});

describe('a pipeline', () => {
  // Nothing but products counts: stages are equal but for a small embedding and head.
  const ideal = plainMachine({
    device: { launch: 0, dram: 1e18, flops: 1e12 },
    ...{ inside_latency: 0, inside_gbps: 1e9 },
  });
  const large = { ...model, hidden: 512, ffn: 2048, vocab: 8, layers: 8 };

  test.each([
    [2, 2],
    [2, 8],
    [4, 4],
    [4, 16],
    [8, 8],
  ])('of %i stages waits for (p - 1) / m of its work with %i microbatches', (pipeline, batch) => {
    const { seconds, parts } = outcomeOf({ model: large, devices: pipeline, pipeline, batch }, ideal);
    const work = seconds - parts.pipeline - parts.optimizer;
    expect(parts.pipeline / work / ((pipeline - 1) / batch)).toBeCloseTo(1, 1);
  });

  test('that is interleaved waits for less', () => {
    const of = (interleave: number): number =>
      outcomeOf({ model: large, devices: 4, pipeline: 4, batch: 8, interleave }, ideal).parts.pipeline;
    expect(of(2) / of(1)).toBeCloseTo(0.5, 1);
  });

  test('of several parts on a device has no other schedule', () => {
    const run = runOf({ devices: 2, pipeline: 2, interleave: 2 });
    expect(() => simulateRun(run, machine, { schedule: 'gpipe' })).toThrow(
      "'interleave' is 2, and the schedule 'gpipe' has one part of the model on each device; use 'interleaved-1f1b', or set 'interleave' to 1",
    );
  });

  test('runs by GPipe in the same time and keeps activations of all microbatches', () => {
    const of = (schedule: 'gpipe' | '1f1b'): RunOutcome =>
      simulateRun(runOf({ model: large, devices: 2, pipeline: 2, batch: 8 }), ideal, { schedule });
    expect(of('gpipe').seconds / of('1f1b').seconds).toBeCloseTo(1, 2);
    expect(of('gpipe').memoryBytes).toBeGreaterThan(of('1f1b').memoryBytes);
  });

  test('is not of one stage where gradients of weights fill the time of waiting', () => {
    expect(() => simulateRun(runOf(), machine, { schedule: 'zb-h1' })).toThrow(
      "the schedule 'zb-h1' fills the time in which stages wait for each other, and 'pipeline' is 1; raise 'pipeline', or leave the schedule out",
    );
  });

  test('of several parts on a device has no gradients of weights apart', () => {
    const run = runOf({ devices: 2, pipeline: 2, interleave: 2 });
    expect(() => simulateRun(run, machine, { schedule: 'zb-h1' })).toThrow(
      "'interleave' is 2, and the schedule 'zb-h1' has one part of the model on each device",
    );
  });

  // Passes of equal length: 1F1B waits for F + B + W in each of the other stages, and ZB-H1 for F + B - W.
  test.each([
    [2, 4],
    [4, 4],
    [4, 16],
    [8, 8],
  ])(
    'of %i stages waits for a third with %i microbatches where gradients of weights fill it',
    (pipeline, batch) => {
      const fields = { model: large, devices: pipeline, pipeline, batch };
      const [usual, filled] = [outcomeOf(fields, ideal), outcomeOf(fields, ideal, 'zb-h1')];
      expect(filled.parts.pipeline / usual.parts.pipeline).toBeCloseTo(1 / 3, 1);
      expect(filled.parts.products).toBeCloseTo(usual.parts.products, 9);
      expect(filled.parts.attention).toBeCloseTo(usual.parts.attention, 9);
      expect(filled.seconds).toBeLessThan(usual.seconds);
    },
  );

  test.each<Record<string, unknown>>([
    { recompute: 'selective' },
    { recompute: 'full' },
    { devices: 8, data: 2, zero1: true },
    { devices: 8, fsdp: 2 },
    { devices: 8, tensor: 2, sequenceParallel: true },
  ])('is faster where gradients of weights fill the time of waiting, with %j', (fields) => {
    const run = { model: large, devices: 4, pipeline: 4, batch: 16, ...fields };
    const [usual, filled] = [outcomeOf(run, ideal), outcomeOf(run, ideal, 'zb-h1')];
    expect(filled.seconds).toBeLessThan(usual.seconds);
    expect(secondsOf(filled.parts)).toBeCloseTo(filled.seconds, 12);
  });

  test('keeps operands of gradients of weights until these are made', () => {
    const wide = { sequence: 1024, vocab: 8, layers: 8 };
    const of = (fields: Readonly<Record<string, unknown>>, schedule?: RunSchedule): number =>
      outcomeOf({ ...{ devices: 4, pipeline: 4, model: wide }, ...fields }, machine, schedule).memoryBytes;
    expect(of({ batch: 16 }, 'zb-h1')).toBe(of({ batch: 8 }, 'zb-h1'));
    expect(of({ batch: 16 }, 'zb-h1')).toBeGreaterThan(of({ batch: 16 }));
    expect(of({ batch: 16 }, 'zb-h1')).toBeLessThan(1.5 * of({ batch: 16 }));
  });

  test('keeps activations of as many microbatches as there are stages', () => {
    const of = (batch: number): number =>
      outcomeOf({ devices: 4, pipeline: 4, batch, model: { sequence: 1024 } }).memoryBytes;
    expect(of(16)).toBe(of(8));
    expect(of(8)).toBe(of(4));
    expect(of(2)).toBeLessThan(of(4));
  });
});

describe('memory', () => {
  const weights = 4 * (4 * 256 * 256 + 3 * 256 * 1024 + 2 * 256) + 2 * 512 * 256 + 256;

  // Weights in bf16 and f32, two moments, and the gradient.
  test.each<[string, Record<string, unknown>, number]>([
    ['whole', {}, 2 + 12 + 4],
    ['divided by FSDP, cast layer by layer', { devices: 4, fsdp: 4, batch: 4 }, (12 + 4) / 4],
    ['with divided optimizer', { devices: 4, data: 4, batch: 4, zero1: true }, 2 + 12 / 4 + 4],
    ['divided by tensor parallelism', { devices: 4, tensor: 4 }, (2 + 12 + 4) / 4],
  ])('holds weights and their state, %s', (_, fields, bytes) => {
    // Of short sequences, activations hardly count.
    const { memoryBytes } = outcomeOf({ ...fields, model: { sequence: 8 } });
    const state = bytes * weights;
    expect(memoryBytes).toBeGreaterThan(state);
    expect(memoryBytes).toBeLessThan(state + 8 * weights);
  });

  test('grows by as much with each sequence of a microbatch', () => {
    const of = (microbatch: number): number =>
      outcomeOf({ microbatch, batch: 16, model: { sequence: 2048 } }).memoryBytes;
    expect((of(8) - of(4)) / (of(4) - of(2))).toBeCloseTo(2, 1);
  });

  test('has tokens divided between products where replicas divide states on GPUs, and as TPUs run it', () => {
    const fields = { devices: 4, fsdp: 2, tensor: 2, batch: 4, model: { sequence: 1024 } };
    const of = (hardware: string, sequenceParallel: boolean): RunOutcome =>
      outcomeOf({ ...fields, hardware, sequenceParallel });
    expect(of('h100-80gb', false).memoryBytes).toBe(of('h100-80gb', true).memoryBytes);
    expect(of('tpu-v5p', false).memoryBytes).toBeGreaterThan(of('tpu-v5p', true).memoryBytes);
    const isNoted = (hardware: string, sequenceParallel: boolean): boolean =>
      of(hardware, sequenceParallel).notes.some((note) => note.startsWith('memory is that of frameworks'));
    expect(isNoted('h100-80gb', false)).toBe(true);
    expect(isNoted('h100-80gb', true)).toBe(false);
    expect(isNoted('tpu-v5p', false)).toBe(false);
  });

  test('fits or does not', () => {
    const { memoryBytes } = outcomeOf();
    const fitsInto = (memory: number | undefined): boolean | null =>
      outcomeOf({}, plainMachine({ device: { memory } })).fits;
    expect(fitsInto(memoryBytes + 1)).toBe(true);
    expect(fitsInto(memoryBytes - 1)).toBe(false);
    expect(fitsInto(undefined)).toBeNull();
  });
});
