import { Context, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { scalarArray } from '../array/index.ts';
import { simulator } from '../extension.ts';
import type { Execution } from './interpretable.ts';
import { runOnDevices } from './run-on-devices.ts';
import { isArray, type RuntimeValue } from './runtime-value.ts';

const context = new Context([simulator]);
const module = parseModule(
  `func.func @main(%a: tensor<f32>) -> tensor<f32> {
     %0 = stablehlo.tanh %a : tensor<f32>
     %1 = stablehlo.sine %0 : tensor<f32>
     return %1 : tensor<f32>
   }`,
  context,
)!;
// Any two operations: a rendezvous only needs to know at which one the devices meet.
const first = module.body.firstOp!.regions[0]!.entry.firstOp!;
const second = first.next!;

function* meetAt(op: typeof first, members: readonly number[], device: number): Execution {
  return yield {
    op,
    members,
    operands: [scalarArray('i32', device)],
    complete: (operands) => members.map(() => operands.map(([own]) => own!)),
  };
}

describe('runOnDevices', () => {
  test('hands every member what the group computed, once', () => {
    const results = runOnDevices(4, (device) => meetAt(first, device < 2 ? [0, 1] : [3, 2], device));
    const ids = (values: readonly RuntimeValue[]): number[] =>
      values.filter(isArray).map(({ data }) => Number(data[0]));
    expect(results.map(ids)).toEqual([
      [0, 1],
      [0, 1],
      [3, 2],
      [3, 2],
    ]);
  });

  test('reports who waits for whom when devices meet at different operations', () => {
    const run = (): unknown =>
      runOnDevices(2, (device) => meetAt(device === 0 ? first : second, [0, 1], device));
    expect(run).toThrow(
      "deadlock: device 0 waits at 'stablehlo.tanh' for device 1; device 1 waits at 'stablehlo.sine' for device 0",
    );
  });

  test('reports devices that have ended while others wait for them', () => {
    function* end(): Execution {
      return [];
    }
    const run = (): unknown =>
      runOnDevices(2, (device) => (device === 0 ? meetAt(first, [0, 1], device) : end()));
    expect(run).toThrow("deadlock: device 0 waits at 'stablehlo.tanh' for device 1; device 1 has ended");
  });
});
