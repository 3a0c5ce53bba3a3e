import fc from 'fast-check';
import { decodeFloat, encodeFloat, floatFormats } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import type { ArrayKind } from '../array/array-kind.ts';
import { roundDoubles } from '../array/lanes.ts';
import { arrayOf, elementsOf } from '../array/nd-array.ts';
import type { Scalar } from '../array/nd-array.ts';
import { convert } from './convert.ts';

function apply(from: ArrayKind, values: readonly Scalar[], to: ArrayKind): Scalar[] {
  return elementsOf(convert(arrayOf(from, [values.length], values), to));
}

describe('convert', () => {
  test.each<[ArrayKind, Scalar[], ArrayKind, Scalar[]]>([
    ['f32', [1.9, -1.9, 300, -300, NaN, Infinity], 'i8', [1, -1, 127, -128, 0, 127]],
    ['f32', [-0.5, 255.9, 256, NaN], 'ui8', [0, 255, 255, 0]],
    ['f64', [2147483647.9, -2147483649, 1e300], 'i32', [2147483647, -2147483648, 2147483647]],
    ['f64', [4294967295.5, -1], 'ui32', [4294967295, 0]],
    ['f64', [9.3e18, -9.3e18, -1.5, NaN, 2 ** 62], 'i64', [2n ** 63n - 1n, -(2n ** 63n), -1n, 0n, 2n ** 62n]],
    ['f32', [1.9e19, -1], 'ui64', [2n ** 64n - 1n, 0n]],
    ['bf16', [7.5, -9], 'i4', [7, -8]],
    ['i32', [300, -129, -1], 'i8', [44, 127, -1]],
    ['i8', [-1, 5], 'ui32', [4294967295, 5]],
    ['ui8', [255], 'i2', [-1]],
    ['ui32', [4294967295], 'i64', [4294967295n]],
    ['i32', [-1], 'ui64', [2n ** 64n - 1n]],
    ['i64', [2n ** 32n + 5n, -1n], 'i32', [5, -1]],
    ['i64', [-1n], 'ui64', [2n ** 64n - 1n]],
    ['i64', [0x1ffn, -1n], 'ui4', [15, 15]],
    ['i32', [16777217, 2147483647], 'f32', [16777216, 2147483648]],
    ['i64', [2n ** 53n + 1n, -(2n ** 63n)], 'f64', [2 ** 53, -(2 ** 63)]],
    ['ui64', [2n ** 64n - 1n], 'f32', [2 ** 64]],
    ['f64', [1 + 2 ** -24, 1e39, -1e-50], 'f32', [1, Infinity, -0]],
    ['f32', [65520, 1e-8, 0.1], 'f16', [Infinity, 0, 0.0999755859375]],
    ['f64', [1 + 2 ** -8 + 2 ** -50, 1 + 2 ** -8], 'bf16', [1.0078125, 1]],
    ['f32', [449, 464, 465], 'f8E4M3FN', [448, 448, NaN]],
    ['i8', [100, -7], 'f4E2M1FN', [6, -6]],
    ['f32', [0, -0, 0.1, NaN], 'i1', [0, 0, 1, 1]],
    ['i64', [0n, 2n ** 40n], 'i1', [0, 1]],
    ['i1', [0, 1], 'f32', [0, 1]],
    ['i1', [0, 1], 'i64', [0n, 1n]],
    ['f32', [2], 'complex<f64>', [{ re: 2, im: 0 }]],
    ['i64', [2n], 'complex<f32>', [{ re: 2, im: 0 }]],
    ['complex<f32>', [{ re: -2.5, im: 9 }], 'i32', [-2]],
    ['complex<f64>', [{ re: 0.1, im: 1e39 }], 'complex<f32>', [{ re: Math.fround(0.1), im: Infinity }]],
  ])('%s %s to %s', (from, values, to, expected) => {
    expect(apply(from, values, to)).toEqual(expected);
  });

  test('returns the array itself when nothing changes', () => {
    const x = arrayOf('f32', [1], [1]);
    expect(convert(x, 'f32')).toBe(x);
  });

  test('rounds 64-bit integers once to each narrow float', () => {
    const property = fc.property(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.nat(62),
      (value, shift) => {
        const integer = value >> BigInt(shift);
        for (const kind of ['f32', 'bf16', 'f16', 'f8E5M2'] as const) {
          const [actual] = apply('i64', [integer], kind) as [number];
          // The two neighbours of the result are no nearer, and as near only where the result has the even pattern.
          const format = floatFormats[kind];
          const bits = Number(encodeFloat(format, actual));
          if (!Number.isFinite(actual) || integer === 0n) continue;
          const distance = (x: number): bigint => {
            const difference = BigInt(x) - integer;
            return difference < 0n ? -difference : difference;
          };
          for (const next of [bits - 1, bits + 1]) {
            const neighbour = decodeFloat(format, next);
            if (!Number.isInteger(neighbour) || !Number.isInteger(actual)) continue;
            const nearer = distance(neighbour) < distance(actual);
            const tie = distance(neighbour) === distance(actual);
            expect(nearer || (tie && bits % 2 === 1)).toBe(false);
          }
        }
      },
    );
    fc.assert(property, { seed: 9, numRuns: 1000 });
  });

  test('rounds runs of doubles to bf16 and f16 as it rounds one', () => {
    const near = fc
      .tuple(fc.float({ noNaN: false }), fc.constantFrom(0, 1, -1, 2 ** -20))
      .map(([x, nudge]) => {
        return x + nudge * x * 2 ** -40;
      });
    const halves = fc
      .tuple(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 1e-17, -1e-17))
      .map(([bits, by]) => {
        return decodeFloat(floatFormats.f32, bits * 0x10000 + 0x8000) * (1 + by * 20);
      });
    const sixteenths = fc.integer({ min: 0, max: 0x7bfe }).map((bits) => {
      return (decodeFloat(floatFormats.f16, bits) + decodeFloat(floatFormats.f16, bits + 1)) / 2;
    });
    const values = fc.array(fc.oneof(near, halves, sixteenths, fc.double()), { minLength: 1, maxLength: 50 });
    const property = fc.property(values, (doubles) => {
      for (const kind of ['bf16', 'f16'] as const) {
        const format = floatFormats[kind];
        const expected = doubles.map((x) => decodeFloat(format, encodeFloat(format, x)));
        expect(apply('f64', doubles, kind)).toEqual(expected);
        const rounded = Float64Array.from(doubles);
        roundDoubles(kind, rounded, rounded.length);
        expect([...rounded]).toEqual(expected);
      }
    });
    fc.assert(property, { seed: 10, numRuns: 1000 });
  });
});
