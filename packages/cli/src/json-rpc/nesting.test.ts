import { expect, test } from 'vitest';
import { isNestedDeeperThan } from './nesting.ts';

test('levels of lists and objects are counted, however many there are', () => {
  expect(isNestedDeeperThan(2, { a: [1, { b: 2 }] })).toBe(true);
  expect(isNestedDeeperThan(3, { a: [1, { b: 2 }] })).toBe(false);
  let deep: unknown = 0;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(isNestedDeeperThan(200, deep)).toBe(true);
});
