import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

describe('products', () => {
  test('of matrices and vectors contract one dimension', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %v: tensor<8xf32>) {
 %0 = stablehlo.dot %a, %b : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
 %1 = stablehlo.dot %a, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
 %2 = stablehlo.dot %v, %b : (tensor<8xf32>, tensor<8x16xf32>) -> tensor<16xf32>
 %3 = stablehlo.dot %v, %v : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
 return
}`),
    ).toEqual([
      '<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} reduction={k}>',
      '<([i, j], [j])->([i]) {i=4, j=8} reduction={j}>',
      '<([j], [j, i])->([i]) {i=16, j=8} reduction={j}>',
      '<([i], [i])->([]) {i=8} reduction={i}>',
    ]);
  });
});
