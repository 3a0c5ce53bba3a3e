import { arrayOf, asDoubles } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { stored } from './block-float.ts';
import { DEFAULT_BOUNDS, goldenMetrics } from './golden-metrics.ts';

function numbers(format: 'bf16' | 'bfp8' | 'bfp4', ...values: readonly number[]): number[] {
  const { kind, data } = stored(arrayOf('f32', [values.length], values), format);
  return [...asDoubles(kind, data)];
}

describe('numbers that are stored', () => {
  test('as bf16 have 8 bits', () => {
    expect(numbers('bf16', 1 + 2 ** -7, 1 + 2 ** -9, 3.1415927)).toEqual([1.0078125, 1, 3.140625]);
  });

  test('as bfp8 are multiples of what the largest of 16 leaves, ties to even', () => {
    // The largest, 64, has the exponent 6: the step is 1.
    expect(numbers('bfp8', 64, 0.5, 1.5, 1.4, -2.6)).toEqual([64, 0, 2, 1, -3]);
  });

  test('as bfp4 have 3 bits, and the largest does not overflow', () => {
    expect(numbers('bfp4', 7.9, 1, -0.4)).toEqual([7, 1, -0]);
  });

  test('share their exponent with 16 numbers of a row only', () => {
    const row = [...new Array<number>(16).fill(64), 0.5];
    expect(numbers('bfp8', ...row).at(-1)).toBe(0.5);
  });

  test('are unchanged if they are integers', () => {
    const array = arrayOf('i32', [2], [1_000_001, 3]);
    expect(stored(array, 'bfp4')).toBe(array);
  });
});

function correlation(golden: readonly number[], actual: readonly number[]): number {
  const array = (values: readonly number[]) => arrayOf('f32', [values.length], values);
  return goldenMetrics(array(golden), array(actual), DEFAULT_BOUNDS)!.actual_pcc;
}

describe('the correlation', () => {
  test.each([
    ['equal numbers', [1, 2, 3], [1, 2, 3], 1],
    ['scaled numbers', [1, 2, 3], [2, 4, 6], 1],
    ['numbers in reverse', [1, 2, 3], [3, 2, 1], -1],
    ['zeros instead of numbers', [1, 2, 3], [0, 0, 0], 0],
    ['NaN instead of numbers', [1, 2], [NaN, NaN], 0],
    ['NaN on both sides', [NaN, NaN], [NaN, NaN], 1],
    ['nearly equal constants', [1e38, 1e38], [1.001e38, 1.001e38], 1],
    ['other constants', [1, 1], [2, 2], 0],
  ])('of %s', (_, golden, actual, expected) => {
    expect(correlation(golden, actual)).toBeCloseTo(expected, 12);
  });
});

test('metrics are those of Tenstorrent', () => {
  const golden = arrayOf('f32', [4], [1, 2, 3, 4]);
  const actual = arrayOf('f32', [4], [1, 2, 3, 5]);
  const metrics = goldenMetrics(golden, actual, { pcc: 0.99, atol: 0.1, rtol: 0 })!;
  expect(metrics).toMatchObject({
    ...{ expected_pcc: 0.99, atol: 0.1, rtol: 0, allclose: false, max: 1, actual_atol: 1, actual_rtol: 0.2 },
    ...{ mean_absolute_error: 0.25, root_mean_square_error: 0.5 },
  });
  expect(metrics.actual_pcc).toBeCloseTo(0.9827076298, 9);
  expect(metrics.cosine_similarity).toBeCloseTo(34 / Math.sqrt(30 * 39), 12);
});
