import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFloat, encodeFloat } from './float-bits.ts';
import { floatFormats } from './float-format.ts';
import type { FloatFormatName } from './float-format.ts';
import {
  parseFloatLiteral,
  parseFloatLiteralThroughF64,
  printFloat,
  printFloatDigits,
} from './float-text.ts';

function print(name: FloatFormatName, value: number): string {
  return printFloat(floatFormats[name], encodeFloat(floatFormats[name], value));
}

// Expectations recorded from mlir-opt 19.1.
describe('printFloat', () => {
  test.each([
    ['f32', 0, '0.000000e+00'],
    ['f32', -0, '-0.000000e+00'],
    ['f32', 1.5, '1.500000e+00'],
    ['f32', -123456, '-1.234560e+05'],
    ['f32', 0.1, '1.000000e-01'],
    ['f32', 0.7, '0.699999988'],
    ['f32', 1e-5, '9.99999974E-6'],
    ['f32', 3.4028234663852886e38, '3.40282347E+38'],
    ['f32', 123456789, '0x4CEB79A3'],
    ['f32', 1e10, '1.000000e+10'],
    ['f32', 2 ** -149, '1.401300e-45'],
    ['f64', 0.7, '0.69999999999999996'],
    ['f64', 0.1 + 0.2, '0.30000000000000004'],
    ['f64', 1.7976931348623157e308, '1.7976931348623157E+308'],
    ['f64', 1e-6, '9.9999999999999995E-7'],
    ['f64', 1e100, '1.000000e+100'],
    ['f16', 0.1, '9.997550e-02'],
    ['bf16', 0.1, '1.000980e-01'],
    ['f8E4M3FN', 448, '4.480000e+02'],
    ['tf32', 0.1, '9.997550e-02'],
  ] as const)('writes %s %d', (name, value, text) => {
    expect(print(name, value)).toBe(text);
  });

  test.each([
    ['f32', 0x7f800000, '0x7F800000'],
    ['f32', 0xffc00001, '0xFFC00001'],
    ['f64', 0x7ff0000000000000n, '0x7FF0000000000000'],
    ['bf16', 0xff80, '0xFF80'],
    ['f8E4M3FNUZ', 0x80, '0x80'],
    ['f8E8M0FNU', 0xff, '0xFF'],
    ['f8E8M0FNU', 0x00, '5.877470e-39'],
  ] as const)('writes pattern %s %i', (name, bits, text) => {
    expect(printFloat(floatFormats[name], bits)).toBe(text);
  });

  test('reads back to the same f32 unless the cut digits lose it', () => {
    const bits = fc.integer({ min: 0, max: 0x7f7fffff });
    const property = fc.property(bits, (pattern) => {
      const text = printFloat(floatFormats.f32, pattern);
      if (text.startsWith('0x')) return Number(text) === pattern;
      const back = decodeFloat(floatFormats.f32, parseFloatLiteral(text, floatFormats.f32));
      const value = decodeFloat(floatFormats.f32, pattern);
      return Math.abs(back - value) <= value * 2 ** -23;
    });
    fc.assert(property, { seed: 11, numRuns: 2000 });
  });
});

describe('parseFloatLiteral', () => {
  test('rounds once from the decimal text', () => {
    const justAboveTie = '1.00000005960464477539062500000001';
    expect(parseFloatLiteral(justAboveTie, floatFormats.f32)).toBe(0x3f800001);
    expect(parseFloatLiteral(`-${justAboveTie}`, floatFormats.f32)).toBe(0xbf800001);
    expect(parseFloatLiteral('1.000000059604644775390625', floatFormats.f32)).toBe(0x3f800000);
    expect(parseFloatLiteral('1.0004882812499999999999999e0', floatFormats.f16)).toBe(0x3c00);
    expect(parseFloatLiteral('1.00146484374999999999999999', floatFormats.f16)).toBe(0x3c01);
  });

  test('through f64 a literal next to a tie becomes the tie, as in MLIR', () => {
    expect(parseFloatLiteralThroughF64('1.00000005960464477539062500000001', floatFormats.f32)).toBe(
      0x3f800000,
    );
  });

  test('takes every spelling of a float literal', () => {
    expect(
      ['1.', '1.e3', '1.0E+3', '-2.5e-1', '0.0', '-0.0'].map((t) => parseFloatLiteral(t, floatFormats.f32)),
    ).toEqual([0x3f800000, 0x447a0000, 0x447a0000, 0xbe800000, 0, 0x80000000]);
  });

  test('overflows to infinity and underflows to zero', () => {
    expect(parseFloatLiteral('1.0e400', floatFormats.f64)).toBe(0x7ff0000000000000n);
    expect(parseFloatLiteral('1.0e400', floatFormats.bf16)).toBe(0x7f80);
    expect(parseFloatLiteral('1.0e-400', floatFormats.f32)).toBe(0);
  });

  test('refuses what is no decimal literal', () => {
    for (const text of ['', 'Infinity', '0x10', ' 1.0', '1.0e', '1.0.0']) {
      expect(() => parseFloatLiteral(text, floatFormats.f32)).toThrow('not a decimal literal');
    }
  });
});

describe('formats wider than a double', () => {
  test.each([
    ['f80', '1.0', '1.000000e+00'],
    ['f80', '0.1', '0.100000000000000005551'],
    ['f80', '1.0e300', '1.0000000000000000525E+300'],
    ['f80', '123456789.0', '0x4019EB79A2A000000000'],
    ['f128', '99999.0', '9.999900e+04'],
    ['f128', '0.1', '0.100000000000000005551115123125782702'],
    ['f128', '1.0e400', '0x7FFF0000000000000000000000000000'],
  ] as const)('print what f64 rounds: %s %s', (name, literal, text) => {
    const format = floatFormats[name];
    expect(printFloat(format, parseFloatLiteralThroughF64(literal, format))).toBe(text);
  });

  test.each([
    ['f80', 0x3fffaaaaaaaaaaaaaaabn, '1.33333333333333333337'],
    ['f128', 0x3fff5555555555555555555555555555n, '1.33333333333333333333333333333333327'],
    ['f128', 1n, '6.475180e-4966'],
  ] as const)('print as many digits as %s needs', (name, bits, text) => {
    expect(printFloat(floatFormats[name], bits)).toBe(text);
  });
});

describe('printFloatDigits', () => {
  // As LLVM's APFloat::toString writes them.
  test.each([
    ['f32', 1e-5, '9.99999974E-6'],
    ['f32', 0.5, '0.5'],
    ['f32', -0.1, '-0.100000001'],
    ['f32', 3, '3'],
    ['f32', 0, '0'],
    ['f32', -0, '-0'],
    ['f32', 3.4028234663852886e38, '3.40282347E+38'],
    ['f64', 0.7, '0.69999999999999996'],
  ] as const)('writes %s %d', (name, value, text) => {
    const format = floatFormats[name];
    expect(printFloatDigits(format, encodeFloat(format, value))).toBe(text);
  });
});
