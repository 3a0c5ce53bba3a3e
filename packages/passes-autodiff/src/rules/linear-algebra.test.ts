import { describe, expect, test } from 'vitest';
import { check, differentiated } from '../../tests/gradient-checks.ts';

const M = 'tensor<3x3xf64>';
/** A symmetric matrix of the argument, with a large diagonal. */
const symmetric = `%i = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %j = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %d = stablehlo.compare EQ, %i, %j : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %f = stablehlo.convert %d : (tensor<3x3xi1>) -> ${M}
  %g = stablehlo.add %f, %f : ${M}
  %t = stablehlo.transpose %a, dims = [1, 0] : (${M}) -> ${M}
  %p = stablehlo.dot_general %a, %t, contracting_dims = [1] x [0] : (${M}, ${M}) -> ${M}
  %s = stablehlo.add %p, %g : ${M}`;

test('Cholesky decomposition', () => {
  check([M], `${symmetric}\n%r = stablehlo.cholesky %s, lower = true : ${M}`, M);
});

describe('triangular systems', () => {
  test.each([
    [true, true, 'NO_TRANSPOSE'],
    [true, false, 'TRANSPOSE'],
    [false, true, 'ADJOINT'],
    [false, false, 'NO_TRANSPOSE'],
  ])('left %s, lower %s, %s', (left, lower, transpose) => {
    check(
      [M, M],
      `%r = "stablehlo.triangular_solve"(%a, %b) <{left_side = ${left}, lower = ${lower}, unit_diagonal = false, transpose_a = #stablehlo<transpose ${transpose}>}> : (${M}, ${M}) -> ${M}`,
      M,
    );
  });

  test('with ones on the diagonal, which are not read', () => {
    check(
      [M, M],
      `%r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (${M}, ${M}) -> ${M}`,
      M,
    );
  });
});

describe('calls of LAPACK', () => {
  test.each([
    ['3x3', 3],
    ['4x2', 2],
    ['2x4', 2],
  ])('LU decomposition of %s, with exchanges of rows', (shape, count) => {
    const type = `tensor<${shape}xf64>`;
    check(
      [type],
      `%r, %pivots, %info = stablehlo.custom_call @lapack_dgetrf_ffi(%a) : (${type}) -> (${type}, tensor<${count}xi32>, tensor<i32>)`,
      type,
    );
  });

  test('eigenvalues and eigenvectors of symmetric matrices', () => {
    check(
      [M],
      `${symmetric}
       %v, %w, %info = stablehlo.custom_call @lapack_dsyevd_ffi(%s) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (${M}) -> (${M}, tensor<3xf64>, tensor<i32>)
       %0 = stablehlo.multiply %v, %v : ${M}
       %1 = stablehlo.broadcast_in_dim %w, dims = [0] : (tensor<3xf64>) -> ${M}
       %r = stablehlo.add %0, %1 : ${M}`,
      M,
    );
  });

  test('singular values and vectors', () => {
    check(
      ['tensor<4x2xf64>'],
      `%rest, %s, %u, %v, %info = stablehlo.custom_call @lapack_dgesdd_ffi(%a) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>, tensor<4x2xf64>, tensor<2x2xf64>, tensor<i32>)
       %0 = stablehlo.multiply %u, %u : tensor<4x2xf64>
       %1 = stablehlo.multiply %v, %v : tensor<2x2xf64>
       %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<4x2xf64>, tensor<2x2xf64>) -> tensor<4x2xf64>
       %3 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<2xf64>) -> tensor<4x2xf64>
       %r = stablehlo.multiply %2, %3 : tensor<4x2xf64>`,
      'tensor<4x2xf64>',
    );
  });

  test('singular values alone', () => {
    check(
      ['tensor<2x3xf64>'],
      `%rest, %r, %u, %v, %info = stablehlo.custom_call @lapack_dgesdd_ffi(%a) {mhlo.backend_config = {mode = 78 : ui8}} : (tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x3xf64>, tensor<i32>)`,
      'tensor<2xf64>',
    );
  });

  test('a call without a rule is named', () => {
    const text = `func.func @main(%a: ${M}) -> ${M} {
      %r, %tau = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) : (${M}) -> (${M}, tensor<3xf64>)
      return %r : ${M}
    }`;
    expect(differentiated(text, 'seed')).toEqual([
      "'stablehlo.custom_call' op has no rule of differentiation for calls of 'lapack_dgeqrf_ffi'",
    ]);
  });
});
