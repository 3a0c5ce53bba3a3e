import { expect, test } from 'vitest';
import { floorDivide } from './floor-divide.ts';

test('quotients are rounded towards negative infinity', () => {
  const pairs = [
    [7n, 2n],
    [-7n, 2n],
    [7n, -2n],
    [-7n, -2n],
    [-6n, 2n],
  ] as const;
  expect(pairs.map(([a, b]) => floorDivide(a, b))).toEqual([3n, -4n, -4n, 3n, -3n]);
});
