import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('dynamic slice rules', () => {
  test('need the sliced dimensions whole and propagate nothing along them', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<8x6xf32>, %i: tensor<i32>) {
 %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [8, 2] : (tensor<8x6xf32>, tensor<i32>, tensor<i32>) -> tensor<8x2xf32>
 return
}`),
    ).toEqual(['<([i, j], [], [])->([i, j]) {i=8, j=6} need_replication={j} blocked_propagation={j}>']);
  });

  test('need the dimensions of an update whole where its place is not known', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<8x6xf32>, %u: tensor<8x2xf32>, %i: tensor<i32>) {
 %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<8x6xf32>, tensor<8x2xf32>, tensor<i32>, tensor<i32>) -> tensor<8x6xf32>
 return
}`),
    ).toEqual(['<([i, j], [i, k], [], [])->([i, j]) {i=8, j=6, k=2} need_replication={k}>']);
  });

  test('leave the dimensions of an update free where its place is constant', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<8x6xf32>, %u: tensor<8x2xf32>) {
 %c = stablehlo.constant dense<0> : tensor<i32>
 %i = sdy.constant dense<1> : tensor<i32>
 %0 = stablehlo.dynamic_update_slice %a, %u, %c, %i : (tensor<8x6xf32>, tensor<8x2xf32>, tensor<i32>, tensor<i32>) -> tensor<8x6xf32>
 return
}`),
    ).toEqual(['<([i, j], [i, k], [], [])->([i, j]) {i=8, j=6, k=2}>']);
  });
});
