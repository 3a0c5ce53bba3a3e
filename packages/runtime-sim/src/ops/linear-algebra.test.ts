import { describe, expect, test } from 'vitest';
import { evaluate } from '../../tests/evaluate.ts';

describe('cholesky', () => {
  const matrix = '%a = stablehlo.constant dense<[[4.0, 2.0], [2.0, 5.0]]> : tensor<2x2xf64>';

  test('gives either triangle', () => {
    const body = `${matrix}
      %0 = stablehlo.cholesky %a, lower = true : tensor<2x2xf64>
      %1 = stablehlo.cholesky %a, lower = false : tensor<2x2xf64>`;
    expect(evaluate(body, '%0, %1 : tensor<2x2xf64>, tensor<2x2xf64>')).toEqual([
      [2, 0, 1, 2],
      [2, 1, 0, 2],
    ]);
  });

  test('of Hermitian matrices', () => {
    const body = `%a = stablehlo.constant dense<[[(4.0, 0.0), (0.0, -2.0)], [(0.0, 2.0), (5.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
      %0 = stablehlo.cholesky %a, lower = true : tensor<2x2xcomplex<f64>>
      %1 = stablehlo.cholesky %a, lower = false : tensor<2x2xcomplex<f64>>`;
    const [lower, upper] = evaluate(body, '%0, %1 : tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>');
    expect(lower).toEqual([
      { re: 2, im: 0 },
      { re: 0, im: 0 },
      { re: 0, im: 1 },
      { re: 2, im: 0 },
    ]);
    expect(upper![1]).toEqual({ re: 0, im: -1 });
  });
});

describe('triangular_solve', () => {
  const solved = (left: boolean, lower: boolean, unit: boolean, transpose: string): unknown => {
    const body = `%a = stablehlo.constant dense<[[2.0, 3.0], [1.0, 4.0]]> : tensor<2x2xf32>
      %b = stablehlo.constant dense<[[4.0, 8.0], [12.0, 16.0]]> : tensor<2x2xf32>
      %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = ${left}, lower = ${lower}, unit_diagonal = ${unit}, transpose_a = #stablehlo<transpose ${transpose}>}
        : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>`;
    return evaluate(body, '%0 : tensor<2x2xf32>')[0];
  };

  test.each([
    [true, true, false, 'NO_TRANSPOSE', [2, 4, 2.5, 3]],
    [true, false, false, 'NO_TRANSPOSE', [-2.5, -2, 3, 4]],
    [true, true, false, 'TRANSPOSE', [0.5, 2, 3, 4]],
    [false, true, false, 'NO_TRANSPOSE', [1, 2, 4, 4]],
    [false, false, false, 'ADJOINT', [-1, 2, 0, 4]],
    [true, true, true, 'NO_TRANSPOSE', [4, 8, 8, 8]],
  ] as const)('left %s, lower %s, unit diagonal %s, %s', (left, lower, unit, transpose, expected) => {
    expect(solved(left, lower, unit, transpose)).toEqual(expected);
  });
});

describe('fft', () => {
  const close = (values: readonly unknown[]): unknown =>
    (values as { re: number; im: number }[]).map(({ re, im }) => [
      Math.round(re * 1e9) / 1e9 + 0,
      Math.round(im * 1e9) / 1e9 + 0,
    ]);

  test('of four and of three elements', () => {
    const body = `%a = stablehlo.constant dense<[(1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0)]> : tensor<4xcomplex<f64>>
      %0 = stablehlo.fft %a, type = FFT, length = [4] : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
      %b = stablehlo.constant dense<[(1.0, 0.0), (0.0, 1.0), (0.0, 0.0)]> : tensor<3xcomplex<f64>>
      %1 = stablehlo.fft %b, type = FFT, length = [3] : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>`;
    const [four, three] = evaluate(body, '%0, %1 : tensor<4xcomplex<f64>>, tensor<3xcomplex<f64>>');
    expect(close(four!)).toEqual([
      [10, 0],
      [-2, 2],
      [-2, 0],
      [-2, -2],
    ]);
    expect(close(three!)).toEqual([
      [1, 1],
      [1.866025404, -0.5],
      [0.133974596, -0.5],
    ]);
  });

  test('of real numbers there and back', () => {
    const body = `%a = stablehlo.constant dense<[[1.0, 2.0, 3.0, 5.0, 8.0], [1.0, -1.0, 2.0, -2.0, 0.0]]> : tensor<2x5xf64>
      %0 = stablehlo.fft %a, type = RFFT, length = [2, 5] : (tensor<2x5xf64>) -> tensor<2x3xcomplex<f64>>
      %1 = stablehlo.fft %0, type = IRFFT, length = [2, 5] : (tensor<2x3xcomplex<f64>>) -> tensor<2x5xf64>`;
    const [back] = evaluate(body, '%1 : tensor<2x5xf64>') as number[][];
    expect(back!.map((value) => Math.round(value * 1e9) / 1e9 + 0)).toEqual([1, 2, 3, 5, 8, 1, -1, 2, -2, 0]);
  });

  test('IFFT divides by the length', () => {
    const body = `%a = stablehlo.constant dense<[(4.0, 0.0), (0.0, 4.0)]> : tensor<2xcomplex<f32>>
      %0 = stablehlo.fft %a, type = IFFT, length = [2] : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>`;
    expect(close(evaluate(body, '%0 : tensor<2xcomplex<f32>>')[0]!)).toEqual([
      [2, 2],
      [2, -2],
    ]);
  });
});
