import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('collective rules', () => {
  test('of all_gather and all_to_all need exchanged dimensions whole on both sides', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<4x6xf32>) {
 %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
 %1 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x3xf32>
 %2 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
 return
}`),
    ).toEqual([
      '<([j, i])->([k, i]) {i=6, j=4, k=8} need_replication={j, k}>',
      '<([k, i])->([l, j]) {i=6, j=3, k=4, l=8} need_replication={i, j, k, l}>',
      '<([i, j])->([i, k]) {i=4, j=6, k=6} need_replication={j, k}>',
    ]);
  });
});
