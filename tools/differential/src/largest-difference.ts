import type { NdArray } from '@shardform/runtime-sim';

/**
 * Returns the largest difference of two arrays as a fraction of the largest finite magnitude; integers must be equal,
 * NaN and infinities must be at the same indices. Infinite otherwise, or without an array.
 */
export function largestDifference(got: NdArray | undefined, want: NdArray): number {
  if (got?.kind !== want.kind || String(got.shape) !== String(want.shape)) return Infinity;
  const [a, b] = [got.data, want.data];
  let difference = 0;
  let magnitude = 0;
  for (let i = 0; i < b.length; i += 1) {
    const [x, y] = [a[i]!, b[i]!];
    if (Object.is(x, y) || x === y) {
      if (typeof y === 'number' && Number.isFinite(y)) magnitude = Math.max(magnitude, Math.abs(y));
      continue;
    }
    if (typeof x === 'bigint' || typeof y === 'bigint' || !want.kind.includes('f')) return Infinity;
    if (!Number.isFinite(x) || !Number.isFinite(y)) return Infinity;
    magnitude = Math.max(magnitude, Math.abs(y));
    difference = Math.max(difference, Math.abs(x - y));
  }
  return difference === 0 ? 0 : difference / magnitude;
}
