import {
  type Factors,
  factors,
  makeReflector,
  reflectColumns,
  reflectorVector,
  reflectRows,
} from './householder.ts';
import { Matrix } from './matrix.ts';

function lineOf(a: Matrix, i: number, end: number) {
  return { start: (i + 1) * a.columns + i, stride: a.columns, count: end - i - 1 };
}

/**
 * Reduces rows `low` to `high` to Hessenberg form, in place; the reflectors are stored below the subdiagonal (LAPACK's
 * `gehrd`).
 *
 * @param high the last row, 0-based.
 */
export function hessenbergInPlace(a: Matrix, low: number, high: number): Factors {
  const tau = factors(Math.max(0, a.rows - 1));
  for (let i = low; i < high; i += 1) {
    const line = lineOf(a, i, high + 1);
    const [tr, ti] = makeReflector(a, line);
    tau.re[i] = tr;
    tau.im[i] = ti;
    const v = reflectorVector(a, line);
    reflectColumns(
      a.rows === high + 1 ? a : new Matrix(high + 1, a.columns, a.re, a.im),
      v,
      [tr, ti],
      0,
      i + 1,
    );
    reflectRows(a, v, [tr, -ti], i + 1, i + 1);
  }
  return tau;
}

/** Returns the product of the reflectors that {@link hessenbergInPlace} left in `a`. */
export function hessenbergProduct(a: Matrix, tau: Factors, high: number): Matrix {
  const q = Matrix.identity(a.rows);
  for (let i = tau.re.length - 1; i >= 0; i -= 1) {
    if (i >= high) continue;
    reflectRows(q, reflectorVector(a, lineOf(a, i, high + 1)), [tau.re[i], tau.im[i]], i + 1, 0);
  }
  return q;
}
