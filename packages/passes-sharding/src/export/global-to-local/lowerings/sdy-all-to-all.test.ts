import { describe, expect, test } from 'vitest';
import { runText } from '../../../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('all-to-alls in sdy-convert-global-to-local', () => {
  test('of one split', () => {
    expect(
      runText(
        'sdy-convert-global-to-local',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
  %0 = sdy.all_to_all [{"y"}: 0->1] %a out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<2x16xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
`);
  });

  test('of several splits are one', () => {
    expect(
      runText(
        'sdy-convert-global-to-local',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<4x8x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>}) -> (tensor<4x8x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {"y"}]>}) {
  %0 = sdy.all_to_all [{"x"}: 0->2, {"y"}: 1->3] %a out_sharding=<@mesh, [{}, {}, {"x"}, {"y"}]> : tensor<4x8x8x16xf32>
  return %0 : tensor<4x8x8x16xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<2x2x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>}) -> (tensor<4x8x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {"y"}]>}) {
    %0 = stablehlo.reshape %arg0 : (tensor<2x2x8x16xf32>) -> tensor<2x2x2x4x4x4xf32>
    %1 = stablehlo.transpose %0, dims = [2, 4, 0, 1, 3, 5] : (tensor<2x2x2x4x4x4xf32>) -> tensor<2x4x2x2x4x4xf32>
    %2 = stablehlo.reshape %1 : (tensor<2x4x2x2x4x4xf32>) -> tensor<8x2x2x4x4xf32>
    %3 = "stablehlo.all_to_all"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, split_count = 8 : i64, split_dimension = 0 : i64}> : (tensor<8x2x2x4x4xf32>) -> tensor<8x2x2x4x4xf32>
    %4 = stablehlo.reshape %3 : (tensor<8x2x2x4x4xf32>) -> tensor<2x4x2x2x4x4xf32>
    %5 = stablehlo.transpose %4, dims = [0, 2, 1, 3, 4, 5] : (tensor<2x4x2x2x4x4xf32>) -> tensor<2x2x4x2x4x4xf32>
    %6 = stablehlo.reshape %5 : (tensor<2x2x4x2x4x4xf32>) -> tensor<4x8x4x4xf32>
    return %6 : tensor<4x8x4x4xf32>
  }
}
`);
  });
});

describe('all-to-alls in sdy-convert-global-to-local, beyond jaxlib 0.10.2', () => {
  test('reject sizes that do not divide', () => {
    expect(
      runText(
        'sdy-convert-global-to-local',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
  %0 = sdy.all_to_all [{"y"}: 0->1] %a out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}`,
      ),
    ).toBe(`error: 'sdy.all_to_all' op dimension not divisible by num devices per group
error: failed to legalize operation 'sdy.all_to_all' that was explicitly marked illegal
`);
  });
});
