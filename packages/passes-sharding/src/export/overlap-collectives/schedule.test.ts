import { expect, test } from 'vitest';
import { depthsOf, scheduled } from './schedule.ts';
import { outcomeOf, type Task } from './tasks.ts';
import { tasksOf } from '../../../tests/timed-tasks.ts';

function best(tasks: readonly Task[]): [readonly number[], number] {
  const order = scheduled(tasks, depthsOf(tasks, false));
  return [order, outcomeOf(tasks, order).time];
}

test('an order takes what its two streams take, each in order', () => {
  const tasks = tasksOf(['s5'], ['c3', 0], ['c4']);
  expect(outcomeOf(tasks, [0, 1, 2])).toEqual({ time: 12, peakBytes: 2 });
  expect(outcomeOf(tasks, [0, 2, 1])).toEqual({ time: 8, peakBytes: 3 });
});

test('what needs no collective comes before what needs it', () => {
  expect(best(tasksOf(['s5'], ['c3', 0], ['c4']))).toEqual([[0, 2, 1], 8]);
});

test('a collective begins as late as its users allow', () => {
  // Only the last task needs it, and the one before hides it.
  expect(best(tasksOf(['s3'], ['c4'], ['c4', 1], ['c4', 0, 2]))).toEqual([[1, 0, 2, 3], 12]);
});

test('two collectives share the links', () => {
  expect(best(tasksOf(['s4'], ['s4'], ['c1', 0], ['c1', 1], ['c6']))).toEqual([[0, 1, 4, 2, 3], 9]);
});

test('what takes no time comes right before what it is for', () => {
  expect(best(tasksOf(['c0'], ['s4'], ['c2'], ['c1', 0, 1]))).toEqual([[1, 2, 0, 3], 5]);
});

test('a loop that computes and communicates keeps both streams', () => {
  const loop: Task = { makers: [], users: [], compute: 2, communication: 3, bytes: 0 };
  expect(outcomeOf([...tasksOf(['c4']), loop, ...tasksOf(['s1'])], [0, 1, 2]).time).toBe(10);
});
