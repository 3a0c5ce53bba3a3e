import { arrayOf } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { movedAs } from './moved-as.ts';

test('a stage that computes other numbers is not accepted because its samples are far from the program', () => {
  const wanted = arrayOf('f32', [3], [1, 2, 3]);
  const result = arrayOf('f32', [3], [10, 20, 30]);
  const sample = arrayOf('f32', [3], [10.5, 20, 29]);
  expect(movedAs(wanted, result, sample)).toEqual(arrayOf('f32', [3], [1.5, 2, 2]));
});

test('integers are taken from the sample where it changes them', () => {
  const [wanted, result, sample] = [
    [1, 2],
    [1, 5],
    [4, 5],
  ].map((values) => arrayOf('i32', [2], values));
  expect(movedAs(wanted!, result!, sample!)).toEqual(arrayOf('i32', [2], [4, 2]));
});
