import { type ModuleOp, parseModule, parsePipeline, printOp, runPasses, verifyOp } from '@shardform/ir-core';
import {
  compareArrays,
  defaultTolerance,
  type NdArray,
  randomArray,
  runSequential,
} from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { createContext } from '../src/context.ts';

const context = createContext();

function parsed(text: string): ModuleOp {
  const module = parseModule(text, context);
  if (module === null || !verifyOp(module, context)) throw new Error(`not a right program:\n${text}`);
  return module;
}

/** Each round adds its part of the input to a sum and writes the sum to its row of the second result. */
const RUNNING_SUM = `func.func @main(%parts: tensor<5x3xf32>, %scale: tensor<3xf32>) -> (tensor<3xf32>, tensor<4x3xf32>) {
  %first = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<6> : tensor<i32>
  %step = stablehlo.constant dense<2> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.constant dense<0.0> : tensor<3xf32>
  %rows = stablehlo.constant dense<-1.0> : tensor<4x3xf32>
  %0:3 = stablehlo.while(%i = %first, %s = %sum, %r = %rows) : tensor<i32>, tensor<3xf32>, tensor<4x3xf32>
  cond {
    %goes = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  } do {
    %part = stablehlo.dynamic_slice %parts, %i, %zero, sizes = [1, 3] : (tensor<5x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %flat = stablehlo.reshape %part : (tensor<1x3xf32>) -> tensor<3xf32>
    %scaled = stablehlo.multiply %flat, %scale : tensor<3xf32>
    %next = stablehlo.add %s, %scaled : tensor<3xf32>
    %row = stablehlo.reshape %next : (tensor<3xf32>) -> tensor<1x3xf32>
    // The last row is the third: starts are moved so that slices lie inside.
    %written = stablehlo.dynamic_update_slice %r, %row, %i, %zero : (tensor<4x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
    %after = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %after, %next, %written : tensor<i32>, tensor<3xf32>, tensor<4x3xf32>
  }
  return %0#1, %0#2 : tensor<3xf32>, tensor<4x3xf32>
}`;

test('loops that operands bound compute the same for each number', () => {
  const text = `func.func @main(%x: tensor<2xf32>, %first: tensor<i32>, %limit: tensor<i32>) -> tensor<2xf32> {
  %step = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = stablehlo.while(%i = %first, %s = %x) : tensor<i32>, tensor<2xf32>
  cond {
    %goes = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  } do {
    %next = stablehlo.add %s, %x : tensor<2xf32>
    %after = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %after, %next : tensor<i32>, tensor<2xf32>
  }
  return %0#1 : tensor<2xf32>
}`;
  const module = parsed(text);
  const pipeline =
    'builtin.module(stablehlo-pipeline,stablehlo-to-ttir-pipeline,ttir-to-ttnn-backend-pipeline{enable-cpu-hoisted-const-eval=false},ttcore-unwrap-device-module)';
  expect(runPasses(module, parsePipeline(pipeline, context), context).succeeded).toBe(true);
  expect(printOp(module, context)).toContain('limit = #ttcore.loop_bound<0, 2 : i32>');
  const number = (value: number): NdArray => ({ kind: 'i32', shape: [], data: new Int32Array([value]) });
  for (const [first, limit] of [
    [0, 5],
    [3, 3],
    [4, -2],
    [-1, 2],
  ] as const) {
    const inputs = [randomArray('f32', [2], 7), number(first), number(limit)];
    const [expected] = runSequential(parsed(text), inputs, context);
    const [actual] = runSequential(module, inputs, context);
    expect(
      compareArrays(actual!, expected!, defaultTolerance('f32')).mismatches,
      `${first} to ${limit}`,
    ).toBe(0);
  }
});

test('counted loops compute the same as functions that are called for each round', () => {
  const inputs = [randomArray('f32', [5, 3], 7), randomArray('f32', [3], 8)];
  const expected = runSequential(parsed(RUNNING_SUM), inputs, context);
  const module = parsed(RUNNING_SUM);
  runPasses(module, parsePipeline('builtin.module(convert-stablehlo-to-ttir)', context), context);
  expect(verifyOp(module, context)).toBe(true);
  const actual = runSequential(module, inputs, context);
  expect(actual.map(({ shape }) => shape)).toEqual([[3], [4, 3]]);
  for (const [i, array] of expected.entries()) {
    expect(compareArrays(actual[i]!, array, defaultTolerance('f32')).mismatches).toBe(0);
  }
});
