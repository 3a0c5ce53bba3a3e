import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('slice and pad rules', () => {
  test('permute dimensions whose size changes', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<8x6xf32>, %p: tensor<f32>) {
 %0 = stablehlo.slice %a [0:8, 2:4] : (tensor<8x6xf32>) -> tensor<8x2xf32>
 %1 = stablehlo.pad %a, %p, low = [1, 1], high = [1, -1], interior = [0, 0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<10x6xf32>
 return
}`),
    ).toEqual([
      '<([i, j])->([i, j]) {i=8, j=6} permutation={j}>',
      '<([i, j], [])->([i, j]) {i=8, j=6} permutation={i}>',
    ]);
  });

  test('block these dimensions in conservative mode', () => {
    expect(
      rulesOf(
        `
func.func @main(%a: tensor<8x6xf32>, %p: tensor<f32>) {
 %0 = stablehlo.slice %a [0:8, 2:4] : (tensor<8x6xf32>) -> tensor<8x2xf32>
 %1 = stablehlo.pad %a, %p, low = [1, 1], high = [1, -1], interior = [0, 0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<10x6xf32>
 return
}`,
        '{conservative-propagation=true}',
      ),
    ).toEqual([
      '<([i, j])->([i, j]) {i=8, j=6} permutation={j} blocked_propagation={j}>',
      '<([i, j], [])->([i, j]) {i=8, j=6} permutation={i} blocked_propagation={i}>',
    ]);
  });
});
