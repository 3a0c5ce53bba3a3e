import type { Matrix } from './matrix.ts';

/** The result of balancing: rows outside of `low` to `high` are triangular already. */
export interface Balanced {
  readonly low: number;
  readonly high: number;
  /** For rows outside, with which row they were exchanged; for those inside, by what they were scaled. */
  readonly scales: Float64Array;
}

/**
 * Exchanges rows and columns of a square matrix, in place, so that isolated eigenvalues are first or last, and scales
 * the others by powers of 2 so that rows and columns are of like size (LAPACK's `gebal`).
 */
export function balance(a: Matrix, isScaled: boolean): Balanced {
  const n = a.rows;
  const scales = new Float64Array(n).fill(1);
  let [low, high] = [0, n - 1];
  const exchange = (row: number, target: number): void => {
    scales[target] = row;
    a.swapColumns(row, target);
    a.swapRows(row, target);
  };
  const isZero = (i: number, j: number): boolean => a.re[i * n + j] === 0 && a.im[i * n + j] === 0;
  const range = (from: number, to: number): number[] =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  const findRow = (): number | undefined =>
    range(0, high)
      .reverse()
      .find((i) => range(0, high).every((j) => j === i || isZero(i, j)));
  for (let row = findRow(); row !== undefined; row = findRow()) {
    exchange(row, high);
    if (high === 0) {
      scales[0] = 1;
      return { low: 0, high: 0, scales };
    }
    high -= 1;
  }
  const findColumn = (): number | undefined =>
    range(low, high).find((j) => range(low, high).every((i) => i === j || isZero(i, j)));
  for (let column = findColumn(); column !== undefined; column = findColumn()) {
    exchange(column, low);
    low += 1;
    if (low > high) break;
  }
  for (let i = low; i <= high; i += 1) scales[i] = 1;
  if (isScaled) scaleInside(a, low, high, scales);
  return { low, high, scales };
}

function scaleInside(a: Matrix, low: number, high: number, scales: Float64Array): void {
  const n = a.rows;
  const norm = (start: number, stride: number): number => {
    let sum = 0;
    for (let k = low; k <= high; k += 1)
      sum = Math.hypot(sum, a.re[start + k * stride], a.im[start + k * stride]);
    return sum;
  };
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (let i = low; i <= high; i += 1) {
      let [c, r] = [norm(i, n), norm(i * n, 1)];
      if (c === 0 || r === 0) continue;
      const sum = c + r;
      let f = 1;
      for (; c < r / 2; c *= 2, r /= 2) f *= 2;
      for (; c / 2 >= r; c /= 2, r *= 2) f /= 2;
      if (f === 1 || c + r >= 0.95 * sum) continue;
      scales[i] *= f;
      isChanged = true;
      a.scaleRow(i, 1 / f);
      a.scaleColumn(i, f);
    }
  }
}

/** Turns eigenvectors of the balanced matrix into those of the original one, in place. */
export function undoBalance(v: Matrix, { low, high, scales }: Balanced, side: 'left' | 'right'): void {
  for (let i = low; i <= high; i += 1) v.scaleRow(i, side === 'right' ? scales[i] : 1 / scales[i]);
  for (let i = low - 1; i >= 0; i -= 1) v.swapRows(i, scales[i]);
  for (let i = high + 1; i < v.rows; i += 1) v.swapRows(i, scales[i]);
}
