import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

describe('linear algebra', () => {
  test('a Cholesky decomposition needs whole matrices', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<2x3x4x4xf32>) {
 %0 = stablehlo.cholesky %a, lower = true : tensor<2x3x4x4xf32>
 return
}`),
    ).toEqual(['<([i, j, k, l])->([i, j, k, l]) {i=2, j=3, k=4, l=4} need_replication={k, l}>']);
  });

  test('the dimensions of triangular systems correspond by side and transposition', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<5x4x4xf32>, %b: tensor<5x4x3xf32>, %c: tensor<5x3x4xf32>) {
 %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<5x4x4xf32>, tensor<5x4x3xf32>) -> tensor<5x4x3xf32>
 %1 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<5x4x4xf32>, tensor<5x4x3xf32>) -> tensor<5x4x3xf32>
 %2 = "stablehlo.triangular_solve"(%a, %c) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<5x4x4xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>
 %3 = "stablehlo.triangular_solve"(%a, %c) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<5x4x4xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>
 return
}`),
    ).toEqual([
      '<([i, j, l], [i, j, k])->([i, l, k]) {i=5, j=4, k=3, l=4} need_replication={j, k, l}>',
      '<([i, l, j], [i, j, k])->([i, l, k]) {i=5, j=4, k=3, l=4} need_replication={j, k, l}>',
      '<([i, l, k], [i, j, k])->([i, j, l]) {i=5, j=3, k=4, l=4} need_replication={j, k, l}>',
      '<([i, k, l], [i, j, k])->([i, j, l]) {i=5, j=3, k=4, l=4} need_replication={j, k, l}>',
    ]);
  });
});
