import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('pointwise rules', () => {
  test('have one factor per dimension', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<6x0x1xf32>) {
 %0 = stablehlo.add %a, %a : tensor<6x0x1xf32>
 %1 = stablehlo.tanh %0 : tensor<6x0x1xf32>
 return
}`),
    ).toEqual([
      '<([i, j, k], [i, j, k])->([i, j, k]) {i=6, j=0, k=1}>',
      '<([i, j, k])->([i, j, k]) {i=6, j=0, k=1}>',
    ]);
  });

  test('have no factors for scalars', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<f32>) {
 %0 = stablehlo.add %a, %a : tensor<f32>
 return
}`),
    ).toEqual(['<([], [])->([])>']);
  });

  test('leave scalar operands of select and clamp without factors', () => {
    expect(
      rulesOf(`
func.func @main(%p: tensor<i1>, %s: tensor<f32>, %a: tensor<6x4xf32>) {
 %0 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<6x4xf32>
 %1 = stablehlo.clamp %s, %a, %a : (tensor<f32>, tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
 return
}`),
    ).toEqual(['<([], [i, j], [i, j])->([i, j]) {i=6, j=4}>', '<([], [i, j], [i, j])->([i, j]) {i=6, j=4}>']);
  });

  test('count comparisons and conversions, whatever the element types', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<6x4xf32>) {
 %0 = stablehlo.compare GT, %a, %a : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xi1>
 %1 = stablehlo.convert %0 : (tensor<6x4xi1>) -> tensor<6x4xi32>
 return
}`),
    ).toEqual(['<([i, j], [i, j])->([i, j]) {i=6, j=4}>', '<([i, j])->([i, j]) {i=6, j=4}>']);
  });

  test('of reversals permute the reversed dimensions', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<6x4x5xf32>) {
 %0 = stablehlo.reverse %a, dims = [2, 0] : tensor<6x4x5xf32>
 return
}`),
    ).toEqual(['<([i, j, k])->([i, j, k]) {i=6, j=4, k=5} permutation={i, k}>']);
  });
});
