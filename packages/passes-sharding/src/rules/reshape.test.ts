import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('reshape rules', () => {
  test('split and merge dimensions', () => {
    expect(
      rulesOf(`
func.func @main(%a0: tensor<12xf32>, %a1: tensor<3x4xf32>, %a2: tensor<6x4x5xf32>) {
 %0 = stablehlo.reshape %a0 : (tensor<12xf32>) -> tensor<3x4xf32>
 %1 = stablehlo.reshape %a1 : (tensor<3x4xf32>) -> tensor<12xf32>
 %2 = stablehlo.reshape %a2 : (tensor<6x4x5xf32>) -> tensor<2x12x5xf32>
 return
}`),
    ).toEqual([
      '<([ij])->([i, j]) {i=3, j=4}>',
      '<([i, j])->([ij]) {i=3, j=4}>',
      '<([ij, k, l])->([i, jk, l]) {i=2, j=3, k=4, l=5}>',
    ]);
  });

  test('give dimensions without common divisors factors of their own', () => {
    expect(
      rulesOf(`
func.func @main(%a0: tensor<3x2xf32>, %a1: tensor<6x4xf32>, %a2: tensor<2x3x8xf32>) {
 %0 = stablehlo.reshape %a0 : (tensor<3x2xf32>) -> tensor<2x3xf32>
 %1 = stablehlo.reshape %a1 : (tensor<6x4xf32>) -> tensor<4x6xf32>
 %2 = stablehlo.reshape %a2 : (tensor<2x3x8xf32>) -> tensor<3x4x4xf32>
 return
}`),
    ).toEqual([
      '<([i, l])->([j, k]) {i=3, j=2, k=3, l=2}>',
      '<([ij, mn])->([ik, ln]) {i=2, j=3, k=2, l=3, m=2, n=2}>',
      '<([i, k, mn])->([j, lm, n]) {i=2, j=3, k=3, l=2, m=2, n=4}>',
    ]);
  });

  test('give dimensions of size 1 factors of their own', () => {
    expect(
      rulesOf(`
func.func @main(%a0: tensor<1x6xf32>, %a1: tensor<1x1xf32>, %a2: tensor<24xf32>) {
 %0 = stablehlo.reshape %a0 : (tensor<1x6xf32>) -> tensor<6x1xf32>
 %1 = stablehlo.reshape %a1 : (tensor<1x1xf32>) -> tensor<f32>
 %2 = stablehlo.reshape %a2 : (tensor<24xf32>) -> tensor<6x1x4xf32>
 return
}`),
    ).toEqual([
      '<([i, j])->([j, k]) {i=1, j=6, k=1}>',
      '<([i, j])->([]) {i=1, j=1}>',
      '<([ik])->([i, j, k]) {i=6, j=1, k=4}>',
    ]);
  });
});
