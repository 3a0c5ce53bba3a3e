import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

test('borders of several dimensions are exchanged in the order that sends the least', () => {
  const local = runText(
    'shardform-partition-pipeline',
    `sdy.mesh @mesh = <["rows"=4, "cols"=2]>
func.func @main(%x: tensor<1x64x48x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"rows"}, {"cols"}, {}]>}, %k: tensor<3x3x1x1xf32>)
    -> (tensor<1x64x48x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"rows"}, {"cols"}, {}]>}) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x64x48x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x64x48x1xf32>
  return %0 : tensor<1x64x48x1xf32>
}`,
  );
  // Two rows of 24 and a column of 18 elements; a column of 16 and two rows of 26 would be more.
  expect(
    local
      .match(/collective_permute".*: \(tensor<(\w+)>\)/g)
      ?.map((line) => /\(tensor<(\w+)>/.exec(line)?.[1]),
  ).toEqual(['1x1x24x1xf32', '1x1x24x1xf32', '1x18x1x1xf32']);
});

test.each([
  [2, 0, 1],
  [4, 1, 0],
])(
  'of %i devices whose windows are the whole dimension, several gather it once',
  (size, gathers, permutes) => {
    const local = runText(
      'shardform-partition-pipeline',
      `sdy.mesh @mesh = <["x"=${size}]>
func.func @main(%a: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{padding = dense<[[63, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}`,
    );
    const count = (name: string): number => local.split(`"stablehlo.${name}"`).length - 1;
    expect([count('all_gather'), count('collective_permute')]).toEqual([gathers, permutes]);
  },
);
