import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

describe('sorting', () => {
  test('needs the sorted dimension whole, which is blocked where there is no other', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<4x8xf32>, %b: tensor<1x8xf32>) {
 %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
   %z = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
   stablehlo.return %z : tensor<i1>
 }) {dimension = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
 %1 = "stablehlo.sort"(%b) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
   %z = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
   stablehlo.return %z : tensor<i1>
 }) {dimension = 1 : i64} : (tensor<1x8xf32>) -> tensor<1x8xf32>
 return
}`),
    ).toEqual([
      '<([], [])->([])>',
      '<([i, j])->([i, j]) {i=4, j=8} need_replication={j}>',
      '<([], [])->([])>',
      '<([i, j])->([i, j]) {i=1, j=8} need_replication={j} blocked_propagation={j}>',
    ]);
  });
});
