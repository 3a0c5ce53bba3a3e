import { lanesOf } from '../array/array-kind.ts';
import { elementCount, fillFromFirst, rowMajorStrides } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { copyStrided } from '../array/strided-copy.ts';
import { resultArray } from '../memory/result-storage.ts';

/**
 * `x` repeated to `shape`: dimension `i` of `x` becomes dimension `dims[i]` of the result; dimensions of size 1 and those
 * not named are repeated.
 */
export function broadcastInDim(x: NdArray, shape: readonly number[], dims: readonly number[]): NdArray {
  const result = resultArray(x.kind, shape);
  const lanes = lanesOf(x.kind);
  if (elementCount(x.shape) === 1) {
    if (result.data.length === 0) return result;
    // The result has the same type of storage.
    (result.data as Int32Array).set(x.data as Int32Array);
    fillFromFirst(result.data, lanes);
    return result;
  }
  const strides = rowMajorStrides(x.shape);
  const from = new Array<number>(shape.length).fill(0);
  dims.forEach((dim, i) => {
    if (x.shape[i] !== 1) from[dim] = strides[i];
  });
  const to = { data: result.data, offset: 0, strides: rowMajorStrides(shape) };
  copyStrided(x.kind, shape, { data: x.data, offset: 0, strides: from }, to);
  return result;
}
