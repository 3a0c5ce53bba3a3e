import { FuncOp } from '@shardform/dialect-func';
import { RecvOp, SendOp } from '@shardform/dialect-stablehlo';
import type { ModuleOp } from '@shardform/ir-core';
import { arrayOf, elementsOf, type NdArray, runSequential, type Scalar } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import {
  deepMlp,
  deepMlpInputs,
  distContext,
  matrix,
  mlpInputs,
  mlpResults,
  parsed,
  printedAfter,
  runAfter,
  seedMlp,
  sequentialMlp,
  transformed,
} from '../../tests/dist-programs.ts';

const LOWER = 'dist-lower-to-stablehlo';

function lowered(text: string, passes: string, context = distContext()): ModuleOp {
  const module = transformed(text, passes === '' ? LOWER : `${passes},${LOWER}`, context);
  const left: string[] = [];
  module.walk((op) => {
    if (op.name.startsWith('dist.')) left.push(op.name);
  });
  expect(left).toEqual([]);
  return module;
}

/** Runs a program after passes, with a function for each device. */
function runLowered(text: string, passes: string, inputs: readonly NdArray[]): Scalar[][] {
  const context = distContext();
  return runSequential(lowered(text, passes, context), inputs, context).map(elementsOf);
}

/** Returns the error of a program that can't be lowered. */
function problemOf(text: string): string | null {
  try {
    lowered(text, '');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const FOUR_STAGES = 'dist-place-stages{stages=4}';
const PRODUCT =
  'dist-place-stages{stages=2},dist-pipeline{microbatches=2},dist-unroll-pipeline{schedule=1f1b},dist-dissolve-tuples,dist-spread{data=2 horizontal=2}';

describe('functions of devices compute what the program does', () => {
  test.each([
    ['sequential', ''],
    ['data parallel', 'dist-map{data=2}'],
    ['data parallel on four', 'dist-map{data=4}'],
    ['horizontal parallel', 'dist-map{horizontal=2}'],
    ['replicas of shards', 'dist-map{data=2 horizontal=2}'],
    ['replicas of shards without maps', 'dist-spread{data=2 horizontal=2}'],
    ['model parallel', 'dist-place-stages{stages=2}'],
    ['a pipeline as GPipe orders it', 'dist-place-stages{stages=2},dist-pipeline{microbatches=2}'],
    [
      'a pipeline as 1F1B orders it',
      'dist-place-stages{stages=2},dist-pipeline{microbatches=4 schedule=1f1b}',
    ],
    [
      'a pipeline with gradients of weights apart',
      'dist-place-stages{stages=2},dist-pipeline{microbatches=4 schedule=zb-h1}',
    ],
    [
      'a pipeline in timesteps',
      'dist-place-stages{stages=2},dist-pipeline{microbatches=2},dist-unroll-pipeline{par}',
    ],
    ['recomputation', 'dist-recompute,dist-insert-free'],
    ['recomputation in a pipeline', 'dist-recompute,dist-pipeline{microbatches=2}'],
    ['the product of replicas, shards and stages', PRODUCT],
  ])('%s', (_, passes) => {
    for (const [text, expected] of [
      [seedMlp(), mlpResults.linear],
      [sequentialMlp(true), mlpResults.relu],
    ] as const) {
      expect(runLowered(text, passes, mlpInputs)).toEqual(expected);
      expect(runAfter(text, passes, mlpInputs)).toEqual(expected);
    }
  });

  test.each([
    ['four stages', `${FOUR_STAGES},dist-pipeline{microbatches=4 schedule=1f1b}`],
    ['sixteen devices', PRODUCT.replace('stages=2', 'stages=4')],
  ])('four layers on %s', (_, passes) => {
    const [text, inputs] = [deepMlp(4, 4, 8), deepMlpInputs(4, 4, 8)];
    expect(runLowered(text, passes, inputs)).toEqual(runAfter(text, passes, inputs));
  });

  test('a function of StableHLO', () => {
    const text = `func.func @f(%x: tensor<4x2xf32>, %w: tensor<2x4xf32>) -> tensor<4x4xf32> {
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
      %1 = stablehlo.tanh %0 : tensor<4x4xf32>
      return %1 : tensor<4x4xf32>
    }`;
    const inputs = [matrix(4, 2, (i, j) => i - j), matrix(2, 4, (i, j) => i + j)];
    const context = distContext();
    const whole = runSequential(parsed(text, context), inputs, context).map(elementsOf);
    expect(runLowered(text, 'dist-import,dist-map{data=2 batch=0}', inputs)).toEqual(whole);
  });
});

test('a device has its operations in the order of the program, and each message its channel', () => {
  const module = lowered(deepMlp(4, 4, 8), PRODUCT);
  const ends = new Map<number, string[]>();
  for (const func of module.body) {
    if (!(func instanceof FuncOp)) continue;
    const channels: number[] = [];
    func.walk((op) => {
      if (!(op instanceof SendOp || op instanceof RecvOp)) return;
      const { handle } = op.channelHandle;
      channels.push(handle);
      ends.set(handle, [...(ends.get(handle) ?? []), op.name]);
    });
    expect(channels).toEqual([...channels].sort((a, b) => a - b));
  }
  for (const names of ends.values()) expect(names.sort()).toEqual(['stablehlo.recv', 'stablehlo.send']);
});

test('a send is a message between the functions of two devices', () => {
  const [a, b] = ['!dist.tensor<2xf32, 3>', '!dist.tensor<2xf32, 5>'];
  const text = `func.func @f(%x: ${a}, %y: ${b}) -> (${b}, ${a}) {
    %0 = dist.send %x to 5 : (${a}) -> ${b}
    %1 = dist.add %0, %y : (${b}, ${b}) -> ${b}
    return %1, %x : ${b}, ${a}
  }`;
  expect(printedAfter(text, LOWER)).toBe(`module {
  func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %0:2 = "interpreter.run_parallel"(%arg0, %arg1) <{programs = [[@device_3, @device_5]]}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    return %0#1, %0#0 : tensor<2xf32>, tensor<2xf32>
  }
  func.func private @device_3(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.after_all  : !stablehlo.token
    %1 = "stablehlo.send"(%arg0, %0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    return %arg0 : tensor<2xf32>
  }
  func.func private @device_5(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.after_all  : !stablehlo.token
    %1:2 = "stablehlo.recv"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    %2 = stablehlo.add %1#0, %arg0 : tensor<2xf32>
    return %2 : tensor<2xf32>
  }
}
`);
});

test('names that a module has already stay what they are', () => {
  const context = distContext();
  const t = '!dist.tensor<2xf32, 0>';
  const module = transformed(
    `func.func @main() { return }
     func.func private @device_0() { return }
     func.func @f(%x: ${t}) -> ${t} { return %x : ${t} }`,
    `${LOWER}{func=f}`,
    context,
  );
  const names = [...module.body].map((func) => (func as FuncOp).symName.value);
  expect(names).toEqual(['main', 'device_0', 'f', 'device_0_0']);
  const [result] = runSequential(module, [arrayOf('f32', [2], [3, 4])], context, { entry: 'f' });
  expect(elementsOf(result!)).toEqual([3, 4]);
});

test('the description of the machine goes with the last program that is on devices', () => {
  const t = '!dist.tensor<2xf32, 0>';
  const text = `module attributes {dist.topology = #dist.topology<devices = [0 "cpu"]>} {
    func.func @f(%x: ${t}) -> ${t} { return %x : ${t} }
    func.func @g(%x: ${t}) -> ${t} { return %x : ${t} }
  }`;
  expect(printedAfter(text, `${LOWER}{func=f}`)).toContain('dist.topology');
  expect(printedAfter(text, `${LOWER}{func=f},${LOWER}{func=g}`)).not.toContain('dist.');
});

describe('what has no form in StableHLO is named', () => {
  const t = '!dist.tensor<2xi32, 1>';

  test.each([
    [
      'other operations',
      `func.func private @g(${t}) -> ${t}
       func.func @f(%x: ${t}) -> ${t} {
         %0 = func.call @g(%x) : (${t}) -> ${t}
         return %0 : ${t}
       }`,
      "'func.call' on device 1 has no form in StableHLO",
    ],
    [
      'fractions of integers',
      `func.func @f(%x: ${t}) -> ${t} {
         %0 = dist.sgd %x, %x rate 0.5 : (${t}, ${t}) -> ${t}
         return %0 : ${t}
       }`,
      "'dist.sgd' on device 1 has no form in StableHLO: 0.5 is no 'i32'",
    ],
    [
      'unknown shapes',
      'func.func @f(%x: !dist.tensor<?xf32, 1>) { return }',
      "argument 0 of @f is '!dist.tensor<?xf32, 1>', whose shape is not known",
    ],
    [
      'tensors of no device',
      `func.func @f(%x: ${t}, %y: tensor<f32>) { return }`,
      "argument 1 of @f is 'tensor<f32>', which is on no device; dist-import places tensors",
    ],
    ['programs without devices', 'func.func @f() { return }', '@f has no tensors on devices'],
  ])('%s', (_, text, message) => {
    expect(problemOf(text)).toContain(message);
  });
});
