import { expect, test } from 'vitest';
import {
  arrayOf,
  elementAt,
  elementsOf,
  filled,
  makeArray,
  rowMajorStrides,
  scalarArray,
  zeros,
} from './nd-array.ts';

test('elements are rounded or wrapped to their kind', () => {
  expect(elementsOf(arrayOf('i8', [2], [200, -129]))).toEqual([-56, 127]);
  expect(elementsOf(arrayOf('ui4', [2], [17, -1]))).toEqual([1, 15]);
  expect(elementsOf(arrayOf('i2', [4], [0, 1, 2, 3]))).toEqual([0, 1, -2, -1]);
  expect(elementsOf(arrayOf('i1', [2], [7, 0]))).toEqual([1, 0]);
  expect(elementsOf(arrayOf('bf16', [1], [0.1]))).toEqual([0.10009765625]);
  expect(elementsOf(arrayOf('ui64', [1], [-1n]))).toEqual([2n ** 64n - 1n]);
  expect(elementAt(scalarArray('f32', 0.1), 0)).toBe(Math.fround(0.1));
});

test('a filled array repeats its value, real values becoming complex ones', () => {
  expect(elementsOf(filled('complex<f32>', [3], { re: 1, im: -1 }))).toEqual(
    new Array(3).fill({ re: 1, im: -1 }),
  );
  expect(elementsOf(filled('complex<f64>', [2], 2))).toEqual(new Array(2).fill({ re: 2, im: 0 }));
  expect(elementsOf(filled('f16', [5], -1.5))).toEqual([-1.5, -1.5, -1.5, -1.5, -1.5]);
  expect(elementsOf(filled('i64', [0, 4], 1n))).toEqual([]);
});

test('storage must have the length of the shape', () => {
  expect(() => makeArray('complex<f32>', [2], new Float32Array(2))).toThrow(
    'storage of complex<f32>[2] has 2 entries, expected 4',
  );
  expect(makeArray('f32', [], new Float32Array(1)).shape).toEqual([]);
  expect(() => arrayOf('f32', [2], [1])).toThrow('expected 2 values for f32, got 1');
});

test('strides are row-major', () => {
  expect(rowMajorStrides([2, 3, 4])).toEqual([12, 4, 1]);
  expect(rowMajorStrides([])).toEqual([]);
});

test('zeros of f8E8M0FNU are its smallest power of two', () => {
  expect(elementsOf(zeros('f8E8M0FNU', [1]))).toEqual([2 ** -127]);
});
