import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

describe('a convolution', () => {
  test('has factors for windows, their elements, features and groups', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<4x16x16x6xf32>, %k: tensor<3x3x6x8xf32>, %w: tensor<16x16x6x8xf32>, %g: tensor<3x3x3x8xf32>) {
 %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x16x16x8xf32>
 %1 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x6xf32>, tensor<16x16x6x8xf32>) -> tensor<4x1x1x8xf32>
 %2 = stablehlo.convolution(%a, %g) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x16x16x6xf32>, tensor<3x3x3x8xf32>) -> tensor<4x14x14x8xf32>
 %3 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x6xf32>, tensor<3x3x6x8xf32>) -> tensor<2x14x14x8xf32>
 return
}`),
    ).toEqual([
      '<([i, j, k, l], [n, o, l, m])->([i, j, k, m]) {i=4, j=16, k=16, l=6, m=8, n=1, o=1} reduction={l} permutation={j, k}>',
      '<([i, j, k, l], [j, k, l, m])->([i, n, o, m]) {i=4, j=16, k=16, l=6, m=8, n=1, o=1} reduction={j, k, l}>',
      '<([i, j, k, lm], [o, p, m, ln])->([i, j, k, ln]) {i=4, j=14, k=14, l=2, m=3, n=4, o=1, p=1} reduction={m} permutation={j, k}>',
      '<([ij, k, l, m], [o, p, m, in])->([j, k, l, in]) {i=2, j=2, k=14, l=14, m=6, n=4, o=1, p=1} reduction={m} permutation={k, l}>',
    ]);
  });

  test('has no spatial factors in conservative mode', () => {
    expect(
      rulesOf(
        `
func.func @main(%a: tensor<4x16x16x6xf32>, %k: tensor<3x3x6x8xf32>, %w: tensor<16x16x6x8xf32>, %g: tensor<3x3x3x8xf32>) {
 %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x16x16x8xf32>
 %1 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x6xf32>, tensor<16x16x6x8xf32>) -> tensor<4x1x1x8xf32>
 %2 = stablehlo.convolution(%a, %g) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x16x16x6xf32>, tensor<3x3x3x8xf32>) -> tensor<4x14x14x8xf32>
 %3 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x6xf32>, tensor<3x3x6x8xf32>) -> tensor<2x14x14x8xf32>
 return
}`,
        '{conservative-propagation=true}',
      ),
    ).toEqual([
      '<([i, l, m, j], [n, o, j, k])->([i, p, q, k]) {i=4, j=6, k=8, l=1, m=1, n=1, o=1, p=1, q=1} reduction={j}>',
      '<([i, l, m, j], [n, o, j, k])->([i, p, q, k]) {i=4, j=6, k=8, l=1, m=1, n=1, o=1, p=1, q=1} reduction={j}>',
      '<([i, m, n, jk], [o, p, k, jl])->([i, q, r, jl]) {i=4, j=2, k=3, l=4, m=1, n=1, o=1, p=1, q=1, r=1} reduction={k}>',
      '<([ij, m, n, k], [o, p, k, il])->([j, q, r, il]) {i=2, j=2, k=6, l=4, m=1, n=1, o=1, p=1, q=1, r=1} reduction={k}>',
    ]);
  });
});
