import type { Matrix } from './matrix.ts';

/**
 * `a` in place to `L`, whose diagonal of ones is not stored, and `U`, rows exchanged so that pivots are largest (LAPACK's
 * `getrf`).
 *
 * @returns with which row each was exchanged, from 0, and 0 or the order of the first pivot that is zero.
 */
export function luInPlace(a: Matrix): { readonly pivots: Int32Array; readonly info: number } {
  const { rows, columns, re, im } = a;
  const count = Math.min(rows, columns);
  const pivots = new Int32Array(count);
  let info = 0;
  for (let k = 0; k < count; k += 1) {
    let [best, largest] = [k, -1];
    for (let i = k; i < rows; i += 1) {
      const size = Math.abs(re[i * columns + k]) + Math.abs(im[i * columns + k]);
      if (size > largest) [best, largest] = [i, size];
    }
    pivots[k] = best;
    if (largest === 0) {
      if (info === 0) info = k + 1;
      continue;
    }
    a.swapRows(k, best);
    eliminateColumn(a, k);
  }
  return { pivots, info };
}

function eliminateColumn({ rows, columns, re, im }: Matrix, k: number): void {
  const [pr, pi] = [re[k * columns + k], im[k * columns + k]];
  const size = pr * pr + pi * pi;
  for (let i = k + 1; i < rows; i += 1) {
    const at = i * columns + k;
    const [x, y] = [re[at], im[at]];
    const fr = pi === 0 ? x / pr : (x * pr + y * pi) / size;
    const fi = pi === 0 ? y / pr : (y * pr - x * pi) / size;
    re[at] = fr;
    im[at] = fi;
    if (fr === 0 && fi === 0) continue;
    for (let j = k + 1; j < columns; j += 1) {
      const [ur, ui] = [re[k * columns + j], im[k * columns + j]];
      re[i * columns + j] -= fr * ur - fi * ui;
      im[i * columns + j] -= fr * ui + fi * ur;
    }
  }
}

/** Returns the order that rows have after exchanges. */
export function permutationOf(pivots: ArrayLike<number>, size: number): Int32Array {
  const order = Int32Array.from({ length: size }, (_, i) => i);
  for (let i = 0; i < pivots.length; i += 1) {
    const other = pivots[i];
    [order[i], order[other]] = [order[other], order[i]];
  }
  return order;
}
