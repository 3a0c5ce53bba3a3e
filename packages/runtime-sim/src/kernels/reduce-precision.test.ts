import { expect, test } from 'vitest';
import type { ArrayKind } from '../array/array-kind.ts';
import { arrayOf, elementsOf } from '../array/nd-array.ts';
import type { Scalar } from '../array/nd-array.ts';
import { reducePrecision } from './reduce-precision.ts';

// Origin: StableHLO reference interpreter (jaxlib 0.10.2).
test.each<[ArrayKind, number, number, Scalar[], Scalar[]]>([
  [
    'f32',
    5,
    10,
    [0.1, 65519, 65520, 1e-8, 6.2e-5],
    [0.0999755859375, 65504, Infinity, 0, 0.00006198883056640625],
  ],
  ['f32', 8, 7, [0.1, -3.3895314e38], [0.10009765625, -3.3895313892515355e38]],
  ['f64', 11, 3, [1.0625, 1.1875, NaN, -Infinity], [1, 1.25, NaN, -Infinity]],
  ['f32', 5, 0, [NaN, 1.5, 3, -0.75], [Infinity, 2, 2, -0.5]],
  ['bf16', 3, 2, [0.3, 15, -0.2], [0.3125, Infinity, -0]],
])('reducePrecision of %s to e%dm%d', (kind, exponentBits, mantissaBits, values, expected) => {
  const x = arrayOf(kind, [values.length], values);
  expect(elementsOf(reducePrecision(x, exponentBits, mantissaBits))).toEqual(expected);
});

test('reducePrecision is for formats with infinities', () => {
  expect(() => reducePrecision(arrayOf('f8E4M3FN', [1], [1]), 4, 2)).toThrow(
    'reduce_precision is not defined for f8E4M3FN',
  );
});
