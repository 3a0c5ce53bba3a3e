import { checkInterruptAfter } from '@shardform/ir-core';
/** Rows of the right operand that are packed at a time: a panel of four columns then fits the first-level cache. */
const depthBlock = 512;

/**
 * Adds `lhs x rhs` to the zeroed `out`: `lhs` is `[m, k]` at `lhsAt`, `rhs` `[k, n]` at `rhsAt`, `out` `[m, n]` at `outAt`,
 * all row-major.
 *
 * Every product and every sum is rounded to f32, in order of increasing `k`: the result is bit for bit that of the
 * StableHLO reference interpreter. Blocking only changes which elements are worked on together.
 */
export function matmulF32(
  lhs: Float32Array,
  lhsAt: number,
  rhs: Float32Array,
  rhsAt: number,
  out: Float32Array,
  outAt: number,
  m: number,
  n: number,
  k: number,
): void {
  const panel = new Float64Array(4 * Math.min(k, depthBlock));
  for (let start = 0; start < k; start += depthBlock) {
    const depth = Math.min(depthBlock, k - start);
    for (let column = 0; column < n; column += 4) {
      const width = Math.min(4, n - column);
      checkInterruptAfter(m * depth);
      packPanel(rhs, rhsAt + start * n + column, n, depth, width, panel);
      for (let row = 0; row < m; row += 2) {
        const second = row + 1 < m ? row + 1 : row;
        const lhsRow = lhsAt + row * k + start;
        const lhsNext = lhsAt + second * k + start;
        const outRow = outAt + row * n + column;
        const outNext = outAt + second * n + column;
        if (width === 4) multiplyTile(lhs, lhsRow, lhsNext, panel, depth, out, outRow, outNext);
        else multiplyEdge(lhs, lhsRow, lhsNext, panel, depth, out, outRow, outNext, width);
      }
    }
  }
}

/** Copies `depth` rows of up to four columns, each row padded with zeros to four. */
function packPanel(
  rhs: Float32Array,
  at: number,
  n: number,
  depth: number,
  width: number,
  panel: Float64Array,
): void {
  if (width < 4) panel.fill(0);
  for (let p = 0; p < depth; p += 1) {
    for (let j = 0; j < width; j += 1) panel[4 * p + j] = rhs[at + p * n + j];
  }
}

/**
 * Two rows times four columns, accumulated in registers. `lhsRow` and `lhsNext` may be the same row, computed twice.
 */
function multiplyTile(
  lhs: Float32Array,
  lhsRow: number,
  lhsNext: number,
  panel: Float64Array,
  depth: number,
  out: Float32Array,
  outRow: number,
  outNext: number,
): void {
  const fround = Math.fround;
  let a = out[outRow];
  let b = out[outRow + 1];
  let c = out[outRow + 2];
  let d = out[outRow + 3];
  let e = out[outNext];
  let f = out[outNext + 1];
  let g = out[outNext + 2];
  let h = out[outNext + 3];
  for (let p = 0; p < depth; p += 1) {
    const x = lhs[lhsRow + p];
    const y = lhs[lhsNext + p];
    const at = 4 * p;
    const first = panel[at];
    const second = panel[at + 1];
    const third = panel[at + 2];
    const fourth = panel[at + 3];
    a = fround(a + fround(x * first));
    b = fround(b + fround(x * second));
    c = fround(c + fround(x * third));
    d = fround(d + fround(x * fourth));
    e = fround(e + fround(y * first));
    f = fround(f + fround(y * second));
    g = fround(g + fround(y * third));
    h = fround(h + fround(y * fourth));
  }
  out[outRow] = a;
  out[outRow + 1] = b;
  out[outRow + 2] = c;
  out[outRow + 3] = d;
  out[outNext] = e;
  out[outNext + 1] = f;
  out[outNext + 2] = g;
  out[outNext + 3] = h;
}

/** The same for the last one to three columns, by way of a small copy of the output. */
function multiplyEdge(
  lhs: Float32Array,
  lhsRow: number,
  lhsNext: number,
  panel: Float64Array,
  depth: number,
  out: Float32Array,
  outRow: number,
  outNext: number,
  width: number,
): void {
  const edge = new Float32Array(8);
  edge.set(out.subarray(outRow, outRow + width));
  edge.set(out.subarray(outNext, outNext + width), 4);
  multiplyTile(lhs, lhsRow, lhsNext, panel, depth, edge, 0, 4);
  out.set(edge.subarray(0, width), outRow);
  out.set(edge.subarray(4, 4 + width), outNext);
}
