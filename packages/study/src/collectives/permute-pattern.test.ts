import { expect, test } from 'vitest';
import { permutePattern } from './permute-pattern.ts';

const ring = (count: number, first = 0): number[][] =>
  Array.from({ length: count }, (_, i) => [first + i, first + ((i + 1) % count)]);
const line = (count: number, first = 0): number[][] => ring(count, first).slice(0, -1);

test.each([
  [ring(8), 'ring of 8'],
  [[...ring(4), ...ring(4, 4)], '2 rings of 4'],
  [line(4), 'shift over 4 devices'],
  [line(4).toReversed(), 'shift over 4 devices'],
  [[...line(4), ...line(4, 4)], '2 shifts over 4 devices'],
  [[...ring(2), ...ring(2, 2)], 'swap in pairs'],
  [line(2), 'source and target'],
  [[...line(2), ...line(2, 2)], '2 pairs of source and target'],
  [[...ring(3), ...line(3, 3)], '5 pairs of source and target'],
  // What a device keeps is not sent.
  [[[0, 0], [1, 1], ...ring(3, 2)], 'ring of 3'],
  [[[0, 0]], '0 pairs of source and target'],
])('the pattern of %j is %s', (pairs, pattern) => {
  expect(permutePattern(pairs)).toBe(pattern);
});
