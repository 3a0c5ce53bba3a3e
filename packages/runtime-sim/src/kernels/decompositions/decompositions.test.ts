import { describe, expect, test } from 'vitest';
import {
  eigen,
  type Factors,
  hermitianEigen,
  luInPlace,
  Matrix,
  permutationOf,
  pivotedQrInPlace,
  qrInPlace,
  reflectorProduct,
  schur,
  solveTridiagonal,
  svd,
} from './index.ts';

const DOUBLE = 2 ** -53;

function real(rows: readonly (readonly number[])[]): Matrix {
  return new Matrix(rows.length, rows[0]!.length, Float64Array.from(rows.flat()));
}

/** Numbers in -1 to 1 that depend on the seed only. */
function random(rows: number, columns: number, seed: number, isComplex: boolean): Matrix {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const numbers = (): Float64Array => Float64Array.from({ length: rows * columns }, next);
  return new Matrix(rows, columns, numbers(), isComplex ? numbers() : undefined);
}

function distance(a: Matrix, b: Matrix): number {
  expect([a.rows, a.columns]).toEqual([b.rows, b.columns]);
  return Math.max(0, ...a.re.map((x, i) => Math.hypot(x - b.re[i]!, a.im[i]! - b.im[i]!)));
}

function diagonal(values: Factors, rows = values.re.length, columns = rows): Matrix {
  const matrix = new Matrix(rows, columns);
  values.re.forEach((value, i) => {
    matrix.re[i * columns + i] = value;
    matrix.im[i * columns + i] = values.im[i]!;
  });
  return matrix;
}

function ofReals(re: Float64Array): Factors {
  return { re, im: new Float64Array(re.length) };
}

function orthogonality(q: Matrix): number {
  return distance(q.adjoint().times(q), Matrix.identity(q.columns));
}

const kinds = [
  ['real', false],
  ['complex', true],
] as const;

describe.each(kinds)('%s matrices', (_, isComplex) => {
  test.each([
    [1, 1],
    [5, 3],
    [3, 5],
    [12, 12],
    [20, 4],
  ])('of %i rows and %i columns: Q times R', (rows, columns) => {
    const a = random(rows, columns, rows, isComplex);
    const work = a.copy();
    const tau = qrInPlace(work);
    const q = reflectorProduct(work.corner(rows, Math.min(rows, columns)), tau);
    const r = q.adjoint().times(a);
    for (let i = 0; i < r.rows; i += 1) {
      for (let j = 0; j < Math.min(i, columns); j += 1)
        expect(Math.hypot(r.re[i * columns + j]!, r.im[i * columns + j]!)).toBeLessThan(1e-14);
    }
    expect(orthogonality(q)).toBeLessThan(1e-14);
    expect(distance(q.times(r), a)).toBeLessThan(1e-13);
  });

  test.each([
    [1, 1, false],
    [5, 3, true],
    [3, 5, false],
    [12, 12, false],
    [20, 4, true],
    [4, 20, true],
    [4, 20, false],
    [30, 30, false],
  ])('of %i rows and %i columns: singular values', (rows, columns, isFull) => {
    const a = random(rows, columns, 7 * rows + columns, isComplex);
    const { values, u, vh, converged } = svd(a, isFull, DOUBLE, isComplex);
    expect(converged).toBe(true);
    expect([...values]).toEqual([...values].sort((x, y) => y - x));
    expect(orthogonality(u)).toBeLessThan(1e-13);
    expect(orthogonality(vh.adjoint())).toBeLessThan(1e-13);
    const middle = diagonal(ofReals(values), u.columns, vh.rows);
    expect(distance(u.times(middle).times(vh), a)).toBeLessThan(1e-13);
  });

  test.each([1, 2, 3, 10, 30])('of %i rows: eigenvalues of the Hermitian part', (n) => {
    const b = random(n, n, n + 5, isComplex);
    const a = b.times(b.adjoint());
    for (const lower of [true, false]) {
      const { values, vectors, converged } = hermitianEigen(a, lower, DOUBLE);
      expect(converged).toBe(true);
      expect(orthogonality(vectors)).toBeLessThan(1e-13);
      expect(distance(a.times(vectors), vectors.times(diagonal(ofReals(values))))).toBeLessThan(1e-12);
    }
  });

  test.each([1, 2, 3, 7, 20])('of %i rows: Schur form and eigenvectors', (n) => {
    const a = random(n, n, 3 * n + 1, isComplex);
    const { t, z } = schur(a, 2 * DOUBLE, isComplex);
    expect(orthogonality(z)).toBeLessThan(1e-13);
    expect(distance(z.times(t).times(z.adjoint()), a)).toBeLessThan(1e-13);
    const { values, left, right } = eigen(a, 2 * DOUBLE, isComplex);
    const lambda = diagonal(values);
    expect(distance(a.times(right), right.times(lambda))).toBeLessThan(1e-11);
    expect(distance(left.adjoint().times(a), lambda.times(left.adjoint()))).toBeLessThan(1e-11);
  });

  test('L times U is the matrix with its rows exchanged', () => {
    const a = random(6, 6, 9, isComplex);
    const work = a.copy();
    const { pivots, info } = luInPlace(work);
    expect(info).toBe(0);
    const [l, u] = [Matrix.identity(6), new Matrix(6, 6)];
    for (let i = 0; i < 36; i += 1) {
      const part = i % 6 < Math.floor(i / 6) ? l : u;
      part.re[i] = work.re[i]!;
      part.im[i] = work.im[i]!;
    }
    const exchanged = new Matrix(6, 6);
    permutationOf(pivots, 6).forEach((row, i) => {
      exchanged.re.set(a.re.subarray(row * 6, row * 6 + 6), i * 6);
      exchanged.im.set(a.im.subarray(row * 6, row * 6 + 6), i * 6);
    });
    expect(distance(l.times(u), exchanged)).toBeLessThan(1e-14);
  });
});

function rounded(values: Float64Array): number[] {
  return [...values].map((value) => Number(value.toFixed(6)));
}

// Recorded from LAPACK by way of jax.numpy.linalg of JAX 0.10.2 in double precision.
describe('signs are those of LAPACK', () => {
  const tall = real([
    [1, 2, 3],
    [4, -5, 6],
    [7, 8, 10],
    [2, 0, -1],
  ]);

  test('eigh', () => {
    const symmetric = real([
      [4, 1, 2],
      [1, 3, -1],
      [2, -1, 5],
    ]);
    const { values, vectors } = hermitianEigen(symmetric, true, DOUBLE);
    expect(rounded(values)).toEqual([1.285521, 4.143277, 6.571201]);
    expect(rounded(vectors.re)).toEqual([
      -0.596155, -0.534127, 0.599423, 0.634587, -0.770838, -0.055742, 0.491831, 0.347155, 0.798489,
    ]);
  });

  test('qr', () => {
    const work = tall.copy();
    const q = reflectorProduct(work, qrInPlace(work));
    expect(rounded(q.re).slice(0, 3)).toEqual([-0.119523, 0.171285, 0.379057]);
    expect(rounded(q.adjoint().times(tall).re).filter((_, i) => i % 4 === 0)).toEqual([
      -8.3666, 8.50714, 4.098833,
    ]);
  });

  test('svd', () => {
    const { values, u, vh } = svd(tall, false, DOUBLE, false);
    expect(rounded(values)).toEqual([15.531209, 7.880341, 2.383651]);
    expect(rounded(u.re).slice(0, 3)).toEqual([-0.231814, 0.070261, 0.358656]);
    expect(rounded(vh.re).slice(0, 3)).toEqual([-0.510088, -0.415347, -0.753192]);
  });

  test('eig', () => {
    const a = real([
      [1, 2, 0],
      [-2, 1, 3],
      [0, 1, 2],
    ]);
    const { values, right } = eigen(a, 2 * DOUBLE, false);
    expect(rounded(values.re)).toEqual([0.62852, 0.62852, 2.742959]);
    expect(rounded(values.im)).toEqual([1.468656, -1.468656, 0]);
    expect(rounded(right.re)).toEqual([
      0.76342, 0.76342, 0.564749, -0.141797, -0.141797, 0.492167, 0.252062, 0.252062, 0.662442,
    ]);
  });
});

test('a pivoted decomposition takes the longest column first', () => {
  const { order } = pivotedQrInPlace(
    real([
      [1, 5, 2],
      [0, 0, 3],
    ]),
  );
  expect([...order]).toEqual([1, 2, 0]);
});

test('a tridiagonal system is solved, also where rows have to be exchanged', () => {
  const numbers = (...values: number[]): Factors => ofReals(Float64Array.from(values));
  const b = real([[1], [2], [3]]);
  expect(solveTridiagonal(numbers(2, 1), numbers(0, 1, 4), numbers(1, 3), b)).toBe(0);
  // [[0, 1, 0], [2, 1, 3], [0, 1, 4]] x = [1, 2, 3]
  expect(rounded(b.re)).toEqual([-0.25, 1, 0.5]);
  expect(solveTridiagonal(numbers(1), numbers(0, 0), numbers(0), real([[1], [1]]))).toBe(2);
});

test('a singular matrix tells which pivot is zero', () => {
  expect(
    luInPlace(
      real([
        [1, 2],
        [2, 4],
      ]),
    ).info,
  ).toBe(2);
});
