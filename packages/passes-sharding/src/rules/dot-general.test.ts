import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('dot_general rules', () => {
  test('order factors: batching, free of each side, contracting', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<3x5x4x7xf32>, %b: tensor<7x3x9x4xf32>) {
 %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [1], contracting_dims = [3, 2] x [0, 3] : (tensor<3x5x4x7xf32>, tensor<7x3x9x4xf32>) -> tensor<3x5x9xf32>
 return
}`),
    ).toEqual(['<([i, j, m, l], [l, i, k, m])->([i, j, k]) {i=3, j=5, k=9, l=7, m=4} reduction={l, m}>']);
  });

  test('have no reduction without contracting dimensions', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<3x5xf32>, %b: tensor<3x4xf32>) {
 %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [] x [] : (tensor<3x5xf32>, tensor<3x4xf32>) -> tensor<3x5x4xf32>
 return
}`),
    ).toEqual(['<([i, j], [i, k])->([i, j, k]) {i=3, j=5, k=4}>']);
  });
});
