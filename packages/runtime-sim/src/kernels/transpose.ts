import { rowMajorStrides } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { copyStrided } from '../array/strided-copy.ts';
import { resultArray } from '../memory/result-storage.ts';

/**
 * `x` with its dimensions reordered: dimension `i` of the result is dimension `permutation[i]` of `x`. Shares the storage
 * when no element moves.
 */
export function transpose(x: NdArray, permutation: readonly number[]): NdArray {
  const shape = permutation.map((dim) => x.shape[dim]);
  if (keepsOrder(x.shape, permutation)) return { kind: x.kind, shape, data: x.data };
  const result = resultArray(x.kind, shape);
  const strides = rowMajorStrides(x.shape);
  const from = { data: x.data, offset: 0, strides: permutation.map((dim) => strides[dim]) };
  copyStrided(x.kind, shape, from, { data: result.data, offset: 0, strides: rowMajorStrides(shape) });
  return result;
}

/** Returns whether the dimensions of more than one element stay in their order. */
function keepsOrder(shape: readonly number[], permutation: readonly number[]): boolean {
  let last = -1;
  for (const dim of permutation) {
    if (shape[dim] === 1) continue;
    if (dim < last) return false;
    last = dim;
  }
  return true;
}
