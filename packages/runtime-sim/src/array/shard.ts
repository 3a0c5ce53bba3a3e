import { copyStrided } from './strided-copy.ts';
import type { ArrayKind } from './array-kind.ts';
import { rowMajorStrides, zeros } from './nd-array.ts';
import type { NdArray } from './nd-array.ts';

/** A shard of a global array and the offset of its first element there, by dimension. */
export interface Shard {
  readonly offsets: readonly number[];
  readonly array: NdArray;
}

/**
 * Returns the box of `sizes` elements that starts at `offsets` of `global`, copied. The box is zero beyond the end of
 * `global`: this pads the last shards of an uneven split.
 * @throws when an offset is negative or the ranks differ.
 */
export function sliceShard(global: NdArray, offsets: readonly number[], sizes: readonly number[]): NdArray {
  const shard = zeros(global.kind, sizes);
  copyOverlap(global, shard, offsets, 'out');
  return shard;
}

/**
 * Returns the global array of `shape` that has `shards` at their offsets. The first of several shards at one place,
 * which are replicas, counts; what lies beyond the end of the global array is dropped; what no shard covers is zero.
 * @throws when an offset is negative, a rank differs, or a shard has another kind.
 */
export function assembleShards(kind: ArrayKind, shape: readonly number[], shards: readonly Shard[]): NdArray {
  const global = zeros(kind, shape);
  const filled = new Set<string>();
  for (const { offsets, array } of shards) {
    if (array.kind !== kind) throw new Error(`shard of ${array.kind} in an array of ${kind}`);
    const place = offsets.join();
    if (filled.has(place)) continue;
    filled.add(place);
    copyOverlap(global, array, offsets, 'in');
  }
  return global;
}

function copyOverlap(
  global: NdArray,
  shard: NdArray,
  offsets: readonly number[],
  direction: 'in' | 'out',
): void {
  if (offsets.length !== global.shape.length || shard.shape.length !== global.shape.length) {
    throw new Error(
      `shard of rank ${shard.shape.length} at ${offsets.length} offsets of rank ${global.shape.length}`,
    );
  }
  const strides = rowMajorStrides(global.shape);
  let offset = 0;
  const box = shard.shape.map((size, dim) => {
    const start = offsets[dim];
    if (start < 0) throw new Error(`shard offset ${start} in dimension ${dim} is negative`);
    offset += start * strides[dim];
    return Math.max(0, Math.min(size, global.shape[dim] - start));
  });
  const inside = { data: global.data, offset, strides };
  const outside = { data: shard.data, offset: 0, strides: rowMajorStrides(shard.shape) };
  if (direction === 'out') copyStrided(global.kind, box, inside, outside);
  else copyStrided(global.kind, box, outside, inside);
}
