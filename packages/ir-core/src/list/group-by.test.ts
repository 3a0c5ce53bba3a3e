import { expect, test } from 'vitest';
import { groupBy } from './group-by.ts';

test('keys and items keep their order', () => {
  const groups = groupBy([3, 1, 4, 1, 5], (x) => x % 2 === 0);
  expect([...groups]).toEqual([
    [false, [3, 1, 1, 5]],
    [true, [4]],
  ]);
});
