import { type Factors, factors, makeReflector, reflectorVector, reflectRows } from './householder.ts';
import type { Matrix } from './matrix.ts';

/** A Hermitian matrix as a real tridiagonal one between reflectors, which lie in the matrix it was made of. */
export interface Tridiagonal {
  readonly diagonal: Float64Array;
  /** One less than the diagonal has. */
  readonly offDiagonal: Float64Array;
  readonly tau: Factors;
}

/** A Hermitian matrix, of which one triangle is read, in place to a tridiagonal one (LAPACK's `sytrd`, `hetrd`). */
export function tridiagonalizeInPlace(a: Matrix, lower: boolean): Tridiagonal {
  const n = a.rows;
  const tau = factors(Math.max(0, n - 1));
  const offDiagonal = new Float64Array(Math.max(0, n - 1));
  for (let step = 0; step < n - 1; step += 1) {
    const i = lower ? step : n - 2 - step;
    const line = lineOf(i, n, lower);
    const [tr, ti] = makeReflector(a, line);
    tau.re[i] = tr;
    tau.im[i] = ti;
    offDiagonal[i] = a.re[line.start];
    const v = reflectorVector(a, line);
    // The vector runs away from the diagonal: down in the lower triangle, up in the upper one.
    const indexOf = (k: number): number => (lower ? i + 1 + k : i - k);
    rankTwoUpdate(a, v, [tr, ti], indexOf, lower);
  }
  const diagonal = Float64Array.from({ length: n }, (_, i) => a.re[i * n + i]);
  for (let i = 0; i < n; i += 1) a.im[i * n + i] = 0;
  return { diagonal, offDiagonal, tau };
}

/** The row or column that holds the reflector of a column. */
function lineOf(i: number, n: number, lower: boolean) {
  return lower
    ? { start: (i + 1) * n + i, stride: n, count: n - 1 - i }
    : { start: i * n + i + 1, stride: -n, count: i + 1 };
}

/** `H^H * A * H` of the submatrix of a Hermitian matrix that a reflector affects, in the stored triangle. */
function rankTwoUpdate(
  a: Matrix,
  v: Factors,
  [tr, ti]: readonly [number, number],
  indexOf: (k: number) => number,
  lower: boolean,
): void {
  if (tr === 0 && ti === 0) return;
  const { columns: n, re, im } = a;
  const count = v.re.length;
  const isStored = (row: number, column: number): boolean => (lower ? row >= column : row <= column);
  const element = (p: number, q: number): readonly [number, number] => {
    const [row, column] = [indexOf(p), indexOf(q)];
    if (row === column) return [re[row * n + row], 0];
    return isStored(row, column)
      ? [re[row * n + column], im[row * n + column]]
      : [re[column * n + row], -im[column * n + row]];
  };
  const x = factors(count);
  for (let p = 0; p < count; p += 1) {
    let [sr, si] = [0, 0];
    for (let q = 0; q < count; q += 1) {
      const [ar, ai] = element(p, q);
      sr += ar * v.re[q] - ai * v.im[q];
      si += ar * v.im[q] + ai * v.re[q];
    }
    x.re[p] = tr * sr - ti * si;
    x.im[p] = tr * si + ti * sr;
  }
  // alpha = -1/2 * tau * (x^H v)
  let [dr, di] = [0, 0];
  for (let p = 0; p < count; p += 1) {
    dr += x.re[p] * v.re[p] + x.im[p] * v.im[p];
    di += x.re[p] * v.im[p] - x.im[p] * v.re[p];
  }
  const [ar, ai] = [-(tr * dr - ti * di) / 2, -(tr * di + ti * dr) / 2];
  for (let p = 0; p < count; p += 1) {
    x.re[p] += ar * v.re[p] - ai * v.im[p];
    x.im[p] += ar * v.im[p] + ai * v.re[p];
  }
  for (let p = 0; p < count; p += 1) {
    for (let q = 0; q < count; q += 1) {
      const [row, column] = [indexOf(p), indexOf(q)];
      if (!isStored(row, column)) continue;
      const at = row * n + column;
      re[at] -= v.re[p] * x.re[q] + v.im[p] * x.im[q] + x.re[p] * v.re[q] + x.im[p] * v.im[q];
      im[at] -= v.im[p] * x.re[q] - v.re[p] * x.im[q] + x.im[p] * v.re[q] - x.re[p] * v.im[q];
    }
  }
}

/** Multiplies `z` from the left by the reflectors that {@link tridiagonalizeInPlace} left in the lower triangle of `a`. */
export function multiplyByTridiagonalizer(a: Matrix, { tau }: Tridiagonal, z: Matrix): void {
  for (let i = tau.re.length - 1; i >= 0; i -= 1) {
    reflectRows(z, reflectorVector(a, lineOf(i, a.rows, true)), [tau.re[i], tau.im[i]], i + 1, 0);
  }
}
