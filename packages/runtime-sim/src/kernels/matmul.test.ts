import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ArrayKind } from '../array/array-kind.ts';
import { arrayOf, elementsOf, zeros } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { randomArray } from '../array/random-array.ts';
import { matmul, matmulInJavaScript } from './matmul.ts';
import { tileMachine } from './tile-machine.ts';

const kinds: readonly ArrayKind[] = ['f32', 'f64', 'bf16', 'f16', 'i8', 'ui16', 'i32', 'ui32'];

function product(
  multiply: typeof matmul,
  lhs: NdArray,
  rhs: NdArray,
  [batch, m, n, k]: readonly [number, number, number, number],
): NdArray {
  const out = zeros(lhs.kind, [batch, m, n]);
  multiply(lhs.kind, lhs.data, rhs.data, out.data, { batch, m, n, k });
  return out;
}

/** Where two arrays of one kind differ first; -1 when they are equal. */
function difference(one: NdArray, other: NdArray): number {
  return one.data.findIndex((value: number | bigint, i: number) => !Object.is(value, other.data[i]));
}

describe('matmul', () => {
  test('has vectors here', () => {
    expect(tileMachine('f32', 0)).not.toBeNull();
  });

  test('agrees with the loops in JavaScript for every kind and size', () => {
    const size = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 70 }));
    const property = fc.property(
      fc.constantFrom(...kinds),
      fc.tuple(fc.integer({ min: 1, max: 3 }), size, size, size),
      fc.nat(),
      (kind, sizes, seed) => {
        const [batch, m, n, k] = sizes;
        const lhs = randomArray(kind, [batch, m, k], seed);
        const rhs = randomArray(kind, [batch, k, n], seed + 1);
        const wanted = product(matmulInJavaScript, lhs, rhs, sizes);
        expect(difference(product(matmul, lhs, rhs, sizes), wanted)).toBe(-1);
      },
    );
    fc.assert(property, { seed: 7, numRuns: 80 });
  });

  test.each([
    [131, 17, 257],
    [3, 1041, 30],
    [257, 5, 513],
    [2, 3, 8195],
    [130, 1030, 3],
    [515, 20, 9],
  ])('is exact where blocks end: %i x %i x %i', (m, n, k) => {
    for (const kind of ['f32', 'f64'] as const) {
      const lhs = randomArray(kind, [m, k], 1);
      const rhs = randomArray(kind, [k, n], 2);
      const wanted = product(matmulInJavaScript, lhs, rhs, [1, m, n, k]);
      expect(difference(product(matmul, lhs, rhs, [1, m, n, k]), wanted)).toBe(-1);
    }
  });

  test.each([
    [300, 33, 47, 65],
    [5, 3, 9, 600],
    [70, 1, 530, 20],
  ])('is exact for batches: %i x %i x %i x %i', (...sizes) => {
    const [batch, m, n, k] = sizes;
    for (const kind of ['f32', 'f64'] as const) {
      const lhs = randomArray(kind, [batch, m, k], 1);
      const rhs = randomArray(kind, [batch, k, n], 2);
      const wanted = product(matmulInJavaScript, lhs, rhs, sizes);
      expect(difference(product(matmul, lhs, rhs, sizes), wanted)).toBe(-1);
    }
  });

  test.each(['f32', 'f64', 'bf16', 'f16'] as const)('treats the ends of %s as the loops do', (kind) => {
    const special = [
      0,
      -0,
      1,
      -1.5,
      Infinity,
      -Infinity,
      NaN,
      6e-8,
      -6e-5,
      65504,
      3e38,
      1e-38,
      1e-45,
      2 ** -14,
    ];
    const column = arrayOf(kind, [special.length, 1], special);
    const row = arrayOf(kind, [1, special.length], special);
    const n = special.length;
    expect(elementsOf(product(matmul, column, row, [1, n, n, 1]))).toEqual(
      elementsOf(product(matmulInJavaScript, column, row, [1, n, n, 1])),
    );
    const pairs = arrayOf(
      kind,
      [n * n, 2],
      special.flatMap((x) => special.flatMap((y) => [x, y])),
    );
    const ones = arrayOf(kind, [2, 1], [1, 1]);
    expect(elementsOf(product(matmul, pairs, ones, [1, n * n, 1, 2]))).toEqual(
      elementsOf(product(matmulInJavaScript, pairs, ones, [1, n * n, 1, 2])),
    );
  });
});
