import { describeMismatch, executeBoth, partition, shardedFunction } from '@shardform/inspect';
import { parseModule, parsePipeline, printOp, runPasses, SourceText, verifyOp } from '@shardform/ir-core';
import { arrayOf, arrayTypeOf, entryFunction } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { createContext } from '../context.ts';

/** The loss of a perceptron of two layers; differentiation makes a training step of it. */
const loss = `func.func @main(%w1: tensor<2x4xf32>, %w2: tensor<4x2xf32>, %x: tensor<4x2xf32>, %z: tensor<4x2xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x4xf32>
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.maximum %0, %zeros : tensor<4x4xf32>
  %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %3 = stablehlo.subtract %2, %z : tensor<4x2xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<4x2xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
  return %5 : tensor<f32>
}`;

test.each([
  ['data=2 horizontal=2', '[{}, {"model"}]', '[{"model"}, {}]', '[{"data"}, {}]'],
  ['data=4', '[{}, {}]', '[{}, {}]', '[{"data"}, {}]'],
  ['horizontal=4', '[{}, {"model"}]', '[{"model"}, {}]', '[{}, {}]'],
])('a training step with %s as the program of one device', (strategy, w1, w2, x) => {
  const context = createContext();
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(new SourceText('step', loss), context)!;
    const passes = `builtin.module(stablehlo-differentiate{wrt=0,1},dist-shard{${strategy} batch=2,3})`;
    if (!runPasses(module, parsePipeline(passes, context), context).succeeded || !verifyOp(module, context))
      return null;
    const text = printOp(module, context);
    const { propagated, local } = partition(module, context);
    if (propagated === null || local === null) return null;
    // Integers, so that every order of sums gives the same numbers.
    const inputs = entryFunction(module).functionType.inputs.map((type, at) => {
      const { shape } = arrayTypeOf(type)!;
      const elements = Array.from({ length: shape[0]! * shape[1]! }, (_, i) => ((3 * i + 5 * at) % 7) - 3);
      return arrayOf('f32', shape, elements);
    });
    const { comparisons } = executeBoth(module, local, shardedFunction(propagated), inputs, context, 0);
    return {
      text,
      mismatches: comparisons.filter(({ mismatch }) => mismatch !== null).map(describeMismatch),
    };
  });
  expect(diagnostics).toEqual([]);
  expect(result!.mismatches).toEqual([]);
  for (const sharding of [w1, w2, x]) expect(result!.text).toContain(`#sdy.sharding<@mesh, ${sharding}>`);
});
