import { expect, test } from 'vitest';
import { findRepeats } from './repeats.ts';

const part = (length: number, from = 0): number[] => Array.from({ length }, (_, i) => from + i);

test('a part that repeats is found with its length and number', () => {
  expect(findRepeats([99, ...part(10), ...part(10), ...part(10), 98])).toEqual([
    { start: 1, period: 10, count: 3, slack: 0 },
  ]);
});

test('what continues a repeat is told: its parts may begin later', () => {
  expect(findRepeats([...part(10), ...part(10), 0, 1, 2])).toEqual([
    { start: 0, period: 10, count: 2, slack: 3 },
  ]);
});

test('several repeats are found, in their order', () => {
  const layers = [...part(12), ...part(12)];
  const updates = Array.from({ length: 8 }, () => part(4, 50)).flat();
  expect(findRepeats([...layers, 90, 91, ...updates])).toEqual([
    { start: 0, period: 12, count: 2, slack: 0 },
    { start: 26, period: 4, count: 8, slack: 0 },
  ]);
});

test('short parts that are few are none', () => {
  expect(findRepeats([1, 2, 3, 1, 2, 3, 1, 2, 3])).toEqual([]);
  expect(findRepeats(new Array<number>(50).fill(7))).toEqual([]);
  expect(findRepeats([])).toEqual([]);
});
