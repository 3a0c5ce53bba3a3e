import { describe, expect, test } from 'vitest';
import { compareArrays, defaultTolerance, exact, indexOfPosition } from './compare-arrays.ts';
import { arrayOf } from './nd-array.ts';

describe('compareArrays', () => {
  test('reports the first element that is out of tolerance', () => {
    const actual = arrayOf('f32', [2, 2], [1, 2, 3, 5]);
    const expected = arrayOf('f32', [2, 2], [1, 2, 4, 4]);
    expect(compareArrays(actual, expected, { absolute: 0.5, relative: 0.1, ulps: 0 })).toEqual({
      mismatches: 2,
      firstMismatch: { index: [1, 0], actual: 3, expected: 4 },
      maxAbsolute: 1,
      maxRelative: 0.25,
      maxUlps: 2 ** 22,
    });
  });

  test('any one of the three tolerances suffices', () => {
    const actual = arrayOf('f64', [1], [1 + 2 ** -52]);
    const expected = arrayOf('f64', [1], [1]);
    expect(compareArrays(actual, expected, exact).mismatches).toBe(1);
    expect(compareArrays(actual, expected, { ...exact, ulps: 1 }).mismatches).toBe(0);
    expect(compareArrays(actual, expected, { ...exact, absolute: 1e-15 }).mismatches).toBe(0);
    expect(compareArrays(actual, expected, { ...exact, relative: 1e-15 }).mismatches).toBe(0);
  });

  test('NaN equals NaN and -0 equals 0; an infinity equals only itself', () => {
    const actual = arrayOf('f32', [5], [NaN, -0, Infinity, Infinity, NaN]);
    const expected = arrayOf('f32', [5], [NaN, 0, Infinity, -Infinity, 1]);
    const loose = { absolute: 1e30, relative: 1e30, ulps: 1e30 };
    expect(compareArrays(actual, expected, loose)).toEqual({
      mismatches: 2,
      firstMismatch: { index: [3], actual: Infinity, expected: -Infinity },
      maxAbsolute: Infinity,
      maxRelative: Infinity,
      maxUlps: Infinity,
    });
  });

  test('counts units in the last place across zero, in the format of the kind', () => {
    const pair = (kind: 'f16' | 'bf16' | 'f64' | 'f8E4M3FN', a: number, b: number): number =>
      compareArrays(arrayOf(kind, [1], [a]), arrayOf(kind, [1], [b])).maxUlps;
    expect(pair('f16', 2 ** -24, -(2 ** -24))).toBe(2);
    expect(pair('bf16', 1, 1 + 2 ** -6)).toBe(2);
    expect(pair('f64', 2 ** -1074, -(2 ** -1074))).toBe(2);
    expect(pair('f8E4M3FN', 1, -1)).toBe(0x70);
  });

  test('compares 64-bit integers exactly', () => {
    const difference = compareArrays(arrayOf('i64', [1], [2n ** 60n + 1n]), arrayOf('i64', [1], [2n ** 60n]));
    expect([difference.mismatches, difference.maxAbsolute]).toEqual([1, 1]);
  });

  test('a complex number is one element', () => {
    const actual = arrayOf('complex<f32>', [2], [{ re: 1, im: 1 }, 0]);
    const expected = arrayOf('complex<f32>', [2], [{ re: 2, im: 2 }, 0]);
    const difference = compareArrays(actual, expected);
    expect(difference.mismatches).toBe(1);
    expect(difference.firstMismatch).toEqual({
      index: [0],
      actual: { re: 1, im: 1 },
      expected: { re: 2, im: 2 },
    });
  });

  test('refuses arrays of different kind or shape', () => {
    expect(() => compareArrays(arrayOf('f32', [1], [1]), arrayOf('f32', [1, 1], [1]))).toThrow(
      'cannot compare f32[1] with f32[1, 1]',
    );
  });
});

test('the default tolerance of integers is none', () => {
  expect(defaultTolerance('i32')).toBe(exact);
  expect(defaultTolerance('complex<f64>')).toEqual(defaultTolerance('f64'));
});

test('indexOfPosition inverts the row-major order', () => {
  expect(indexOfPosition([2, 3, 4], 23)).toEqual([1, 2, 3]);
  expect(indexOfPosition([], 0)).toEqual([]);
});
