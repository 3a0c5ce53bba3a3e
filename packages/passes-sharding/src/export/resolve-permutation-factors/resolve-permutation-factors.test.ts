import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

test('a reversed dimension is whole between reshards', () => {
  expect(
    runText(
      'sdy-resolve-permutation-factors',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> (tensor<8x4xf32>) {
  %0 = stablehlo.reverse %a, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {"y"}]>]>} : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<8x4xf32> {
    %0 = sdy.reshard %arg0 <@m, [{}, {"y"}]> : tensor<8x4xf32>
    %1 = stablehlo.reverse %0, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y"}]>]>} : tensor<8x4xf32>
    %2 = sdy.reshard %1 <@m, [{"x"}, {"y"}]> : tensor<8x4xf32>
    return %2 : tensor<8x4xf32>
  }
}
`);
});

test('slices and pads of the parts stay', () => {
  expect(
    runText(
      'sdy-resolve-permutation-factors',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %p: tensor<f32>) -> (tensor<8xf32>) {
  %0 = stablehlo.slice %a [0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
  %1 = stablehlo.pad %0, %p, low = [0], high = [1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.slice %1 [1:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
  return %1 : tensor<8xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %arg1: tensor<f32>) -> tensor<8xf32> {
    %0 = stablehlo.slice %arg0 [0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
    %1 = stablehlo.pad %0, %arg1, low = [0], high = [1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = sdy.reshard %1 <@m, [{}]> : tensor<8xf32>
    %3 = stablehlo.slice %2 [1:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
    %4 = sdy.reshard %3 <@m, [{"x"}]> : tensor<7xf32>
    return %1 : tensor<8xf32>
  }
}
`);
});

test('a reshape keeps what is split alike on both sides', () => {
  expect(
    runText(
      'sdy-resolve-permutation-factors',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> (tensor<2x4x3x2xf32>) {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}, {"y"}, {}]>]>} : (tensor<8x6xf32>) -> tensor<2x4x3x2xf32>
  return %0 : tensor<2x4x3x2xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<2x4x3x2xf32> {
    %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}, {"y"}, {}]>]>} : (tensor<8x6xf32>) -> tensor<2x4x3x2xf32>
    return %0 : tensor<2x4x3x2xf32>
  }
}
`);
});
