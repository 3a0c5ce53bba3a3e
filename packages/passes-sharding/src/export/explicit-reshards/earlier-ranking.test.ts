import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

/** A product whose left side is split along what is summed, and whose result is split along its rows. */
const PRODUCT = `
sdy.mesh @mesh = <["y"=2]>
func.func @main(%a: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %b: tensor<32x32xf32>) -> (tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : (tensor<8x32xf32>, tensor<32x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}`;

const body = (options: string): string[] =>
  runText(`func.func(sdy-insert-explicit-reshards{enable-full-version=true ${options}})`, PRODUCT)
    .split('\n')
    .slice(3, -4)
    .map((line) => line.trim());

// Recorded from Shardy in jaxlib 0.10.2.
test('a factor that passes through is preferred to a reduction of the same size', () => {
  expect(body('')).toEqual([
    '%0 = sdy.reshard %arg0 <@mesh, [{"y"}, {}]> : tensor<8x32xf32>',
    '%1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : (tensor<8x32xf32>, tensor<32x32xf32>) -> tensor<8x32xf32>',
  ]);
});

// Recorded from the Shardy of tt-mlir in jax-tt-plugin 0.1.3.
test('earlier-ranking takes the reduction, which comes later among the factors', () => {
  expect(body('earlier-ranking=true')).toEqual([
    '%0 = sdy.reshard %arg1 <@mesh, [{"y"}, {}]> : tensor<32x32xf32>',
    '%1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x32xf32>, tensor<32x32xf32>) -> tensor<8x32xf32>',
    '%2 = sdy.all_reduce {"y"} %1 out_sharding=<@mesh, [{}, {}]> : tensor<8x32xf32>',
    '%3 = sdy.reshard %2 <@mesh, [{"y"}, {}]> : tensor<8x32xf32>',
  ]);
});
