import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('transpose rules', () => {
  test('number factors in the order of the result', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<2x3x4xf32>) {
 %0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
 return
}`),
    ).toEqual(['<([j, k, i])->([i, j, k]) {i=4, j=2, k=3}>']);
  });
});
