import { positionOf } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { context, parse } from '../../tests/programs.ts';
import { elementsOf, scalarArray } from '../array/index.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import { runSpmd } from '../interpreter/run-module.ts';
import { FaultPlan } from './fault-plan.ts';
import { type Fault, parseFaultScenario } from './fault-scenario.ts';

const sum = (operand: string): string => `"stablehlo.all_reduce"(${operand}) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>`;
const module = parse(`
  func.func @main(%a: tensor<f32>) -> tensor<f32> {
    %0 = ${sum('%a')}
    %1 = "stablehlo.collective_permute"(%0) <{
      source_target_pairs = dense<[[0, 1], [1, 0], [2, 3]]> : tensor<3x2xi64>}> : (tensor<f32>) -> tensor<f32>
    %2 = ${sum('%1')}
    return %2 : tensor<f32>
  }`);

/** The results of four devices, which have 0 to 3. */
function run(plan: FaultPlan): unknown[] {
  const inputs = (device: number) => [scalarArray('f32', device)];
  return runSpmd(module, 4, inputs, context, { faults: plan }).map(([own]) => elementsOf(own!)[0]);
}

function planOf(...faults: readonly Fault[]): FaultPlan {
  return new FaultPlan({ links: { bandwidth: 1e9, latency: 1e-6 }, faults });
}

function failure(plan: FaultPlan): ExecutionError {
  try {
    run(plan);
  } catch (error) {
    if (error instanceof ExecutionError) return error;
    throw error;
  }
  throw new Error('the run has not failed');
}

describe('a device that fails', () => {
  test('leaves those waiting that need it; the others come to the end', () => {
    const { message, notes } = failure(
      planOf({ kind: 'device-failure', device: 2, op: 'stablehlo.all_reduce', occurrence: 2 }),
    );
    expect(message).toBe(
      "a device failed: device 2 failed at 'stablehlo.all_reduce'; devices 0, 1 have ended; device 3 waits at 'stablehlo.all_reduce' for device 2",
    );
    expect(notes.map(({ op, message: text }) => [text, positionOf(op.location)?.line])).toEqual([
      ['device 2 failed here', 11],
      ['device 3 waits here', 11],
    ]);
  });

  test('that never comes to the operation does not fail', () => {
    const plan = planOf({ kind: 'device-failure', device: 2, op: 'stablehlo.all_reduce', occurrence: 3 });
    expect(run(plan)).toEqual([2, 2, 5, 5]);
    expect(plan.unusedFaults()).toHaveLength(1);
  });
});

test('a message that is dropped leaves all waiting that take part', () => {
  const { message } = failure(
    planOf({ kind: 'dropped-message', from: 1, to: 0, op: 'stablehlo.collective_permute', occurrence: 1 }),
  );
  expect(message).toBe(
    "deadlock: devices 0, 1 wait at 'stablehlo.collective_permute' for a message from device 1 to device 0 that was lost; devices 2, 3 have ended",
  );
});

test('a message that is sent and dropped leaves its receiver waiting', () => {
  const channel = 'channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>';
  const program = parse(`
    func.func @main(%a: tensor<f32>) -> tensor<f32> {
      %t = stablehlo.after_all : !stablehlo.token
      %id = stablehlo.partition_id : tensor<ui32>
      %p = stablehlo.convert %id : (tensor<ui32>) -> tensor<i1>
      %0 = "stablehlo.if"(%p) ({
        %1:2 = "stablehlo.recv"(%t) {${channel}} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
        stablehlo.return %1#0 : tensor<f32>
      }, {
        %1 = "stablehlo.send"(%a, %t) {${channel}} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
        stablehlo.return %a : tensor<f32>
      }) : (tensor<i1>) -> tensor<f32>
      return %0 : tensor<f32>
    }`);
  const inputs = (device: number) => [scalarArray('f32', device)];
  const execute = (from: number) => {
    const faults = planOf({ kind: 'dropped-message', from, to: 1, op: 'stablehlo.send', occurrence: 1 });
    return runSpmd(program, 2, inputs, context, { faults }).map(([own]) => elementsOf(own!)[0]);
  };
  expect(execute(1)).toEqual([0, 0]);
  expect(() => execute(0)).toThrow(
    "deadlock: device 0 has ended; device 1 waits at 'stablehlo.recv' for a message on channel 7",
  );
});

describe('a slow link', () => {
  test('changes the time and not the numbers', () => {
    const plan = planOf({ kind: 'slow-link', from: 1, to: 0, factor: 10 });
    expect(run(plan)).toEqual([2, 2, 5, 5]);
    const { collectives, slowed, seconds, secondsWithoutFaults } = plan.linkReport();
    expect([collectives, slowed]).toEqual([6, 3]);
    // A sum of 4 bytes in two halves goes twice over the link, the permutation once.
    const [half, whole] = [1e-6 + 2e-9, 1e-6 + 4e-9];
    expect(secondsWithoutFaults).toBeCloseTo(4 * half + whole, 12);
    expect(seconds).toBeCloseTo(10 * (4 * half + whole), 12);
  });
});

describe('parseFaultScenario', () => {
  test('reads faults and fills in what is left out', () => {
    const text = `{"faults": [
      {"kind": "device-failure", "device": 3, "op": "stablehlo.add"},
      {"kind": "slow-link", "from": 0, "to": 1, "factor": 2},
      {"kind": "dropped-message", "from": 0, "to": 1, "op": "stablehlo.send", "occurrence": 2}
    ]}`;
    expect(parseFaultScenario(text, 4)).toEqual({
      links: { bandwidth: 1e11, latency: 1e-6 },
      faults: [
        { kind: 'device-failure', device: 3, op: 'stablehlo.add', occurrence: 1 },
        { kind: 'slow-link', from: 0, to: 1, factor: 2 },
        { kind: 'dropped-message', from: 0, to: 1, op: 'stablehlo.send', occurrence: 2 },
      ],
    });
  });

  test.each([
    ['{', 'the scenario is no JSON: '],
    ['[]', 'the scenario is no object'],
    ['{}', "'faults' of the scenario is missing"],
    ['{"faults": {}}', "'faults' of the scenario is no list"],
    ['{"faults": [], "x": 1}', "the scenario has no field 'x'"],
    ['{"faults": [], "links": {"bandwidth": 0}}', "'bandwidth' of links can't be 0"],
    [
      '{"faults": [{"kind": "fire"}]}',
      "'kind' of faults[0] is none of device-failure, slow-link, dropped-message",
    ],
    ['{"faults": [{"kind": "device-failure", "device": 4, "op": "a"}]}', "'device' of faults[0] can't be 4"],
    ['{"faults": [{"kind": "device-failure", "device": 0}]}', "'op' of faults[0] is missing"],
    ['{"faults": [{"kind": "device-failure", "device": 0, "op": 1}]}', "'op' of faults[0] is no text"],
    [
      '{"faults": [{"kind": "slow-link", "from": 0, "to": 1, "factor": 0.5}]}',
      "'factor' of faults[0] can't be 0.5",
    ],
    ['{"faults": [{"kind": "slow-link", "from": 0, "to": 1, "by": 2}]}', "faults[0] has no field 'by'"],
  ])('refuses %s', (text, message) => {
    expect(() => parseFaultScenario(text, 4)).toThrow(message);
  });
});
