import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { constantsAfter } from '../../tests/run-pass.ts';
import { erf } from './float-functions.ts';

const PASS = 'stablehlo-aggressive-folder';

/** The elements that a binary operation on two constant vectors is folded to. */
function binary(name: string, type: string, a: readonly unknown[], b: readonly unknown[]): Uint8Array | null {
  const vector = `tensor<${a.length}x${type}>`;
  const [folded] = constantsAfter(
    PASS,
    [vector],
    `%a = stablehlo.constant dense<[${a.join(', ')}]> : ${vector}
     %b = stablehlo.constant dense<[${b.join(', ')}]> : ${vector}
     %0 = stablehlo.${name} %a, %b : ${vector}
     return %0 : ${vector}`,
  );
  if (folded == null) return null;
  // Splats are written out, so that results are read alike.
  const { bytes, isSplat } = folded;
  return isSplat
    ? Uint8Array.from({ length: bytes.length * a.length }, (_, i) => bytes[i % bytes.length]!)
    : bytes;
}

function unary(name: string, type: string, values: readonly string[]): Uint8Array | null {
  const vector = `tensor<${values.length}x${type}>`;
  const [folded] = constantsAfter(
    PASS,
    [vector],
    `%a = stablehlo.constant dense<[${values.join(', ')}]> : ${vector}
     %0 = ${name} %a : ${vector}${name.startsWith('chlo') ? ` -> ${vector}` : ''}
     return %0 : ${vector}`,
  );
  return folded?.bytes ?? null;
}

const f32s = (bytes: Uint8Array | null): number[] => [...new Float32Array(bytes!.slice().buffer)];

const reference: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  maximum: (a, b) => (a > b ? a : b),
  minimum: (a, b) => (a < b ? a : b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

describe('integers', () => {
  const types = [
    ['i4', 4, true],
    ['ui4', 4, false],
    ['i8', 8, true],
    ['ui16', 16, false],
    ['i32', 32, true],
    ['i64', 64, true],
    ['ui64', 64, false],
  ] as const;

  test.each(types)('wrap around at the width of %s', (type, width, isSigned) => {
    const [least, greatest] = isSigned
      ? [-(1n << BigInt(width - 1)), (1n << BigInt(width - 1)) - 1n]
      : [0n, (1n << BigInt(width)) - 1n];
    const element = fc.bigInt({ min: least, max: greatest });
    const pairs = fc.array(fc.tuple(element, element), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(reference)), pairs, (name, list) => {
        const bytes = binary(
          name,
          type,
          list.map(([a]) => a),
          list.map(([, b]) => b),
        )!;
        const size = Math.ceil(width / 8);
        const actual = list.map((_, i) =>
          [...bytes.subarray(i * size, (i + 1) * size)].reduceRight(
            (sum, byte) => (sum << 8n) | BigInt(byte),
            0n,
          ),
        );
        expect(actual).toEqual(list.map(([a, b]) => BigInt.asUintN(width, reference[name]!(a, b))));
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  test('are divided towards zero, and not by zero', () => {
    expect([...new Int8Array(binary('divide', 'i8', [-7, 7, -128, 5], [2, -2, -1, 7])!)]).toEqual([
      -3, -3, -128, 0,
    ]);
    expect([...new Int8Array(binary('remainder', 'i8', [-7, 7, 6], [2, -2, 4])!)]).toEqual([-1, 1, 2]);
    expect([...binary('divide', 'ui8', [200, 7], [3, 9])!]).toEqual([66, 0]);
    expect(binary('divide', 'i8', [1, 2], [1, 0])).toBe(null);
    expect(binary('remainder', 'ui8', [1, 2], [1, 0])).toBe(null);
  });

  test('as booleans, are added to "or" and multiplied to "and"', () => {
    const a = ['false', 'false', 'true', 'true'];
    const b = ['false', 'true', 'false', 'true'];
    expect([...binary('add', 'i1', a, b)!]).toEqual([0, 1, 1, 1]);
    expect([...binary('multiply', 'i1', a, b)!]).toEqual([0, 0, 0, 1]);
    expect([...unary('stablehlo.not', 'i1', ['true', 'false'])!]).toEqual([0, 1]);
  });

  test('keep the least number when it has no positive counterpart', () => {
    expect([...new Int8Array(unary('stablehlo.negate', 'i8', ['-128', '5'])!)]).toEqual([-128, -5]);
    expect([...new Int8Array(unary('stablehlo.abs', 'i8', ['-128', '-5'])!)]).toEqual([-128, 5]);
  });
});

describe('floats', () => {
  test('are rounded once to f32', () => {
    const numbers = fc.array(fc.tuple(fc.float({ noNaN: true }), fc.float({ noNaN: true })), {
      minLength: 2,
      maxLength: 5,
    });
    const operations = {
      add: (a: number, b: number) => a + b,
      subtract: (a: number, b: number) => a - b,
      multiply: (a: number, b: number) => a * b,
      divide: (a: number, b: number) => a / b,
    };
    const text = (x: number): string => {
      const bits = new Uint32Array(new Float32Array([x]).buffer)[0]!;
      return `0x${bits.toString(16).padStart(8, '0').toUpperCase()}`;
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...(['add', 'subtract', 'multiply', 'divide'] as const)),
        numbers,
        (name, list) => {
          const bytes = binary(
            name,
            'f32',
            list.map(([a]) => text(a)),
            list.map(([, b]) => text(b)),
          );
          expect(f32s(bytes)).toEqual(list.map(([a, b]) => Math.fround(operations[name](a, b))));
        },
      ),
      { numRuns: 80, seed: 7 },
    );
  });

  test('of narrow formats are rounded to nearest even, infinities where these exist', () => {
    const bf16 = binary('add', 'bf16', ['1.0', '3.0e38'], ['0.00390625', '3.0e38'])!;
    expect([...new Uint16Array(bf16.slice().buffer)]).toEqual([0x3f80, 0x7f80]);
    expect([...binary('multiply', 'f8E4M3FN', ['400.0', '1.5'], ['2.0', '1.5'])!]).toEqual([0x7f, 0x41]);
  });

  test('that are no numbers win over numbers, and 0 is greater than -0', () => {
    const nan = '0x7FC00000';
    expect(f32s(binary('maximum', 'f32', [nan, '-0.0', '1.0'], ['1.0', '0.0', '2.0']))).toEqual([NaN, 0, 2]);
    expect(f32s(binary('minimum', 'f32', [nan, '0.0', '1.0'], ['1.0', '-0.0', '2.0']))).toEqual([NaN, -0, 1]);
  });

  test('pass through functions as doubles', () => {
    expect(f32s(unary('stablehlo.sine', 'f32', ['0.5', '-1.0']))).toEqual(
      [Math.sin(0.5), Math.sin(-1)].map(Math.fround),
    );
    expect(f32s(unary('stablehlo.rsqrt', 'f32', ['4.0', '0.1']))).toEqual([
      0.5,
      Math.fround(1 / Math.sqrt(Math.fround(0.1))),
    ]);
    expect(f32s(unary('stablehlo.logistic', 'f32', ['0x7F800000', '0xFF800000', '0.0']))).toEqual([
      1, 0, 0.5,
    ]);
    expect(f32s(unary('stablehlo.round_nearest_afz', 'f32', ['2.5', '-2.5', '-0.4', '0.5']))).toEqual([
      3, -3, -0, 1,
    ]);
    expect(f32s(unary('stablehlo.round_nearest_even', 'f32', ['2.5', '-3.5', '-0.5', '1.5']))).toEqual([
      2, -4, -0, 2,
    ]);
    expect(f32s(unary('stablehlo.sign', 'f32', ['-0.0', '-3.0', '0x7F800000']))).toEqual([0, -1, 1]);
  });

  test('have an error function', () => {
    expect(f32s(unary('chlo.erf', 'f32', ['-0.5', '0.0', '7.0']))).toEqual([Math.fround(erf(-0.5)), 0, 1]);
  });

  test.each([
    ['stablehlo.log', '0.0'],
    ['stablehlo.log', '-1.0'],
    ['stablehlo.rsqrt', '0.0'],
    ['stablehlo.sqrt', '-1.0'],
    ['stablehlo.sign', '0x7FC00000'],
  ])('are left to %s where it has no value: %s', (name, value) => {
    expect(unary(name, 'f32', ['1.0', value])).toBe(null);
  });
});
