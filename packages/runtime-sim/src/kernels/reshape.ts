import { elementCount } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';

/**
 * Returns the elements of `x` in row-major order as an array of `shape`; shares the storage.
 * @throws when `shape` has another number of elements.
 */
export function reshape(x: NdArray, shape: readonly number[]): NdArray {
  if (elementCount(shape) !== elementCount(x.shape)) {
    throw new Error(`reshape of [${x.shape.join(', ')}] to [${shape.join(', ')}]`);
  }
  return { kind: x.kind, shape, data: x.data };
}
