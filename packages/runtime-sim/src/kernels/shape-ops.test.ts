import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrayOf, elementsOf } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { randomArray } from '../array/random-array.ts';
import { broadcastInDim } from './broadcast-in-dim.ts';
import { concatenate } from './concatenate.ts';
import { iota } from './iota.ts';
import { pad } from './pad.ts';
import { reshape } from './reshape.ts';
import { reverse } from './reverse.ts';
import { dynamicSlice, dynamicUpdateSlice, slice } from './slice.ts';
import { transpose } from './transpose.ts';

function counting(...shape: number[]): NdArray {
  return iotaOf(shape);
}

function iotaOf(shape: number[]): NdArray {
  const size = shape.reduce((product, n) => product * n, 1);
  return reshape(iota('i32', [size], 0), shape);
}

const kinds = fc.constantFrom('f32', 'bf16', 'i8', 'i64', 'complex<f64>');
const shapes = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 4 });

describe('broadcastInDim', () => {
  test('repeats along new dimensions and dimensions of size 1', () => {
    expect(elementsOf(broadcastInDim(counting(2), [2, 3], [0]))).toEqual([0, 0, 0, 1, 1, 1]);
    expect(elementsOf(broadcastInDim(counting(3), [2, 3], [1]))).toEqual([0, 1, 2, 0, 1, 2]);
    expect(elementsOf(broadcastInDim(counting(2, 1), [2, 2], [0, 1]))).toEqual([0, 0, 1, 1]);
    expect(elementsOf(broadcastInDim(counting(2, 2), [2, 2], [1, 0]))).toEqual([0, 2, 1, 3]);
  });

  test('fills with a scalar', () => {
    const complex = arrayOf('complex<f32>', [], [{ re: 1, im: 2 }]);
    expect(elementsOf(broadcastInDim(complex, [3], []))).toEqual(new Array(3).fill({ re: 1, im: 2 }));
    expect(elementsOf(broadcastInDim(counting(1), [0, 2], [0]))).toEqual([]);
  });
});

describe('transpose', () => {
  test('moves dimension permutation[i] to i', () => {
    const result = transpose(counting(2, 3, 2), [2, 0, 1]);
    expect(result.shape).toEqual([2, 2, 3]);
    expect(elementsOf(result)).toEqual([0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11]);
  });

  test('shares the storage when only dimensions of size 1 move', () => {
    const x = counting(3, 1, 2);
    expect(transpose(x, [1, 0, 2]).data).toBe(x.data);
  });

  test('is undone by the inverse permutation', () => {
    const property = fc.property(kinds, shapes, fc.infiniteStream(fc.nat()), (kind, shape, ranks) => {
      const order = shape.map((_, dim) => ({ dim, rank: ranks.next().value as number }));
      const permutation = order.sort((a, b) => a.rank - b.rank).map(({ dim }) => dim);
      const inverse = permutation.map((_, dim) => permutation.indexOf(dim));
      const x = randomArray(kind, shape, 1);
      expect(transpose(transpose(x, permutation), inverse)).toEqual(x);
    });
    fc.assert(property, { seed: 21, numRuns: 200 });
  });
});

describe('a slice of many elements', () => {
  const x = counting(4, 50, 60);

  test('that lie in a row shares the storage', () => {
    const rows = slice(x, [2, 10, 0], [3, 40, 60], [1, 1, 1]);
    expect(rows.data.buffer).toBe(x.data.buffer);
    expect(rows.shape).toEqual([1, 30, 60]);
    expect(elementsOf(rows)).toEqual(Array.from({ length: 1800 }, (_, i) => 6600 + i));
  });

  test.each([
    ['columns', [0, 0, 0], [4, 50, 30], [1, 1, 1]],
    ['every other row', [0, 0, 0], [1, 50, 60], [1, 2, 1]],
    ['rows of several blocks', [0, 0, 0], [2, 40, 60], [1, 1, 1]],
  ])('that do not is a copy: %s', (_, starts, limits, steps) => {
    const part = slice(x, starts, limits, steps);
    expect(part.data.buffer).not.toBe(x.data.buffer);
    const first = part.shape.map((size, d) => starts[d]! + (size - 1) * steps[d]!);
    expect(elementsOf(part).at(-1)).toBe((first[0]! * 50 + first[1]!) * 60 + first[2]!);
  });
});

describe('slice', () => {
  test('takes every step-th element', () => {
    expect(slice(counting(3, 5), [1, 0], [3, 5], [1, 2])).toEqual(
      arrayOf('i32', [2, 3], [5, 7, 9, 10, 12, 14]),
    );
    expect(slice(counting(4), [2], [2], [1]).shape).toEqual([0]);
  });

  test('dynamicSlice and dynamicUpdateSlice keep the box inside', () => {
    expect(elementsOf(dynamicSlice(counting(5), [9], [2]))).toEqual([3, 4]);
    expect(elementsOf(dynamicSlice(counting(5), [-9], [2]))).toEqual([0, 1]);
    const update = arrayOf('i32', [1, 2], [70, 71]);
    expect(elementsOf(dynamicUpdateSlice(counting(2, 3), update, [5, 1]))).toEqual([0, 1, 2, 3, 70, 71]);
    expect(elementsOf(dynamicUpdateSlice(counting(2), arrayOf('i32', [2], [8, 9]), [1]))).toEqual([8, 9]);
  });

  test('dynamicUpdateSlice leaves its operand alone', () => {
    const x = counting(3);
    dynamicUpdateSlice(x, arrayOf('i32', [1], [9]), [1]);
    expect(elementsOf(x)).toEqual([0, 1, 2]);
  });
});

describe('concatenate', () => {
  test('joins along a dimension', () => {
    const result = concatenate([counting(2, 1), counting(2, 0), counting(2, 2)], 1);
    expect(result).toEqual(arrayOf('i32', [2, 3], [0, 0, 1, 1, 2, 3]));
  });

  test('joins what slices took apart', () => {
    const cut = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }).chain((shape) => {
      const dim = fc.nat(shape.length - 1);
      return fc.tuple(fc.constant(shape), dim, fc.nat(5));
    });
    const property = fc.property(kinds, cut, (kind, [shape, dim, at]) => {
      const x = randomArray(kind, shape, 2);
      const middle = Math.min(at, shape[dim]!);
      const steps = shape.map(() => 1);
      const starts = shape.map(() => 0);
      const first = slice(x, starts, shape.with(dim, middle), steps);
      const second = slice(x, starts.with(dim, middle), shape, steps);
      expect(concatenate([first, second], dim)).toEqual(x);
    });
    fc.assert(property, { seed: 22, numRuns: 200 });
  });

  test('needs an operand', () => {
    expect(() => concatenate([], 0)).toThrow('nothing to concatenate');
  });
});

describe('pad', () => {
  const nine = arrayOf('i32', [], [9]);

  test('surrounds and spreads elements', () => {
    expect(pad(counting(2, 2), nine, [1, 0], [0, 1], [0, 1])).toEqual(
      arrayOf('i32', [3, 4], [9, 9, 9, 9, 0, 9, 1, 9, 2, 9, 3, 9]),
    );
  });

  test('drops elements where the padding is negative', () => {
    expect(elementsOf(pad(counting(5), nine, [-2], [-1], [0]))).toEqual([2, 3]);
    expect(elementsOf(pad(counting(3), nine, [-1], [1], [1]))).toEqual([9, 1, 9, 2, 9]);
    expect(elementsOf(pad(counting(2), nine, [-3], [3], [0]))).toEqual([9, 9]);
  });

  test('pads nothing to something', () => {
    expect(elementsOf(pad(counting(0), nine, [1], [2], [5]))).toEqual([9, 9, 9]);
  });
});

test('reverse turns dimensions round', () => {
  expect(elementsOf(reverse(counting(2, 3), [1]))).toEqual([2, 1, 0, 5, 4, 3]);
  expect(elementsOf(reverse(counting(2, 3), [0, 1]))).toEqual([5, 4, 3, 2, 1, 0]);
});

test('reshape keeps the order and the storage', () => {
  const x = counting(2, 3);
  expect(reshape(x, [3, 2])).toEqual({ kind: 'i32', shape: [3, 2], data: x.data });
  expect(() => reshape(x, [4])).toThrow('reshape of [2, 3] to [4]');
});

test('iota counts along its dimension, rounded or wrapped to the kind', () => {
  expect(iota('f32', [2, 2], 0)).toEqual(arrayOf('f32', [2, 2], [0, 0, 1, 1]));
  expect(elementsOf(iota('ui2', [6], 0))).toEqual([0, 1, 2, 3, 0, 1]);
  expect(elementsOf(iota('bf16', [260], 0)).slice(255)).toEqual([255, 256, 256, 258, 260]);
  expect(elementsOf(iota('complex<f32>', [2], 0))).toEqual([
    { re: 0, im: 0 },
    { re: 1, im: 0 },
  ]);
});
