import { expect, test } from 'vitest';
import { product } from './product.ts';

test('a shape has as many elements as its sizes multiply to, and one without any', () => {
  expect(product([2, 3, 4])).toBe(24);
  expect(product([5, 0])).toBe(0);
  expect(product([])).toBe(1);
});
