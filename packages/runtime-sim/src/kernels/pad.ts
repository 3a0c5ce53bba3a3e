import { rowMajorStrides } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { copyStrided } from '../array/strided-copy.ts';
import { broadcastInDim } from './broadcast-in-dim.ts';

/**
 * `x` with the scalar `value` around and between its elements: along each dimension `low` before, `high` behind and
 * `interior` between neighbours. Negative `low` and `high` drop elements.
 */
export function pad(
  x: NdArray,
  value: NdArray,
  low: readonly number[],
  high: readonly number[],
  interior: readonly number[],
): NdArray {
  const shape = x.shape.map((size, dim) => {
    return low[dim] + size + Math.max(0, size - 1) * interior[dim] + high[dim];
  });
  const result = broadcastInDim(value, shape, []);
  const strides = rowMajorStrides(shape);
  const sourceStrides = rowMajorStrides(x.shape);
  let offset = 0;
  let sourceOffset = 0;
  const box = x.shape.map((size, dim) => {
    const step = interior[dim] + 1;
    const first = Math.max(0, Math.ceil(-low[dim] / step));
    const last = Math.min(size - 1, Math.floor((shape[dim] - 1 - low[dim]) / step));
    offset += (low[dim] + first * step) * strides[dim];
    sourceOffset += first * sourceStrides[dim];
    return Math.max(0, last - first + 1);
  });
  const to = {
    data: result.data,
    offset,
    strides: strides.map((stride, dim) => stride * (interior[dim] + 1)),
  };
  copyStrided(x.kind, box, { data: x.data, offset: sourceOffset, strides: sourceStrides }, to);
  return result;
}
