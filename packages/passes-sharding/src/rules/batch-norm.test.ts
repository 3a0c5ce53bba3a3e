import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

describe('normalisation by given moments', () => {
  test('shares the features with all operands', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<4x8x16xf32>, %f: tensor<8xf32>) {
 %0 = "stablehlo.batch_norm_inference"(%a, %f, %f, %f, %f) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<4x8x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16xf32>
 return
}`),
    ).toEqual(['<([i, j, k], [j], [j], [j], [j])->([i, j, k]) {i=4, j=8, k=16}>']);
  });
});
