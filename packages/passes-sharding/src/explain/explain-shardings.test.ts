import { builtinPasses, Context, parseModule, type Value } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { shardingPasses } from '../extension.ts';
import { explainShardings } from './explain-shardings.ts';

/** Explains what `main` returns: each axis with the operations that brought it, and what was not taken. */
function explainResult(text: string): { readonly axes: string[]; readonly rejections: string[] } {
  const context = new Context([builtinPasses, shardingPasses]);
  const module = parseModule(text, context)!;
  const main = module.body.lastOp!;
  const value: Value = main.regions[0]!.entry.lastOp!.getOperand(0);
  const { axes, rejections } = explainShardings(module, context)!(value);
  return {
    axes: axes.map(
      ({ axis, dimension, way }) =>
        `${dimension} ${axis.text} ${way.map(({ op, factor }) => `${op.name}/${factor}`).join(' ')}`,
    ),
    rejections: rejections.map(
      ({ axis, dimension, op, reason }) => `${dimension} ${axis.text} ${op.name} ${reason}`,
    ),
  };
}

test('an axis comes from an argument through the operations between', () => {
  expect(
    explainResult(`sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<16x32xf32>) -> tensor<8x32xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<8x16xf32>
  %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  return %1 : tensor<8x32xf32>
}`),
  ).toEqual({ axes: ['0 "x" stablehlo.dot_general/0 stablehlo.tanh/0'], rejections: [] });
});

test('an axis that another dimension has is not taken', () => {
  expect(
    explainResult(`sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`),
  ).toEqual({ axes: ['0 "x" stablehlo.add/0'], rejections: ['1 "x" stablehlo.add used-elsewhere'] });
});

test('of two axes for a dimension one is left out', () => {
  expect(
    explainResult(`sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8xf32>
  return %0 : tensor<8xf32>
}`).rejections,
  ).toEqual(['0 "y" stablehlo.add other-axis']);
});

test('a closed dimension takes nothing', () => {
  expect(
    explainResult(`sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}`),
  ).toEqual({ axes: [], rejections: ['0 "x" stablehlo.negate closed'] });
});

test('a way goes back in time, never in a circle', () => {
  // %1 gets "x" from the constraint's value after it gave "y" to it: each axis has its own way.
  expect(
    explainResult(`sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y", ?}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  %1 = stablehlo.add %0, %arg0 : tensor<8x8xf32>
  %2 = stablehlo.add %1, %arg1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}`).axes.map((axis) => axis.split(' ').slice(0, 2).join(' ')),
  ).toEqual(['0 "x"', '1 "y"']);
});

test('calls are looked through', () => {
  expect(
    explainResult(`sdy.mesh @mesh = <["x"=2]>
func.func private @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = func.call @f(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.negate %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}`).axes,
  ).toEqual(['0 "x" stablehlo.negate/0 stablehlo.tanh/0 stablehlo.negate/0']);
});
