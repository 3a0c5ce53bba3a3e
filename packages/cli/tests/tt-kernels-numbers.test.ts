import { type ModuleOp, parseModule, parsePipeline, runPasses, verifyOp } from '@shardform/ir-core';
import {
  type ArrayKind,
  compareArrays,
  convert,
  defaultTolerance,
  type NdArray,
  randomArray,
  runSequential,
} from '@shardform/runtime-sim';
import { runOnMesh } from '@shardform/runtime-tt';
import { describe, expect, test } from 'vitest';
import { createContext } from '../src/context.ts';

/** A StableHLO program, the operation that it becomes, and where that is executed. */
interface Case {
  readonly title: string;
  readonly program: string;
  readonly shapes: readonly (readonly number[])[];
  readonly ttir: string;
  /** `null` where the operation of TTNN is not executed. */
  readonly ttnn: string | null;
  /** The type that TTNN computes in if it has no kernel for f32. */
  readonly precision?: ArrayKind;
}

const context = createContext();

const cases: readonly Case[] = [
  {
    title: 'convolve volumes',
    program: `func.func @main(%x: tensor<1x4x5x6x3xf32>, %k: tensor<2x2x3x3x4xf32>) -> tensor<1x2x5x3x4xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [2, 1, 2], pad = [[0, 0], [1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x5x6x3xf32>, tensor<2x2x3x3x4xf32>) -> tensor<1x2x6x3x4xf32>
  %1 = stablehlo.slice %0 [0:1, 0:2, 0:5, 0:3, 0:4] : (tensor<1x2x6x3x4xf32>) -> tensor<1x2x5x3x4xf32>
  return %1 : tensor<1x2x5x3x4xf32>
}`,
    shapes: [
      [1, 4, 5, 6, 3],
      [2, 2, 3, 3, 4],
    ],
    ttir: 'ttir.conv3d',
    ttnn: 'ttnn.conv3d',
    precision: 'bf16',
  },
  {
    title: 'convolve along a line with uneven padding',
    program: `func.func @main(%x: tensor<2x9x4xf32>, %k: tensor<3x2x6xf32>) -> tensor<2x5x6xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[2, 0]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x9x4xf32>, tensor<3x2x6xf32>) -> tensor<2x5x6xf32>
  return %0 : tensor<2x5x6xf32>
}`,
    shapes: [
      [2, 9, 4],
      [3, 2, 6],
    ],
    ttir: 'ttir.conv1d',
    ttnn: 'ttnn.conv1d',
  },
  {
    title: 'normalize by given statistics, channels last',
    program: `func.func @main(%x: tensor<2x3x4x5xf32>, %s: tensor<5xf32>, %o: tensor<5xf32>, %m: tensor<5xf32>) -> tensor<2x3x4x5xf32> {
  %v = stablehlo.multiply %m, %m : tensor<5xf32>
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.5 : f32, feature_index = 3 : i64}> : (tensor<2x3x4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<2x3x4x5xf32>
  return %0 : tensor<2x3x4x5xf32>
}`,
    shapes: [[2, 3, 4, 5], [5], [5], [5]],
    ttir: 'ttir.batch_norm_inference',
    ttnn: 'ttnn.batch_norm_inference',
  },
  {
    title: 'normalize by the statistics of the batch, and give them',
    program: `func.func @main(%x: tensor<2x5x4x3xf32>, %s: tensor<5xf32>, %o: tensor<5xf32>) -> (tensor<2x5x4x3xf32>, tensor<5xf32>, tensor<5xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<2x5x4x3xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<2x5x4x3xf32>, tensor<5xf32>, tensor<5xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x5x4x3xf32>, tensor<5xf32>, tensor<5xf32>
}`,
    shapes: [[2, 5, 4, 3], [5], [5]],
    ttir: 'ttir.batch_norm_training',
    ttnn: null,
  },
  {
    title: 'take the greatest elements and their places',
    program: `func.func @main(%x: tensor<3x8xf32>) -> (tensor<3x3xf32>, tensor<3x3xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<3x8xf32>) -> (tensor<3x3xf32>, tensor<3x3xi32>)
  return %0#0, %0#1 : tensor<3x3xf32>, tensor<3x3xi32>
}`,
    shapes: [[3, 8]],
    ttir: 'ttir.topk',
    ttnn: 'ttnn.topk',
    precision: 'bf16',
  },
];

function parsed(text: string): ModuleOp {
  const module = parseModule(text, context);
  if (module === null || !verifyOp(module, context)) throw new Error(`not a right program:\n${text}`);
  return module;
}

function lowered(text: string, passes: string): ModuleOp {
  const module = parsed(text);
  runPasses(module, parsePipeline(`builtin.module(${passes})`, context), context);
  if (!verifyOp(module, context)) throw new Error('not a right program any more');
  return module;
}

function has(module: ModuleOp, name: string): boolean {
  let isThere = false;
  module.walk((op) => {
    isThere ||= op.name === name;
  });
  return isThere;
}

function expectAlike(
  actual: readonly NdArray[],
  expected: readonly NdArray[],
  precision: ArrayKind | null = null,
): void {
  expect(actual.map(({ shape }) => shape)).toEqual(expected.map(({ shape }) => shape));
  const differences = expected.map((array, i) =>
    compareArrays(
      actual[i]!,
      array,
      defaultTolerance(array.kind === 'f32' ? (precision ?? 'f32') : array.kind),
    ),
  );
  expect(differences.map(({ mismatches }) => mismatches)).toEqual(expected.map(() => 0));
}

describe.each(cases)('$title', ({ program, shapes, ttir, ttnn, precision }) => {
  // Numbers that the format of the library has, so that sums that cancel are near.
  const inputs = shapes.map((shape, i) => convert(randomArray(precision ?? 'f32', shape, 5 + i), 'f32'));
  const expected = runSequential(parsed(program), inputs, context);

  test(`by ${ttir}`, () => {
    const module = lowered(program, 'convert-stablehlo-to-ttir');
    expect(has(module, ttir)).toBe(true);
    expectAlike(runSequential(module, inputs, context), expected);
  });

  test.skipIf(ttnn === null)(`by ${String(ttnn)}`, () => {
    const module = lowered(
      program,
      'convert-stablehlo-to-ttir,ttcore-register-device,ttir-to-ttnn-backend-pipeline',
    );
    expect(has(module, ttnn!)).toBe(true);
    expectAlike(runOnMesh(module, null, inputs, context), expected, precision);
  });
});
