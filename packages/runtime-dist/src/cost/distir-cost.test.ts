import { uniformMachine } from '@shardform/cost-model';
import { describe, expect, test } from 'vitest';

import { FlatBuilder, type FlatProgram } from '../program/flat-program.ts';
import { kindNumber } from '../program/op-kind.ts';
import { simulateClocks } from '../simulate/clock-simulator.ts';
import { type CostModel, distirCostModel } from './distir-cost.ts';
import { meanOf } from './mean.ts';

const machine = uniformMachine(8);
const model: CostModel = distirCostModel(machine);

function collective(kind: 'MPIAllreduce' | 'MPIAllgather', bytes: number, count: number): FlatProgram {
  const builder = new FlatBuilder();
  const type = builder.types.of([bytes / 4], 4);
  const inputs = Array.from({ length: count }, (_, i) => builder.input(type, i + 1));
  builder.begin(kindNumber(kind));
  inputs.forEach((input) => builder.operand(input));
  const result = kind === 'MPIAllreduce' ? type : builder.types.of([(bytes / 4) * count], 4);
  inputs.forEach((input) => builder.result(result, builder.deviceOf(input)));
  return builder.build();
}

// Recorded from DistIR's simulator.
describe("DistIR's costs", () => {
  test.each([
    [400, 2.0565079365079366e-5, 1_920_000],
    [800, 8.883174603174603e-5, 7_680_000],
  ])('of a product of matrices of size %i', (size, latency, peak) => {
    const builder = new FlatBuilder();
    const type = builder.types.of([size, size], 4);
    builder.op('MatMul', [builder.input(type, 1), builder.input(type, 1)], type, 1);
    const simulation = simulateClocks(builder.build(), model);
    expect(simulation.latency).toBe(latency);
    expect(simulation.peakBytes).toBe(peak);
  });

  test('of a small training step, operation by operation', () => {
    const builder = new FlatBuilder();
    const { types } = builder;
    const [x, w, y, n] = [types.of([8, 4], 4), types.of([4, 2], 4), types.of([8, 2], 4), types.of([], 4)];
    const [xs, ws, zs, ns] = [x, w, y, n].map((type) => builder.input(type, 1));
    const product = builder.op('MatMul', [xs!, ws!], y, 1);
    const relu = builder.op('Relu', [product], y, 1);
    builder.op('Loss', [relu, zs!, ns!], y, 1);
    const gradient = builder.op('LossGrad', [relu, zs!, ns!], y, 1);
    const before = builder.op('ReluGrad', [product, gradient], y, 1);
    builder.begin(kindNumber('MatMulGrad'));
    [xs!, ws!, before].forEach((value) => builder.operand(value));
    builder.result(x, 1);
    builder.result(w, 1);
    const { latency, peakBytes, events, memory } = simulateClocks(builder.build(), model, {
      events: true,
      memory: true,
    });
    expect(latency).toBe(7.000088533333334e-5);
    expect(peakBytes).toBe(516);
    expect(events.map(({ duration }) => (duration * 1e6).toFixed(8))).toEqual([
      '10.00018692',
      '10.00007225',
      '10.00007225',
      '10.00007225',
      '10.00014337',
      '20.00033829',
    ]);
    expect(memory.get(1)!.map(({ bytes }) => bytes)).toEqual([
      228, 292, 356, 420, 484, 420, 484, 420, 356, 516, 452,
    ]);
  });

  test('of a transfer of a million numbers', () => {
    const builder = new FlatBuilder();
    const type = builder.types.of([1024, 1024], 4);
    builder.op('Send', [builder.input(type, 1)], type, 2);
    const { devices } = simulateClocks(builder.build(), model);
    for (const { clock } of devices) expect(clock).toBeCloseTo(1.34217728e-3, 15);
    expect(devices.map(({ peakBytes }) => peakBytes)).toEqual([4_194_304, 4_194_304]);
  });

  test.each([
    ['MPIAllreduce', 2, 1.34217728e-3, 2],
    ['MPIAllreduce', 4, 2.01326592e-3, 2],
    ['MPIAllgather', 2, 1.34217728e-3, 3],
    ['MPIAllgather', 4, 2.01326592e-3, 5],
  ] as const)('of %s of 4 MiB among %i devices', (kind, count, seconds, sizes) => {
    const bytes = 4 * 1024 * 1024;
    const { latency, devices } = simulateClocks(collective(kind, bytes, count), model);
    expect(latency).toBeCloseTo(seconds, 15);
    expect(devices.map(({ peakBytes }) => peakBytes)).toEqual(new Array(count).fill(sizes * bytes));
  });

  test('of devices that wait for each other', () => {
    const builder = new FlatBuilder();
    const [small, large] = [builder.types.of([400, 400], 4), builder.types.of([800, 800], 4)];
    const inputs = [small, small].map((type) => builder.input(type, 1));
    const others = [large, large].map((type) => builder.input(type, 2));
    const product = builder.op('MatMul', inputs, small, 1);
    builder.op('MatMul', others, large, 2);
    builder.op('Send', [product], small, 2);
    const { devices } = simulateClocks(builder.build(), model);
    expect(devices.map(({ clock }) => clock)).toEqual([2.9363174603174607e-4, 2.9363174603174607e-4]);
  });

  test('of measured all-reduces', () => {
    const allReduces = new Map([[2, { perGigabit: 1e-3, constant: 3.4e-5 }]]);
    const measured = distirCostModel({ ...machine, collectives: new Map([['allreduce', allReduces]]) });
    expect(simulateClocks(collective('MPIAllreduce', 1.25e8, 2), measured).latency).toBeCloseTo(1.034e-3, 12);
    expect(() => simulateClocks(collective('MPIAllreduce', 1.25e8, 4), measured)).toThrow(
      'no measured all-reduce among 4 devices',
    );
  });
});

test('means are summed as NumPy does', () => {
  expect(meanOf([0.1, 0.2, 0.3])).toBe((0.1 + 0.2 + 0.3) / 3);
  const eight = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
  expect(meanOf(eight)).toBe((0.1 + 0.2 + (0.3 + 0.4) + (0.5 + 0.6 + (0.7 + 0.8))) / 8);
});
