import { describe, expect, test } from 'vitest';
import type { ArrayKind } from '../array/array-kind.ts';
import { arrayOf, elementsOf } from '../array/nd-array.ts';
import { type BitGenerator, randomBits } from './random-bits.ts';

function bitsOf(
  algorithm: BitGenerator,
  words: readonly bigint[],
  kind: ArrayKind,
  shape: readonly number[],
) {
  const { state, bits } = randomBits(algorithm, arrayOf('ui64', [words.length], words), kind, shape);
  return { state: elementsOf(state), bits: elementsOf(bits) };
}

describe('Threefry', () => {
  test('gives the words of a block to neighbours along the first even dimension', () => {
    expect(bitsOf('THREE_FRY', [0n, 0n], 'ui32', [2])).toEqual({
      state: [0n, 1n],
      bits: [1797259609, 2579123966],
    });
    const { state, bits } = bitsOf('THREE_FRY', [7n, 3n], 'ui32', [3, 2]);
    expect(state).toEqual([7n, 6n]);
    expect(bits.slice(0, 2)).toEqual(bitsOf('THREE_FRY', [7n, 3n], 'ui32', [2]).bits);
    expect(bits.slice(4)).toEqual(bitsOf('THREE_FRY', [7n, 5n], 'ui32', [2]).bits);
  });

  test('drops a word of the last block of an odd number', () => {
    const even = bitsOf('THREE_FRY', [7n, 3n], 'ui32', [6]);
    expect(bitsOf('THREE_FRY', [7n, 3n], 'ui32', [5])).toEqual({ ...even, bits: even.bits.slice(0, 5) });
  });

  test('makes 64 bits of both words, the first of them the low one', () => {
    expect(bitsOf('THREE_FRY', [0n, 0n], 'ui64', [])).toEqual({
      state: [0n, 1n],
      bits: [(2579123966n << 32n) | 1797259609n],
    });
  });

  test('the counter wraps', () => {
    expect(bitsOf('THREE_FRY', [0n, 2n ** 64n - 1n], 'ui64', [2]).state).toEqual([0n, 1n]);
  });
});

describe('Philox', () => {
  test('gives the four words of a block in a row', () => {
    expect(bitsOf('PHILOX', [0n, 0n, 0n], 'ui32', [4])).toEqual({
      state: [0n, 1n, 0n],
      bits: [1713891541, 3781805453, 3159862348, 2600524760],
    });
  });

  test('carries to the high word of the counter', () => {
    expect(bitsOf('PHILOX', [0n, 2n ** 64n - 1n, 4n], 'ui32', [8]).state).toEqual([0n, 1n, 5n]);
  });

  test('narrow kinds take the low bits', () => {
    const words = bitsOf('PHILOX', [0n, 0n, 0n], 'ui32', [4]).bits as number[];
    expect(bitsOf('PHILOX', [0n, 0n, 0n], 'ui8', [4]).bits).toEqual(words.map((word) => word & 255));
    expect(bitsOf('PHILOX', [0n, 0n, 0n], 'i4', [4]).bits).toEqual(words.map((word) => (word << 28) >> 28));
  });
});

test('refuses states of other sizes', () => {
  expect(() => bitsOf('THREE_FRY', [0n], 'ui32', [1])).toThrow('THREE_FRY needs a state of 2 or 3 ui64');
});
