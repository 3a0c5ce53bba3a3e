import { expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

test('a value that several operations need whole is gathered once', () => {
  const local = runText(
    'shardform-partition-pipeline',
    `sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %gate: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %up: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.dot_general %x, %gate, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.dot_general %x, %up, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}`,
  );
  expect(local.match(/"stablehlo\.(all|reduce)_\w+"/g)).toEqual(['"stablehlo.all_gather"']);
});
