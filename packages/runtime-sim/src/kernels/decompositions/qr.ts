import { type Factors, factors, makeReflector, reflectorVector, reflectRows } from './householder.ts';
import { Matrix } from './matrix.ts';

/** The reflector of a column: the diagonal and the elements below. */
function below(a: Matrix, column: number) {
  return { start: column * a.columns + column, stride: a.columns, count: a.rows - column };
}

/** `a` in place to `R` and, below it, the reflectors whose product is `Q` (LAPACK's `geqrf`). @returns their factors. */
export function qrInPlace(a: Matrix): Factors {
  const count = Math.min(a.rows, a.columns);
  const tau = factors(count);
  for (let i = 0; i < count; i += 1) eliminate(a, tau, i);
  return tau;
}

function eliminate(a: Matrix, tau: Factors, i: number): void {
  const [re, im] = makeReflector(a, below(a, i));
  tau.re[i] = re;
  tau.im[i] = im;
  reflectRows(a, reflectorVector(a, below(a, i)), [re, -im], i, i + 1);
}

/** {@link qrInPlace} that takes the column of largest norm next (LAPACK's `geqp3`). @returns factors and the order, from 0. */
export function pivotedQrInPlace(a: Matrix): { readonly tau: Factors; readonly order: Int32Array } {
  const count = Math.min(a.rows, a.columns);
  const tau = factors(count);
  const order = Int32Array.from({ length: a.columns }, (_, j) => j);
  for (let i = 0; i < count; i += 1) {
    let [best, largest] = [i, -1];
    for (let j = i; j < a.columns; j += 1) {
      const norm = columnNorm(a, j, i);
      if (norm > largest * (1 + 1e-12)) [best, largest] = [j, norm];
    }
    a.swapColumns(i, best);
    [order[i], order[best]] = [order[best], order[i]];
    eliminate(a, tau, i);
  }
  return { tau, order };
}

function columnNorm(a: Matrix, column: number, firstRow: number): number {
  let norm = 0;
  for (let i = firstRow; i < a.rows; i += 1) {
    norm = Math.hypot(norm, a.re[i * a.columns + column], a.im[i * a.columns + column]);
  }
  return norm;
}

/**
 * Returns the first columns of the product of the reflectors that lie below the diagonal of `a` (LAPACK's `orgqr`,
 * `ungqr`).
 */
export function reflectorProduct(a: Matrix, tau: Factors): Matrix {
  const q = Matrix.identity(a.rows, a.columns);
  for (let i = tau.re.length - 1; i >= 0; i -= 1) {
    reflectRows(q, reflectorVector(a, below(a, i)), [tau.re[i], tau.im[i]], i, 0);
  }
  return q;
}

/** Multiplies `c` by the product of the reflectors of `a`, or by its adjoint, from the left (LAPACK's `ormqr`, `unmqr`). */
export function multiplyByReflectors(a: Matrix, tau: Factors, c: Matrix, isAdjoint: boolean): void {
  const count = tau.re.length;
  for (let step = 0; step < count; step += 1) {
    const i = isAdjoint ? step : count - 1 - step;
    reflectRows(c, reflectorVector(a, below(a, i)), [tau.re[i], isAdjoint ? -tau.im[i] : tau.im[i]], i, 0);
  }
}
