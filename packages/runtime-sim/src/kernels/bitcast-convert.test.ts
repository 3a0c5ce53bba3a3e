import { expect, test } from 'vitest';
import type { ArrayKind } from '../array/array-kind.ts';
import { arrayOf, elementsOf } from '../array/nd-array.ts';
import type { Scalar } from '../array/nd-array.ts';
import { bitcastConvert } from './bitcast-convert.ts';

test.each<[ArrayKind, number[], Scalar[], ArrayKind, number[], Scalar[]]>([
  ['f32', [2], [1, -2], 'i32', [2], [0x3f800000, -0x40000000]],
  ['i8', [2], [-1, 1], 'ui8', [2], [255, 1]],
  ['i4', [2], [-1, 1], 'ui4', [2], [15, 1]],
  ['f32', [1], [1], 'ui8', [1, 4], [0, 0, 0x80, 0x3f]],
  ['bf16', [1, 2], [0, 1], 'f32', [1], [1]],
  ['i64', [1], [0x100000002n], 'i32', [1, 2], [2, 1]],
  ['ui8', [2], [0x21, 0xf7], 'i4', [2, 2], [1, 2, 7, -1]],
  ['i4', [2, 2], [1, 2, 7, -1], 'ui8', [2], [0x21, 0xf7]],
  ['i4', [1], [-7], 'ui2', [1, 2], [1, 2]],
  ['ui2', [1, 2], [1, 2], 'i4', [1], [-7]],
  ['complex<f32>', [1], [{ re: 1, im: 0 }], 'f64', [1], [5.263544247e-315]],
])('%s %s %s as %s', (from, shape, values, to, resultShape, expected) => {
  const result = bitcastConvert(arrayOf(from, shape, values), to, resultShape);
  expect(result.shape).toEqual(resultShape);
  expect(elementsOf(result)).toEqual(expected);
});

test('bitcast needs as many bits', () => {
  expect(() => bitcastConvert(arrayOf('f32', [1], [1]), 'i8', [3])).toThrow('bitcast of f32[1] to i8[3]');
});
