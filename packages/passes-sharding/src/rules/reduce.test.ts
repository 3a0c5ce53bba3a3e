import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('reduce rules', () => {
  test('reduce the reduced dimensions and leave initial values without factors', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<8x6x5xf32>, %s: tensor<f32>) {
 %0 = stablehlo.reduce(%a init: %s) applies stablehlo.add across dimensions = [2, 0] : (tensor<8x6x5xf32>, tensor<f32>) -> tensor<6xf32>
 return
}`),
    ).toEqual(['<([i, j, k], [])->([j]) {i=8, j=6, k=5} reduction={i, k}>']);
  });
});
