import { uniformMachine } from '@shardform/cost-model';
import { describe, expect, test } from 'vitest';
import { distirCostModel } from '../cost/distir-cost.ts';

import { FlatBuilder, type FlatProgram } from '../program/flat-program.ts';
import { kindNumber, type OpKind } from '../program/op-kind.ts';
import { simulateClocks } from './clock-simulator.ts';
import { simulateEvents } from './event-simulator.ts';

const machine = uniformMachine(4);
const costs = distirCostModel(machine);

/** Builds programs of squares of 512 16-bit floats, or of half as many rows. */
class Programs {
  readonly builder = new FlatBuilder();
  readonly square = this.builder.types.of([512, 512], 2);
  readonly half = this.builder.types.of([256, 512], 2);
  readonly scalar = this.builder.types.of([], 4);

  grad(lhs: number, rhs: number, gradient: number, device: number): [number, number] {
    this.builder.begin(kindNumber('MatMulGrad'));
    for (const value of [lhs, rhs, gradient]) this.builder.operand(value);
    return [
      this.builder.result(this.builder.typeOf(lhs), device),
      this.builder.result(this.builder.typeOf(rhs), device),
    ];
  }

  many(kind: OpKind, operands: readonly number[], devices: readonly number[]): number[] {
    this.builder.begin(kindNumber(kind));
    for (const value of operands) this.builder.operand(value);
    return devices.map((device) => this.builder.result(this.square, device));
  }
}

/** Two layers on device 1, whose first activation is kept or computed again. */
function checkpointed(again: boolean): FlatProgram {
  const p = new Programs();
  const { builder, square } = p;
  const n = builder.input(p.scalar, 1);
  const [w1, w2, x, y] = [1, 2, 3, 4].map(() => builder.input(square, 1)) as [number, number, number, number];
  const activation = builder.op('MatMul', [x, w1], square, 1);
  const product = builder.op('MatMul', [activation, w2], square, 1);
  const gradient = builder.op('LossGrad', [product, y, n], square, 1);
  const needed = again ? builder.op('MatMul', [x, w1], square, 1) : activation;
  const [before, dw2] = p.grad(needed, w2, gradient, 1);
  const [, dw1] = p.grad(x, w1, before, 1);
  p.many('SGDOptimizer', [w1, w2, dw1, dw2], [1, 1]);
  return builder.build();
}

/** Two replicas that both have all weights, or own one each and send it to the other. */
function owned(isOwned: boolean): FlatProgram {
  const p = new Programs();
  const { builder, square, half } = p;
  const [d1, d2] = [1, 2];
  const [n1, n2] = [builder.input(p.scalar, d1), builder.input(p.scalar, d2)];
  const [w1, w2] = [builder.input(square, d1), builder.input(square, d2)];
  const [x1, x2] = [builder.input(half, d1), builder.input(half, d2)];
  const [y1, y2] = [builder.input(half, d1), builder.input(half, d2)];
  const kept = isOwned ? null : [builder.input(square, d2), builder.input(square, d1)];
  const send = (value: number, device: number): number => builder.op('Send', [value], square, device);
  const w1On2 = kept?.[0] ?? send(w1, d2);
  const a1 = builder.op('MatMul', [x1, w1], half, d1);
  const a2 = builder.op('MatMul', [x2, w1On2], half, d2);
  const w2On1 = kept?.[1] ?? send(w2, d1);
  const p1 = builder.op('MatMul', [a1, w2On1], half, d1);
  const p2 = builder.op('MatMul', [a2, w2], half, d2);
  const g1 = builder.op('LossGrad', [p1, y1, n1], half, d1);
  const g2 = builder.op('LossGrad', [p2, y2, n2], half, d2);
  const w2Again = kept?.[1] ?? send(w2, d1);
  const [da1, dw2On1] = p.grad(a1, w2Again, g1, d1);
  const [da2, dw2On2] = p.grad(a2, w2, g2, d2);
  const [, dw1On1] = p.grad(x1, w1, da1, d1);
  const w1Again = kept?.[0] ?? send(w1, d2);
  const [, dw1On2] = p.grad(x2, w1Again, da2, d2);
  if (kept === null) {
    const [dw1] = p.many('MPIReduce', [dw1On1, dw1On2], [d1]);
    const [dw2] = p.many('MPIReduce', [dw2On1, dw2On2], [d2]);
    p.many('SGDOptimizer', [w1, w2, dw1!, dw2!], [d1, d2]);
  } else {
    const [first, second] = p.many('MPIAllreduce', [dw1On1, dw1On2], [d1, d2]);
    const [third, fourth] = p.many('MPIAllreduce', [dw2On1, dw2On2], [d1, d2]);
    p.many('SGDOptimizer', [w1, w1On2, w2On1, w2, first!, second!, third!, fourth!], [d1, d2, d1, d2]);
  }
  return builder.build();
}

// Recorded from DistIR's simulator, which runs these programs in its own tests.
describe("DistIR's programs that save memory", () => {
  test.each([
    [false, [2097156, 2621444, 3145732, 3670020, 3145732, 4194308, 3145732, 4194308, 3670020, 2621444]],
    [
      true,
      [
        2097156, 2621444, 3145732, 2621444, 3145732, 2621444, 3145732, 4194308, 3145732, 4194308, 3670020,
        2621444,
      ],
    ],
  ])('an activation computed again: %s', (again, expected) => {
    const { peakBytes, memory } = simulateClocks(checkpointed(again), costs, { memory: true });
    expect(peakBytes).toBe(4_194_308);
    // Several tensors that are released one after the other are one step there.
    const turns = (steps: readonly number[]): number[] =>
      steps.filter(
        (bytes, i) => steps[i + 1] === undefined || bytes <= steps[i + 1]! || bytes >= (steps[i - 1] ?? 0),
      );
    expect(turns(memory.get(1)!.map(({ bytes }) => bytes))).toEqual(turns(expected));
  });

  test('weights that one device owns', () => {
    const plain = simulateClocks(owned(false), costs);
    const saving = simulateClocks(owned(true), costs);
    expect(plain.devices.map(({ peakBytes }) => peakBytes)).toEqual([3_407_876, 3_407_876]);
    expect(saving.devices.map(({ peakBytes }) => peakBytes)).toEqual([2_883_588, 3_145_732]);
    expect(plain.latency).toBeCloseTo(4.792109836190477e-4, 17);
    expect(saving.latency).toBeCloseTo(1.5264742603174606e-3, 17);
  });
});

test('updates that are not in place need the memory of the weights once more', () => {
  const builder = new FlatBuilder();
  const weight = builder.types.of([100, 100], 4);
  const inputs = [0, 1, 2, 3].map(() => builder.input(weight, 1));
  builder.begin(kindNumber('SGDOptimizer'));
  for (const input of inputs) builder.operand(input);
  builder.result(weight, 1);
  builder.result(weight, 1);
  const program = builder.build();
  const weights = 2 * 40_000;
  expect(simulateClocks(program, costs).peakBytes).toBe(4 * 40_000);
  expect(simulateClocks(program, costs, { updatesInPlace: false }).peakBytes).toBe(4 * 40_000 + weights);
  expect(simulateEvents(program, costs, machine, { updatesInPlace: false }).peakBytes).toBe(
    4 * 40_000 + weights,
  );
});

/** A program of random elementwise operations and transfers; the same for the same seed. */
function randomProgram(seed: number): FlatProgram {
  let state = seed;
  const below = (count: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * count);
  };
  const builder = new FlatBuilder();
  const type = builder.types.of([16, 16], 4);
  const values: number[] = [];
  for (let i = 0; i < 4; i += 1) values.push(builder.input(type, 1 + below(3)));
  for (let i = 0; i < 40; i += 1) {
    const value = values[below(values.length)]!;
    const device = builder.deviceOf(value);
    if (below(3) === 0) values.push(builder.op('Send', [value], type, 1 + (device % 3)));
    else {
      const others = values.filter((other) => builder.deviceOf(other) === device);
      values.push(builder.op('Add', [value, others[below(others.length)]!], type, device));
    }
  }
  return builder.build();
}

test('what stays at the end is what nobody releases, and nothing is released twice', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const program = randomProgram(seed);
    const used = new Set(program.operands);
    const expected = new Map<number, number>();
    const inputs = new Map<number, number>();
    for (let value = 0; value < program.valueCount; value += 1) {
      const device = program.valueDevice[value]!;
      if (value < program.inputCount) inputs.set(device, (inputs.get(device) ?? 0) + 1024);
      if (value < program.inputCount || !used.has(value))
        expected.set(device, (expected.get(device) ?? 0) + 1024);
    }
    for (const { devices, memory } of [
      simulateClocks(program, costs, { memory: true }),
      simulateEvents(program, costs, machine, { memory: true }),
    ]) {
      for (const { device, finalBytes, peakBytes } of devices) {
        expect(finalBytes).toBe(expected.get(device) ?? 0);
        expect(peakBytes ?? 0).toBeGreaterThanOrEqual(inputs.get(device) ?? 0);
        for (const { bytes } of memory.get(device) ?? []) expect(bytes).toBeGreaterThanOrEqual(0);
      }
    }
  }
});
