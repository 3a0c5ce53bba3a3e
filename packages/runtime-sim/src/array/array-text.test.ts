import { describe, expect, test } from 'vitest';
import { arrayText } from './array-text.ts';
import { arrayOf, scalarArray, zeros } from './nd-array.ts';

describe('arrayText', () => {
  test('is one line for a scalar', () => {
    expect(arrayText(scalarArray('ui8', 1))).toBe('tensor<ui8> {1}');
    expect(arrayText(scalarArray('i1', 1))).toBe('tensor<i1> {true}');
  });

  test('has a line for each row', () => {
    expect(arrayText(arrayOf('i64', [2, 2, 2], [0, 1, 2, 3, 4, -1, 1, 2]))).toBe(
      `tensor<2x2x2xi64> {
  [
    [
      [0, 1],
      [2, 3]
    ],
    [
      [4, -1],
      [1, 2]
    ]
  ]
}`,
    );
  });

  test('shows what empty dimensions leave', () => {
    expect(arrayText(zeros('i8', [0]))).toBe('tensor<0xi8> {\n  []\n}');
    expect(arrayText(zeros('i8', [0, 2]))).toBe('tensor<0x2xi8> {\n  []\n}');
    expect(arrayText(zeros('i8', [2, 0]))).toBe('tensor<2x0xi8> {\n  [\n    [],\n    []\n  ]\n}');
  });

  test('writes floats as MLIR does', () => {
    expect(arrayText(arrayOf('f32', [4], [1, 0.1, Infinity, NaN]))).toBe(
      'tensor<4xf32> {\n  [1.000000e+00, 1.000000e-01, 0x7F800000, 0x7FC00000]\n}',
    );
    expect(arrayText(arrayOf('f8E3M4', [2], [-3, 15.5]))).toBe(
      'tensor<2xf8E3M4> {\n  [-3.000000e+00, 1.550000e+01]\n}',
    );
    expect(arrayText(scalarArray('complex<f32>', { re: 3, im: -1 }))).toBe(
      'tensor<complex<f32>> {[3.000000e+00, -1.000000e+00]}',
    );
  });
});
