import { expect, test } from 'vitest';
import { paretoFront } from './pareto.ts';

test('what another one beats in time and memory is not on the front, of equal ones the first is', () => {
  const costs = [
    [3, 1],
    [1, 5],
    [2, 5],
    [2, 3],
    [3, 1],
    [1, 6],
  ].map(([seconds, peakBytes]) => ({ seconds: seconds!, peakBytes: peakBytes! }));
  expect([...paretoFront(costs)].sort()).toEqual([0, 1, 3]);
});
