import { expect, test } from 'vitest';
import { coordinatesOf, stridedPositions } from './positions.ts';

test('an index in row-major order has coordinates, the last of which changes fastest', () => {
  expect([0, 1, 3, 5].map((index) => coordinatesOf(index, [2, 3]))).toEqual([
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 2],
  ]);
  expect(coordinatesOf(0, [])).toEqual([]);
});

test('steps reach the sums of multiples of their strides', () => {
  const steps = [
    { size: 2, stride: 10 },
    { size: 3, stride: 1 },
  ];
  expect(stridedPositions(steps)).toEqual([0, 1, 2, 10, 11, 12]);
  expect(stridedPositions([])).toEqual([0]);
});
