import type { RowTimesPanel } from './matmul-panels.ts';

/**
 * A row times four columns of bf16 numbers, every product and every sum rounded to bf16.
 *
 * Rounding goes through f32: a product of two bf16 numbers is an f32 unless it is below half of the least bf16, and an f32
 * sum has more than twice the digits of bf16, so rounding twice is rounding once. Four columns at a time keep the
 * processor busy through the rounding's latency.
 */
export const bf16RowTimesPanel: RowTimesPanel = (lhs, lhsAt, panel, k, sums) => {
  // Views of one buffer: numbers are written as floats and rounded as bits.
  const floats = new Float32Array(8);
  const bits = new Int32Array(floats.buffer);
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let p = 0; p < k; p += 1) {
    const x = lhs[lhsAt + p];
    const at = 4 * p;
    floats[0] = x * panel[at];
    floats[1] = x * panel[at + 1];
    floats[2] = x * panel[at + 2];
    floats[3] = x * panel[at + 3];
    bits[0] = rounded(bits[0]);
    bits[1] = rounded(bits[1]);
    bits[2] = rounded(bits[2]);
    bits[3] = rounded(bits[3]);
    floats[4] = a + floats[0];
    floats[5] = b + floats[1];
    floats[6] = c + floats[2];
    floats[7] = d + floats[3];
    bits[4] = rounded(bits[4]);
    bits[5] = rounded(bits[5]);
    bits[6] = rounded(bits[6]);
    bits[7] = rounded(bits[7]);
    a = floats[4];
    b = floats[5];
    c = floats[6];
    d = floats[7];
  }
  sums[0] = a;
  sums[1] = b;
  sums[2] = c;
  sums[3] = d;
};

/** The f32 pattern rounded to bf16, nearest even; infinities and the NaNs of arithmetic stay. */
function rounded(pattern: number): number {
  return (pattern + 0x7fff + ((pattern >> 16) & 1)) & -0x10000;
}
