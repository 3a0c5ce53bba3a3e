import { expect, test } from 'vitest';
import type { ArrayKind } from '../array/array-kind.ts';
import { arrayOf } from '../array/nd-array.ts';
import { clamp } from './clamp.ts';
import { select } from './select.ts';

test.each<ArrayKind>(['i8', 'f8E5M2', 'bf16', 'f32', 'i32', 'f64', 'i64', 'complex<f32>', 'complex<f64>'])(
  'chooses elements of %s',
  (kind) => {
    const flags = arrayOf('i1', [2, 2], [1, 0, 0, 1]);
    const onTrue = arrayOf(kind, [2, 2], kind === 'i64' ? [1n, 2n, 3n, -4n] : [1, 2, 3, -4]);
    const onFalse = arrayOf(kind, [2, 2], kind === 'i64' ? [5n, -6n, 7n, 8n] : [5, -6, 7, 8]);
    const chosen = arrayOf(kind, [2, 2], kind === 'i64' ? [1n, -6n, 7n, -4n] : [1, -6, 7, -4]);
    expect(select(flags, onTrue, onFalse)).toEqual(chosen);
  },
);

test('a scalar predicate chooses a whole array', () => {
  const onTrue = arrayOf('f32', [2], [1, 2]);
  const onFalse = arrayOf('f32', [2], [3, 4]);
  expect(select(arrayOf('i1', [], [1]), onTrue, onFalse)).toBe(onTrue);
  expect(select(arrayOf('i1', [], [0]), onTrue, onFalse)).toBe(onFalse);
});

test('select refuses operands of different kind or size', () => {
  const two = arrayOf('f32', [2], [1, 2]);
  expect(() => select(arrayOf('i1', [2], [1, 0]), two, arrayOf('f64', [2], [1, 2]))).toThrow(
    'select of f32[2] and f64[2]',
  );
  expect(() => select(arrayOf('i1', [1], [1]), two, two)).toThrow('select predicate i1[1] for f32[2]');
});

test('clamp bounds from below, then from above', () => {
  const x = arrayOf('f32', [5], [-2, -0, 0.5, 3, NaN]);
  expect(clamp(arrayOf('f32', [], [0]), x, arrayOf('f32', [], [1]))).toEqual(
    arrayOf('f32', [5], [0, 0, 0.5, 1, NaN]),
  );
  const i = arrayOf('i32', [3], [-5, 5, 9]);
  expect(clamp(arrayOf('i32', [3], [0, 6, 0]), i, arrayOf('i32', [], [7]))).toEqual(
    arrayOf('i32', [3], [0, 6, 7]),
  );
  // With crossed bounds the upper one wins.
  expect(clamp(arrayOf('i32', [], [4]), arrayOf('i32', [], [0]), arrayOf('i32', [], [2]))).toEqual(
    arrayOf('i32', [], [2]),
  );
});
