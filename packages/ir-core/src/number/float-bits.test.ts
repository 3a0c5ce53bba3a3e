import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { floatKinds } from './element-kind.ts';
import { decodeFloat, encodeFloat, encodeNarrowFloat, floatDecodeTable } from './float-bits.ts';
import { floatFormats } from './float-format.ts';
import type { FloatFormatName } from './float-format.ts';

const narrowKinds = floatKinds.filter((kind) => floatFormats[kind].width <= 16);

function encode(name: FloatFormatName, value: number): number | bigint {
  return encodeFloat(floatFormats[name], value);
}

describe('decodeFloat', () => {
  test.each([
    ['f4E2M1FN', [0x1, 0x2, 0x7, 0xf], [0.5, 1, 6, -6]],
    ['f6E2M3FN', [0x01, 0x1f, 0x20], [0.125, 7.5, -0]],
    ['f6E3M2FN', [0x01, 0x1f, 0x3f], [0.0625, 28, -28]],
    ['f8E3M4', [0x01, 0x6f, 0x70, 0xf0, 0x71], [2 ** -6, 15.5, Infinity, -Infinity, NaN]],
    ['f8E4M3', [0x01, 0x77, 0x78, 0x7c], [2 ** -9, 240, Infinity, NaN]],
    ['f8E4M3FN', [0x01, 0x7e, 0x7f, 0xff, 0x80], [2 ** -9, 448, NaN, NaN, -0]],
    ['f8E4M3FNUZ', [0x01, 0x7f, 0x80, 0xff], [2 ** -10, 240, NaN, -240]],
    ['f8E4M3B11FNUZ', [0x01, 0x7f, 0x80], [2 ** -13, 30, NaN]],
    ['f8E5M2', [0x01, 0x7b, 0x7c, 0x7d], [2 ** -16, 57344, Infinity, NaN]],
    ['f8E5M2FNUZ', [0x01, 0x7f, 0x80], [2 ** -17, 57344, NaN]],
    ['f8E8M0FNU', [0x00, 0x7f, 0xfe, 0xff], [2 ** -127, 1, 2 ** 127, NaN]],
    ['bf16', [0x0001, 0x3f80, 0x7f7f, 0xff80], [2 ** -133, 1, 3.3895313892515355e38, -Infinity]],
    ['f16', [0x0001, 0x3555, 0x7bff, 0xfc00], [2 ** -24, 0.333251953125, 65504, -Infinity]],
    ['tf32', [0x00001, 0x1fc00, 0x3fc00], [2 ** -136, 1, Infinity]],
  ] as const)('gives the values of %s', (name, patterns, values) => {
    expect(patterns.map((bits) => decodeFloat(floatFormats[name], bits))).toEqual(values);
  });

  test('takes numbers for f32 and bigints for f64', () => {
    expect(decodeFloat(floatFormats.f32, 0x40490fdb)).toBe(3.1415927410125732);
    expect(decodeFloat(floatFormats.f64, 0xc000000000000000n)).toBe(-2);
  });

  test.each(['f80', 'f128'] as const)('gives the nearest double of %s', (name) => {
    for (const value of [0, -0, 1, -2.5, 0.1, 5e-324, 1.7976931348623157e308, Infinity, -Infinity, NaN]) {
      expect(decodeFloat(floatFormats[name], encode(name, value))).toBe(value);
    }
    expect(decodeFloat(floatFormats.f80, 0x3fff8000000000000001n)).toBe(1);
    expect(decodeFloat(floatFormats.f80, 0x7ffeffffffffffffffffn)).toBe(Infinity);
    expect(decodeFloat(floatFormats.f128, 1n)).toBe(0);
  });
});

describe('floatDecodeTable', () => {
  test.each(narrowKinds)('has what is decoded of each pattern of %s', (kind) => {
    // There is no table for the name.
    const format = { ...floatFormats[kind], name: 'tf32' as const };
    const expected = Float32Array.from({ length: 2 ** format.width }, (_, bits) => decodeFloat(format, bits));
    const table = floatDecodeTable(floatFormats[kind]);
    expect(new Uint32Array(table.buffer)).toEqual(new Uint32Array(expected.buffer));
  });
});

describe('encodeFloat', () => {
  test('inverts decoding of every narrow pattern that is no NaN', () => {
    for (const kind of narrowKinds) {
      const format = floatFormats[kind];
      floatDecodeTable(format).forEach((value, bits) => {
        if (!Number.isNaN(value) && encodeNarrowFloat(format, value) !== bits)
          expect.fail(`${kind} pattern ${bits}`);
      });
    }
  });

  test('rounds to the nearest value, ties to the even pattern', () => {
    expect([1.125, 1.1875, 1.3125, 1.0625].map((x) => encode('f8E5M2', x))).toEqual([0x3c, 0x3d, 0x3d, 0x3c]);
    expect(encode('bf16', 1 + 2 ** -8)).toBe(0x3f80);
    expect(encode('bf16', 1 + 2 ** -8 + 2 ** -40)).toBe(0x3f81);
    expect(encode('bf16', 1 + 3 * 2 ** -8)).toBe(0x3f82);
  });

  test('rounds below the smallest subnormal to zero or to it', () => {
    expect([2 ** -25, 2 ** -25 * 1.01, -(2 ** -26)].map((x) => encode('f16', x))).toEqual([0, 1, 0x8000]);
    expect(encode('f8E5M2FNUZ', -(2 ** -30))).toBe(0);
  });

  test.each([
    ['f16', 65519.99, 0x7bff],
    ['f16', 65520, 0x7c00],
    ['bf16', -3.4e38, 0xff80],
    ['f8E5M2', 61440, 0x7c],
    ['f8E4M3FN', 464, 0x7e],
    ['f8E4M3FN', 464.1, 0x7f],
    ['f8E4M3FN', -Infinity, 0xff],
    ['f8E4M3FNUZ', -1000, 0x80],
    ['f8E4M3B11FNUZ', 31, 0x80],
    ['f4E2M1FN', -100, 0xf],
    ['f6E3M2FN', Infinity, 0x1f],
    ['f8E8M0FNU', 1e40, 0xff],
  ] as const)('overflows %s at %d as the format says', (name, value, bits) => {
    expect(encode(name, value)).toBe(bits);
  });

  test('f8E8M0FNU has neither zero nor sign, and ties go up', () => {
    expect([0, -0, 1e-45, 1.5, 3, 1.49, -1, NaN].map((x) => encode('f8E8M0FNU', x))).toEqual([
      0, 0, 0, 0x80, 0x81, 0x7f, 0xff, 0xff,
    ]);
  });

  // Recorded from ml_dtypes 0.5, whose numbers XLA has too.
  test('numbers that become f8E8M0FNU: zero is NaN, and the least powers are a subnormal and a normal number', () => {
    const least = 2 ** -127;
    const numbers = [
      0,
      -0,
      1e-300,
      2 ** -149,
      least,
      least * (1 + 2 ** -22),
      1.5 * least,
      2 * least,
      3 * least,
    ];
    expect(numbers.map((x) => encodeNarrowFloat(floatFormats.f8E8M0FNU, x))).toEqual([
      0xff, 0xff, 0xff, 0, 0, 1, 1, 1, 2,
    ]);
  });

  test('makes the quiet NaN, or negative zero where the format has no NaN', () => {
    expect(floatKinds.map((kind) => encode(kind, NaN).toString(16))).toEqual([
      '8',
      '20',
      '20',
      '78',
      '7c',
      '7f',
      '80',
      '80',
      '7e',
      '80',
      'ff',
      '7fc0',
      '7e00',
      '7fc00000',
      '7ff8000000000000',
    ]);
  });

  test('agrees with a search for the nearest value', () => {
    for (const kind of narrowKinds) {
      const format = floatFormats[kind];
      const finite = [...floatDecodeTable(format)].filter((value) => Number.isFinite(value));
      const largest = Math.max(...finite);
      // Without zero and subnormals, the least numbers have conversions of their own.
      const min = format.specials === 'exponent' ? 2 ** -126 : 0;
      const property = fc.property(fc.double({ min, max: largest, noNaN: true }), (x) => {
        const distance = Math.abs(decodeFloat(format, encodeNarrowFloat(format, x)) - x);
        return finite.every((value) => Math.abs(value - x) >= distance);
      });
      fc.assert(property, { seed: 7, numRuns: format.width > 8 ? 5 : 100 });
    }
  });
});
