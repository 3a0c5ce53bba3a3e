import { arrayOf } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { correlation } from './correlation.ts';

const of = (...numbers: number[]) => arrayOf('f64', [numbers.length], numbers);

test('is 1 for what grows alike, -1 for what grows against each other', () => {
  expect(correlation(of(1, 2, 3), of(10, 20, 30))).toBeCloseTo(1, 12);
  expect(correlation(of(1, 2, 3), of(3, 2, 1))).toBeCloseTo(-1, 12);
});

test('is what the definition gives', () => {
  // Means 2.5 and 3; covariance 5.5, variances 5 and 10, so 5.5 / sqrt(50).
  expect(correlation(of(1, 2, 3, 4), of(1, 3, 2, 6))).toBeCloseTo(7 / Math.sqrt(5 * 14), 12);
});

test('there is none where nothing varies', () => {
  expect(correlation(of(2, 2), of(2, 2))).toBeNull();
  expect(correlation(of(1), of(3))).toBeNull();
});
