import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberQueue } from './number-queue.ts';

test('the least key is taken first, and of equal ones the largest number', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }), (keys) => {
      const queue = new NumberQueue(Float64Array.from(keys));
      for (const number of keys.keys()) queue.add(number);
      const sorted = [...keys.keys()].sort((a, b) => keys[a]! - keys[b]! || b - a);
      expect(queue.first).toBe(sorted[0]);
      expect(sorted.map(() => queue.take())).toEqual(sorted);
      expect(queue.take()).toBeUndefined();
    }),
  );
});

test('numbers come between those that are taken', () => {
  const queue = new NumberQueue(Float64Array.of(3, 1, 2, 1, 0));
  for (const number of [0, 1, 2]) queue.add(number);
  expect(queue.take()).toBe(1);
  queue.add(4);
  queue.add(3);
  expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([4, 3, 2, 0]);
});
