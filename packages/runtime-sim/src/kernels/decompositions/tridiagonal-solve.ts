import { type Factors, factors } from './householder.ts';
import type { Matrix } from './matrix.ts';

/**
 * Solves tridiagonal systems, `b` in place, with exchanges of neighbouring rows (LAPACK's `gtsv`).
 *
 * @returns 0, or the order of the first pivot that is zero.
 */
export function solveTridiagonal(lower: Factors, diagonal: Factors, upper: Factors, b: Matrix): number {
  const n = b.rows;
  // Each row of the upper triangle: its diagonal element and the two after it.
  const rows: Factors[] = [];
  let current = rowOf([diagonal, 0], [upper, 0]);
  for (let i = 0; i < n - 1; i += 1) {
    let pivot = current;
    let below = rowOf([lower, i], [diagonal, i + 1], [upper, i + 1]);
    if (size(below) > size(pivot)) {
      [pivot, below] = [below, pivot];
      b.swapRows(i, i + 1);
    }
    if (size(pivot) === 0) return i + 1;
    const [fr, fi] = quotient(below.re[0], below.im[0], pivot.re[0], pivot.im[0]);
    subtract(below, 0, pivot, 0, 3, fr, fi);
    subtract(b, (i + 1) * b.columns, b, i * b.columns, b.columns, fr, fi);
    rows.push(pivot);
    current = rowOf([below, 1], [below, 2]);
  }
  if (n > 0) rows.push(current);
  for (let i = n - 1; i >= 0; i -= 1) {
    const row = rows[i];
    if (size(row) === 0) return i + 1;
    for (let k = 1; k < 3 && i + k < n; k += 1)
      subtract(b, i * b.columns, b, (i + k) * b.columns, b.columns, row.re[k], row.im[k]);
    for (let at = i * b.columns; at < (i + 1) * b.columns; at += 1)
      [b.re[at], b.im[at]] = quotient(b.re[at], b.im[at], row.re[0], row.im[0]);
  }
  return 0;
}

/** Three elements, zero where nothing is given. */
function rowOf(...elements: readonly (readonly [Factors, number])[]): Factors {
  const row = factors(3);
  elements.forEach(([from, index], i) => {
    row.re[i] = from.re[index] ?? 0;
    row.im[i] = from.im[index] ?? 0;
  });
  return row;
}

function size({ re, im }: Factors): number {
  return Math.abs(re[0]) + Math.abs(im[0]);
}

function quotient(ar: number, ai: number, br: number, bi: number): [number, number] {
  if (bi === 0) return [ar / br, ai / br];
  const length = br * br + bi * bi;
  return [(ar * br + ai * bi) / length, (ai * br - ar * bi) / length];
}

/** Subtracts a multiple of `count` elements of one from those of the other. */
function subtract(
  to: Factors,
  toStart: number,
  from: Factors,
  fromStart: number,
  count: number,
  fr: number,
  fi: number,
): void {
  for (let i = 0; i < count; i += 1) {
    const [xr, xi] = [from.re[fromStart + i], from.im[fromStart + i]];
    to.re[toStart + i] -= fr * xr - fi * xi;
    to.im[toStart + i] -= fr * xi + fi * xr;
  }
}
