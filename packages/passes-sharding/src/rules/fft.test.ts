import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

describe('a Fourier transform', () => {
  test('needs its last dimensions whole, and is blocked where the size changes', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<2x8x16xcomplex<f32>>, %b: tensor<2x8x16xf32>) {
 %0 = stablehlo.fft %a, type = FFT, length = [8, 16] : (tensor<2x8x16xcomplex<f32>>) -> tensor<2x8x16xcomplex<f32>>
 %1 = stablehlo.fft %b, type = RFFT, length = [16] : (tensor<2x8x16xf32>) -> tensor<2x8x9xcomplex<f32>>
 return
}`),
    ).toEqual([
      '<([i, j, k])->([i, j, k]) {i=2, j=8, k=16} need_replication={j, k}>',
      '<([i, j, k])->([i, j, k]) {i=2, j=8, k=16} need_replication={k} blocked_propagation={k}>',
    ]);
  });
});
