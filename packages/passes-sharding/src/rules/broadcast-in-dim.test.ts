import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('broadcast_in_dim rules', () => {
  test('share kept dimensions, and give added and expanded ones factors of the result alone', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<5x1x3xf32>) {
 %0 = stablehlo.broadcast_in_dim %a, dims = [2, 1, 0] : (tensor<5x1x3xf32>) -> tensor<3x8x5x6xf32>
 return
}`),
    ).toEqual(['<([l, j, i])->([i, k, l, m]) {i=3, j=1, k=8, l=5, m=6}>']);
  });

  test('of scalars have factors of the result alone', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<f32>) {
 %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
 return
}`),
    ).toEqual(['<([])->([i, j]) {i=3, j=8}>']);
  });
});
