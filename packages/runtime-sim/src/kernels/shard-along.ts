import type { NdArray } from '../array/nd-array.ts';
import { slice } from './slice.ts';

/** Shard `index` of `count` equal shards of an array along a dimension. */
export function shardAlong(x: NdArray, dim: number, index: number, count: number): NdArray {
  const size = x.shape[dim] / count;
  const starts = x.shape.map((_, d) => (d === dim ? index * size : 0));
  const limits = x.shape.map((full, d) => (d === dim ? (index + 1) * size : full));
  return slice(
    x,
    starts,
    limits,
    x.shape.map(() => 1),
  );
}
