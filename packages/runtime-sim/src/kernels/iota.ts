import type { ArrayKind } from '../array/array-kind.ts';
import type { NdArray } from '../array/nd-array.ts';
import { broadcastInDim } from './broadcast-in-dim.ts';
import { convert } from './convert.ts';

/** Array whose elements are their index along dimension `dim`, converted to `kind` as from a 64-bit integer. */
export function iota(kind: ArrayKind, shape: readonly number[], dim: number): NdArray {
  const size = shape[dim];
  const counting = new Int32Array(size);
  for (let i = 0; i < size; i += 1) counting[i] = i;
  return broadcastInDim(convert({ kind: 'i32', shape: [size], data: counting }, kind), shape, [dim]);
}
