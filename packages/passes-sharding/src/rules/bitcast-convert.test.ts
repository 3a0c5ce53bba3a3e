import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

describe('a conversion of bits', () => {
  test('needs the dimension whole that a wide element is made of', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8x2xbf16>) {
 %0 = stablehlo.bitcast_convert %a : (tensor<4x8xf32>) -> tensor<4x8xi32>
 %1 = stablehlo.bitcast_convert %a : (tensor<4x8xf32>) -> tensor<4x8x4xi8>
 %2 = stablehlo.bitcast_convert %b : (tensor<4x8x2xbf16>) -> tensor<4x8xf32>
 return
}`),
    ).toEqual([
      '<([i, j])->([i, j]) {i=4, j=8}>',
      '<([i, j])->([i, j, k]) {i=4, j=8, k=4} need_replication={k}>',
      '<([i, j, k])->([i, j]) {i=4, j=8, k=2} need_replication={k}>',
    ]);
  });
});
