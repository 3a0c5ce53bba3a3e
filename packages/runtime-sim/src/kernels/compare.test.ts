import { expect, test } from 'vitest';
import type { ArrayKind } from '../array/array-kind.ts';
import { arrayOf } from '../array/nd-array.ts';
import type { Scalar } from '../array/nd-array.ts';
import { compare } from './compare.ts';

const directions = ['EQ', 'NE', 'GE', 'GT', 'LE', 'LT'] as const;

test.each<[ArrayKind, Scalar, Scalar, string]>([
  ['f32', 1, 2, '010011'],
  ['f32', 2, 2, '101010'],
  ['f32', NaN, NaN, '010000'],
  ['bf16', 1, NaN, '010000'],
  ['f64', -0, 0, '101010'],
  ['i32', -1, 1, '010011'],
  ['ui32', 4294967295, 1, '011100'],
  ['i64', 2n ** 62n + 1n, 2n ** 62n, '011100'],
  ['ui64', 2n ** 64n - 1n, 1n, '011100'],
  ['i1', 0, 1, '010011'],
  ['i4', -8, 7, '010011'],
])('%s %s against %s', (kind, lhs, rhs, expected) => {
  const results = directions.map((direction) => {
    return compare(direction, arrayOf(kind, [1], [lhs]), arrayOf(kind, [1], [rhs]));
  });
  expect(results.map(({ kind: result, data }) => [result, Number(data[0])])).toEqual(
    expected.split('').map((bit) => ['i1', Number(bit)]),
  );
});

test('complex numbers are equal in both parts, and have no order', () => {
  const lhs = arrayOf(
    'complex<f32>',
    [3],
    [
      { re: 1, im: 2 },
      { re: 1, im: 2 },
      { re: NaN, im: 0 },
    ],
  );
  const rhs = arrayOf(
    'complex<f32>',
    [3],
    [
      { re: 1, im: 2 },
      { re: 1, im: 3 },
      { re: NaN, im: 0 },
    ],
  );
  expect(compare('EQ', lhs, rhs)).toEqual(arrayOf('i1', [3], [1, 0, 0]));
  expect(compare('NE', lhs, rhs)).toEqual(arrayOf('i1', [3], [0, 1, 1]));
  expect(() => compare('LT', lhs, rhs)).toThrow('compare LT is not defined for complex<f32>');
});

test('operands must agree', () => {
  expect(() => compare('EQ', arrayOf('f32', [1], [1]), arrayOf('i32', [1], [1]))).toThrow(
    'compare of f32[1] and i32[1]',
  );
});
