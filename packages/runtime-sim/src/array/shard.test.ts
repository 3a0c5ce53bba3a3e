import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrayOf } from './nd-array.ts';
import type { ArrayKind } from './array-kind.ts';
import { randomArray } from './random-array.ts';
import { assembleShards, sliceShard } from './shard.ts';

const counting = arrayOf('i32', [3, 4], [...Array(12).keys()]);

describe('sliceShard', () => {
  test('copies a box', () => {
    expect(sliceShard(counting, [1, 2], [2, 2])).toEqual(arrayOf('i32', [2, 2], [6, 7, 10, 11]));
  });

  test('pads beyond the end with zeros', () => {
    expect(sliceShard(counting, [2, 3], [2, 2])).toEqual(arrayOf('i32', [2, 2], [11, 0, 0, 0]));
    expect(sliceShard(counting, [5, 0], [1, 2])).toEqual(arrayOf('i32', [1, 2], [0, 0]));
  });

  test('takes a scalar whole', () => {
    expect(sliceShard(arrayOf('f32', [], [2]), [], [])).toEqual(arrayOf('f32', [], [2]));
  });
});

describe('assembleShards', () => {
  test('lets later shards win and leaves gaps zero', () => {
    const shard = (values: number[]) => arrayOf('i32', [2], values);
    const shards = [
      { offsets: [0], array: shard([1, 2]) },
      { offsets: [1], array: shard([3, 4]) },
      { offsets: [4], array: shard([5, 6]) },
    ];
    expect(assembleShards('i32', [5], shards)).toEqual(arrayOf('i32', [5], [1, 3, 4, 0, 5]));
  });

  test('refuses shards of another kind or rank and negative offsets', () => {
    const array = arrayOf('i32', [1], [1]);
    expect(() => assembleShards('f32', [1], [{ offsets: [0], array }])).toThrow(
      'shard of i32 in an array of f32',
    );
    expect(() => assembleShards('i32', [1, 1], [{ offsets: [0], array }])).toThrow(
      'rank 1 at 1 offsets of rank 2',
    );
    expect(() => assembleShards('i32', [1], [{ offsets: [-1], array }])).toThrow('offset -1 in dimension 0');
  });

  test('restores an array cut into a grid of shards', () => {
    const kinds: ArrayKind[] = ['f32', 'f64', 'bf16', 'i64', 'i1', 'complex<f32>', 'complex<f64>'];
    const dimension = fc.record({
      size: fc.integer({ min: 0, max: 7 }),
      parts: fc.integer({ min: 1, max: 3 }),
    });
    const property = fc.property(
      fc.constantFrom(...kinds),
      fc.array(dimension, { maxLength: 4 }),
      (kind, dimensions) => {
        const shape = dimensions.map(({ size }) => size);
        const global = randomArray(kind, shape, 8);
        const sizes = dimensions.map(({ size, parts }) => Math.ceil(size / parts));
        let grid: number[][] = [[]];
        for (const [dim, { parts }] of dimensions.entries()) {
          grid = grid.flatMap((index) =>
            Array.from({ length: parts }, (_, part) => [...index, part * sizes[dim]!]),
          );
        }
        const shards = grid.map((offsets) => ({ offsets, array: sliceShard(global, offsets, sizes) }));
        expect(assembleShards(kind, shape, shards)).toEqual(global);
      },
    );
    fc.assert(property, { seed: 3, numRuns: 200 });
  });
});
