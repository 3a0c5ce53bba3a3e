import { checkInterruptAfter } from '@shardform/ir-core';
/**
 * Writes the four sums over `p < k` of `lhs[lhsAt + p] * panel[4 * p + j]` to `sums[j]`, in order of increasing `p`,
 * rounding as the element kind requires.
 */
export type RowTimesPanel = (
  lhs: Float64Array,
  lhsAt: number,
  panel: Float64Array,
  k: number,
  sums: Float64Array,
) => void;

/**
 * Writes the product of two matrices of doubles to `out`: `lhs` is `[m, k]` at `lhsAt`, `rhs` `[k, n]` at `rhsAt`, `out` `[m, n]`
 * at `outAt`, all row-major. Four columns of `rhs` at a time are packed, so that the inner loop of `rowTimesPanel` reads both
 * operands from one end to the other.
 */
export function matmulByPanels(
  lhs: Float64Array,
  lhsAt: number,
  rhs: Float64Array,
  rhsAt: number,
  out: Float64Array,
  outAt: number,
  m: number,
  n: number,
  k: number,
  rowTimesPanel: RowTimesPanel,
): void {
  const panel = new Float64Array(4 * k);
  const sums = new Float64Array(4);
  for (let column = 0; column < n; column += 4) {
    const width = Math.min(4, n - column);
    if (width < 4) panel.fill(0);
    for (let p = 0; p < k; p += 1) {
      for (let j = 0; j < width; j += 1) panel[4 * p + j] = rhs[rhsAt + p * n + column + j];
    }
    for (let row = 0; row < m; row += 1) {
      checkInterruptAfter(4 * k);
      rowTimesPanel(lhs, lhsAt + row * k, panel, k, sums);
      for (let j = 0; j < width; j += 1) out[outAt + row * n + column + j] = sums[j];
    }
  }
}

/** A row times four columns of f64 numbers. */
export const f64RowTimesPanel: RowTimesPanel = (lhs, lhsAt, panel, k, sums) => {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let p = 0; p < k; p += 1) {
    const x = lhs[lhsAt + p];
    const at = 4 * p;
    a += x * panel[at];
    b += x * panel[at + 1];
    c += x * panel[at + 2];
    d += x * panel[at + 3];
  }
  sums[0] = a;
  sums[1] = b;
  sums[2] = c;
  sums[3] = d;
};
