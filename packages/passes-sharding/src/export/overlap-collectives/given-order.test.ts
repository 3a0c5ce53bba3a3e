import { expect, test } from 'vitest';
import { withoutWaiting } from './given-order.ts';
import { outcomeOf } from './tasks.ts';
import { tasksOf } from '../../../tests/timed-tasks.ts';

test('the given order stays where nothing waits', () => {
  expect(withoutWaiting(tasksOf(['c1'], ['c2', 0], ['c3'], ['c1', 1, 2]))).toEqual([0, 1, 2, 3]);
});

test('what waits for a collective comes when it is done', () => {
  const tasks = tasksOf(['c1'], ['s5', 0], ['c3', 1], ['c2'], ['c3'], ['c4']);
  const order = withoutWaiting(tasks);
  expect(order).toEqual([0, 1, 3, 4, 2, 5]);
  expect([outcomeOf(tasks, [0, 1, 2, 3, 4, 5]).time, outcomeOf(tasks, order).time]).toEqual([18, 13]);
});

test('a collective comes as soon as what it communicates is there', () => {
  expect(withoutWaiting(tasksOf(['c1'], ['c9'], ['s5', 0], ['c1', 2]))).toEqual([0, 2, 1, 3]);
});
