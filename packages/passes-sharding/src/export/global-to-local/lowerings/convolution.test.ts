import { expect, test } from 'vitest';
import { runText } from '../../../../tests/run-text.ts';

test('each device has some of the groups', () => {
  expect(
    runText(
      'sdy-convert-global-to-local',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<1x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"x"}]>}, %k: tensor<3x1x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"x"}]>}) -> (tensor<1x6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"x"}]>}) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64, sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}, {"x"}]>]>} : (tensor<1x8x4xf32>, tensor<3x1x4xf32>) -> tensor<1x6x4xf32>
  return %0 : tensor<1x6x4xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<1x8x2xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"x"}]>}, %arg1: tensor<3x1x2xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"x"}]>}) -> (tensor<1x6x2xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"x"}]>}) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x2xf32>, tensor<3x1x2xf32>) -> tensor<1x6x2xf32>
    return %0 : tensor<1x6x2xf32>
  }
}
`);
});
