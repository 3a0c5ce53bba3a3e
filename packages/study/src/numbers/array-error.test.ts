import { arrayOf } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { arrayError } from './array-error.ts';

const f64 = (...numbers: number[]) => arrayOf('f64', [numbers.length], numbers);

test('errors are told absolutely, of the largest magnitude, of an element, and by device', () => {
  const parts = [
    { device: 0, offsets: [0], array: f64(1, -4) },
    { device: 1, offsets: [2], array: f64(2.5, 0) },
    { device: 2, offsets: [0], array: f64(1, -3) },
  ];
  const { correlation, ...error } = arrayError(parts, f64(1, -4, 2, 0));
  expect(error).toEqual({
    ...{ isEqual: false, absolute: 1, relative: 0.25, magnitude: 4, byElement: 0.25 },
    ...{ device: 2, byDevice: [0, 0.125, 0.25] },
  });
  // Of the pairs (1, 1), (-4, -4), (2.5, 2), (0, 0), (1, 1), (-3, -4).
  expect(correlation).toBeCloseTo(0.9881, 4);
});

test('equal shards have no device that is off', () => {
  expect(arrayError([{ device: 0, offsets: [1], array: f64(NaN) }], f64(1, NaN))).toEqual({
    ...{ isEqual: true, absolute: 0, relative: 0, magnitude: 1, byElement: 0 },
    ...{ correlation: null, device: null, byDevice: [0] },
  });
});

test('a number beside an infinity is infinitely far off', () => {
  const error = arrayError([{ device: 0, offsets: [0], array: f64(1, 2) }], f64(1, Infinity));
  expect([error.absolute, error.relative, error.correlation]).toEqual([Infinity, Infinity, null]);
});
