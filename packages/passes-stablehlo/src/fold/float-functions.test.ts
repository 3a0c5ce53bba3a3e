import { expect, test } from 'vitest';
import { erf, roundAwayFromZero, roundToEven } from './float-functions.ts';

test.each([
  [0, 0],
  [1e-10, 1.1283791670955126e-10],
  [-0.5, -0.5204998778130465],
  [0.1, 0.1124629160182849],
  [1.1631, 0.9000037473660896],
  [2.4999, 0.9995928300996666],
  [2.5, 0.999593047982555],
  [2.75, 0.9998993780778803],
  [3.5, 0.9999992569016276],
  [5.9, 0.9999999999999999],
])('erf(%d), recorded from glibc', (x, expected) => {
  expect(Math.abs(erf(x) - expected)).toBeLessThanOrEqual(1e-15 * Math.abs(expected));
});

test('rounding leaves large numbers, infinities and NaN as they are', () => {
  for (const x of [2 ** 53 + 2, -(2 ** 60), Infinity, -Infinity, NaN, 2 ** 52 + 1]) {
    expect(roundAwayFromZero(x)).toBe(Math.trunc(x));
    expect(roundToEven(x)).toBe(Math.trunc(x));
  }
  expect(roundAwayFromZero(0.49999999999999994)).toBe(0);
});
