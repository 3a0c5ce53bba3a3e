import { rowMajorStrides } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { copyStrided } from '../array/strided-copy.ts';
import { resultArray } from '../memory/result-storage.ts';

/** `x` with the order of elements along each of `dims` turned round. */
export function reverse(x: NdArray, dims: readonly number[]): NdArray {
  const result = resultArray(x.kind, x.shape);
  const to = rowMajorStrides(x.shape);
  const strides = [...to];
  let offset = 0;
  for (const dim of dims) {
    offset += (x.shape[dim] - 1) * to[dim];
    strides[dim] = -to[dim];
  }
  copyStrided(
    x.kind,
    x.shape,
    { data: x.data, offset, strides },
    { data: result.data, offset: 0, strides: to },
  );
  return result;
}
