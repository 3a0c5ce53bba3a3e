import { rowMajorStrides } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { copyStrided } from '../array/strided-copy.ts';
import { resultArray } from '../memory/result-storage.ts';

/**
 * Returns the arrays one after the other along dimension `dim`; they agree in kind and in all other sizes.
 * @throws when there are none.
 */
export function concatenate(arrays: readonly NdArray[], dim: number): NdArray {
  if (arrays.length === 0) throw new Error('nothing to concatenate');
  const [first] = arrays;
  if (arrays.length === 1) return first;
  const total = arrays.reduce((sum, array) => sum + array.shape[dim], 0);
  const result = resultArray(
    first.kind,
    first.shape.map((size, d) => (d === dim ? total : size)),
  );
  const strides = rowMajorStrides(result.shape);
  let offset = 0;
  for (const { kind, shape, data } of arrays) {
    const to = { data: result.data, offset, strides };
    copyStrided(kind, shape, { data, offset: 0, strides: rowMajorStrides(shape) }, to);
    offset += shape[dim] * strides[dim];
  }
  return result;
}
