import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../tests/evaluate.ts';

const potrf = (matrix: string): string => `
  %a = stablehlo.constant dense<${matrix}> : tensor<2x2xf64>
  %0:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<i32>)`;

describe('potrf', () => {
  test('decomposes a matrix', () => {
    const results = evaluate(potrf('[[4.0, 9.0], [2.0, 10.0]]'), '%0#0, %0#1 : tensor<2x2xf64>, tensor<i32>');
    expect(results).toEqual([[2, 0, 1, 3], [0]]);
  });

  test('tells which minor is not positive', () => {
    expect(evaluate(potrf('[[4.0, 0.0], [4.0, 1.0]]'), '%0#1 : tensor<i32>')).toEqual([[2]]);
    expect(evaluate(potrf('[[-4.0, 0.0], [4.0, 1.0]]'), '%0#1 : tensor<i32>')).toEqual([[1]]);
  });

  test('needs its letters', () => {
    const body = `
      %a = stablehlo.constant dense<1.0> : tensor<1x1xf32>
      %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) : (tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<i32>)`;
    expect(() => evaluate(body, '%0#1 : tensor<i32>')).toThrow("its backend_config has no 'uplo'");
  });
});

test('trsm solves from the side and with the half that its letters tell', () => {
  const solve = (letters: string): unknown =>
    evaluate(
      `%a = stablehlo.constant dense<[[2.0, 5.0], [1.0, 4.0]]> : tensor<2x2xf32>
       %b = stablehlo.constant dense<[[2.0, 4.0], [9.0, 10.0]]> : tensor<2x2xf32>
       %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {${letters}}} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>`,
      '%0 : tensor<2x2xf32>',
    )[0];
  // Side L or R, uplo L or U, trans_x N or T, diag N or U.
  expect(solve('side = 76 : ui8, uplo = 76 : ui8, trans_x = 78 : ui8, diag = 78 : ui8')).toEqual([
    1, 2, 2, 2,
  ]);
  expect(solve('side = 76 : ui8, uplo = 85 : ui8, trans_x = 84 : ui8, diag = 85 : ui8')).toEqual([
    2, 4, -1, -10,
  ]);
  expect(solve('side = 82 : ui8, uplo = 76 : ui8, trans_x = 78 : ui8, diag = 78 : ui8')).toEqual([
    0.5, 1, 3.25, 2.5,
  ]);
});

test('ormqr multiplies from the side that its letters or truth values tell', () => {
  const multiply = (call: string, options: string): unknown =>
    evaluate(
      `%a = stablehlo.constant dense<[[9.0, 9.0], [1.0, 9.0]]> : tensor<2x2xf32>
       %tau = stablehlo.constant dense<[1.0, 0.0]> : tensor<2xf32>
       %c = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
       %0 = stablehlo.custom_call @${call}(%a, %tau, %c) {mhlo.backend_config = {${options}}} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>`,
      '%0 : tensor<2x2xf32>',
    )[0];
  // The reflector of (1, 1) is [[0, -1], [-1, 0]].
  const [left, right] = [
    [-3, -4, -1, -2],
    [-2, -1, -4, -3],
  ];
  expect(multiply('lapack_sormqr_ffi', 'left = true, transpose = true')).toEqual(left);
  expect(multiply('lapack_sormqr_ffi', 'left = false, transpose = false')).toEqual(right);
  expect(multiply('lapack_sormqr_ffi', 'side = 76 : ui8, transpose = 84 : ui8')).toEqual(left);
  expect(multiply('cusolver_ormqr_ffi', 'left = false, transpose = true')).toEqual(right);
});
