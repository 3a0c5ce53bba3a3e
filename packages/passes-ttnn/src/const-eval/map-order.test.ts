import { expect, test } from 'vitest';
import { mapOrder } from './map-order.ts';

test('few numbers come in the order of their places', () => {
  expect(mapOrder(3)).toEqual([0, 2, 1]);
  expect(mapOrder(5)).toEqual([0, 2, 4, 1, 3]);
});

test('numbers whose place is taken come later', () => {
  expect(mapOrder(20)).toEqual([0, 2, 19, 6, 4, 11, 12, 8, 18, 5, 15, 1, 3, 9, 13, 14, 16, 17, 7, 10]);
});

test('all numbers are listed once when the map has grown', () => {
  expect(mapOrder(100).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
});
