import { complexSchur } from './complex-schur.ts';
import { hessenbergInPlace, hessenbergProduct } from './hessenberg.ts';
import { Matrix, rotation } from './matrix.ts';
import { type Eigenvalues, realSchur } from './real-schur.ts';
import { balance, undoBalance } from './balance.ts';

/** The Schur decomposition `a = z * t * z^H`. */
export interface Schur {
  readonly t: Matrix;
  readonly z: Matrix;
  readonly values: Eigenvalues;
}

/**
 * Returns the Schur decomposition of a square matrix (LAPACK's `gees`); that of a real one is real, with blocks of two.
 */
export function schur(a: Matrix, precision: number, isComplex: boolean): Schur {
  const t = a.copy();
  const balanced = balance(t, false);
  const result = schurOfBalanced(t, balanced.low, balanced.high, precision, isComplex);
  undoBalance(result.z, balanced, 'right');
  return result;
}

function schurOfBalanced(t: Matrix, low: number, high: number, precision: number, isComplex: boolean): Schur {
  const tau = hessenbergInPlace(t, low, high);
  const z = hessenbergProduct(t, tau, high);
  const values = (isComplex ? complexSchur : realSchur)(t, z, low, high, precision);
  return { t, z, values };
}

/** Eigenvalues, and eigenvectors in columns: `a * right = right * values`, `left^H * a = values * left^H`. */
export interface Eigen {
  readonly values: Eigenvalues;
  readonly left: Matrix;
  readonly right: Matrix;
}

/** Eigenvalues and eigenvectors of a square matrix (LAPACK's `geev`); vectors have length 1 and a real largest element. */
export function eigen(a: Matrix, precision: number, isComplex: boolean): Eigen {
  const t = a.copy();
  const balanced = balance(t, true);
  const { z, values } = schurOfBalanced(t, balanced.low, balanced.high, precision, isComplex);
  const [right, left] = [triangularVectors(t, values, false), triangularVectors(t, values, true)].map(
    (vectors, i) => {
      const turned = z.times(vectors);
      undoBalance(turned, balanced, i === 0 ? 'right' : 'left');
      normalize(turned, values, isComplex);
      return turned;
    },
  );
  return { values, left: left, right: right };
}

/**
 * Eigenvectors of an upper triangular matrix, or one with blocks of two on its diagonal, by substitution.
 *
 * @param isLeft whether those of its adjoint, to the conjugate values, are meant.
 */
function triangularVectors(t: Matrix, values: Eigenvalues, isLeft: boolean): Matrix {
  const n = t.rows;
  const vectors = new Matrix(n, n);
  for (let k = 0; k < n; k += 1) {
    const [lr, li] = [values.re[k], isLeft ? -values.im[k] : values.im[k]];
    const x = startVector(t, values, k, isLeft);
    const rows = Array.from({ length: n }, (_, i) => (isLeft ? i : n - 1 - i));
    const pending = rows.filter((row) => (isLeft ? row > x.last : row < x.first));
    for (let at = 0; at < pending.length; at += 1) {
      const row = pending[at];
      const next = pending[at + 1];
      const isPair = at + 1 < pending.length && t.re[Math.max(row, next) * n + Math.min(row, next)] !== 0;
      if (isPair) {
        solvePair(t, x, [Math.min(row, next), Math.max(row, next)], [lr, li], isLeft);
        at += 1;
      } else {
        const [sr, si] = substituted(t, x, row, isLeft);
        const own = row * n + row;
        const dr = t.re[own] - lr;
        const di = (isLeft ? -t.im[own] : t.im[own]) - li;
        [x.re[row], x.im[row]] = quotient([-sr, -si], [dr, di], t, lr, li);
      }
    }
    for (let i = 0; i < n; i += 1) {
      vectors.re[i * n + k] = x.re[i];
      vectors.im[i * n + k] = x.im[i];
    }
  }
  return vectors;
}

interface Vector {
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly first: number;
  readonly last: number;
}

/** The known elements of an eigenvector: 1 at its own index, and for a complex pair both elements of their block. */
function startVector(t: Matrix, values: Eigenvalues, k: number, isLeft: boolean): Vector {
  const n = t.rows;
  const [re, im] = [new Float64Array(n), new Float64Array(n)];
  const isPaired = (p: number): boolean => p >= 0 && p + 1 < n && t.re[(p + 1) * n + p] !== 0;
  if (!isPaired(k) && !isPaired(k - 1)) {
    re[k] = 1;
    return { re, im, first: k, last: k };
  }
  const p = isPaired(k) ? k : k - 1;
  const [upper, lower] = [t.re[p * n + p + 1], t.re[(p + 1) * n + p]];
  const size = Math.abs(values.im[k]);
  const sign = values.im[k] < 0 ? -1 : 1;
  if (isLeft) {
    const isUpperLarger = Math.abs(upper) >= Math.abs(lower);
    [re[p], im[p + 1]] = isUpperLarger ? [size / upper, sign] : [1, (-sign * size) / lower];
  } else if (Math.abs(upper) >= Math.abs(lower)) {
    [re[p], im[p + 1]] = [1, (sign * size) / upper];
  } else {
    [re[p], im[p + 1]] = [-size / lower, sign];
  }
  return { re, im, first: p, last: p + 1 };
}

/** The contribution of known elements to a row's equation. */
function substituted(t: Matrix, x: Vector, row: number, isLeft: boolean): readonly [number, number] {
  const n = t.rows;
  let [sr, si] = [0, 0];
  for (let j = 0; j < n; j += 1) {
    if (j === row || (x.re[j] === 0 && x.im[j] === 0)) continue;
    const at = isLeft ? j * n + row : row * n + j;
    const [ar, ai] = [t.re[at], isLeft ? -t.im[at] : t.im[at]];
    sr += ar * x.re[j] - ai * x.im[j];
    si += ar * x.im[j] + ai * x.re[j];
  }
  return [sr, si];
}

/** Solves the two equations of a block by Cramer's rule; matrices with such blocks are real. */
function solvePair(
  t: Matrix,
  x: Vector,
  [p, q]: readonly [number, number],
  [lr, li]: readonly [number, number],
  isLeft: boolean,
): void {
  const n = t.rows;
  const b = [substituted(t, x, p, isLeft), substituted(t, x, q, isLeft)] as const;
  const [upper, lower] = isLeft ? [t.re[q * n + p], t.re[p * n + q]] : [t.re[p * n + q], t.re[q * n + p]];
  const [ar, dr] = [t.re[p * n + p] - lr, t.re[q * n + q] - lr];
  // Determinant of [[ar - i*li, upper], [lower, dr - i*li]].
  const determinant = [ar * dr - li * li - upper * lower, -li * (ar + dr)] as const;
  const first = [
    -(b[0][0] * dr + b[0][1] * li - upper * b[1][0]),
    -(b[0][1] * dr - b[0][0] * li - upper * b[1][1]),
  ] as const;
  const second = [
    -(b[1][0] * ar + b[1][1] * li - lower * b[0][0]),
    -(b[1][1] * ar - b[1][0] * li - lower * b[0][1]),
  ] as const;
  [x.re[p], x.im[p]] = quotient(first, determinant, t, lr, li);
  [x.re[q], x.im[q]] = quotient(second, determinant, t, lr, li);
}

/** A quotient whose divisor is at least as large as the roundings of the matrix. */
function quotient(
  a: readonly [number, number],
  [br, bi]: readonly [number, number],
  t: Matrix,
  lr: number,
  li: number,
): [number, number] {
  const least = Number.EPSILON * Math.max(Math.abs(lr) + Math.abs(li), Math.abs(t.re[0]), 1e-300);
  const [cr, ci] = Math.hypot(br, bi) < least ? [least, 0] : [br, bi];
  const size = cr * cr + ci * ci;
  return [(a[0] * cr + a[1] * ci) / size, (a[1] * cr - a[0] * ci) / size];
}

function normalize(vectors: Matrix, values: Eigenvalues, isComplex: boolean): void {
  const n = vectors.rows;
  for (let k = 0; k < n; k += 1) {
    let [norm, best, largest] = [0, 0, -1];
    for (let i = 0; i < n; i += 1) {
      const size = Math.hypot(vectors.re[i * n + k], vectors.im[i * n + k]);
      norm = Math.hypot(norm, size);
      if (size > largest) [best, largest] = [i, size];
    }
    if (norm > 0) vectors.scaleColumn(k, 1 / norm);
    if (!isComplex && values.im[k] === 0) continue;
    const [re, im] = [vectors.re[best * n + k], vectors.im[best * n + k]];
    const { c, s } = isComplex ? unitOf(re, im) : rotation(re, im);
    vectors.scaleColumn(k, c, -s);
    vectors.im[best * n + k] = 0;
  }
}

function unitOf(re: number, im: number): { readonly c: number; readonly s: number } {
  const length = Math.hypot(re, im);
  return { c: re / length, s: im / length };
}
