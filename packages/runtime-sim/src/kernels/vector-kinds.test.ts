import { encodeNarrowFloat, floatDecodeTable, floatFormats } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { allocate, type ArrayData } from '../array/array-kind.ts';
import type { NdArray } from '../array/nd-array.ts';
import { binary, type BinaryOp } from './binary.ts';
import { compare, type ComparisonDirection } from './compare.ts';
import { convert } from './convert.ts';
import type { NarrowKind, SlotKind } from './slot-kind.ts';
import { unary, type UnaryOp } from './unary.ts';
import { vectorMachine } from './vector-program.ts';

const narrow = ['bf16', 'f16'] as const;

/** All patterns of 16 bits. */
const patterns = Uint16Array.from({ length: 1 << 16 }, (_, i) => i);

/** The same in another order, so that pairs are of unlike numbers. */
const others = patterns.map((x) => Math.imul(x, 40503) ^ 0x5a5a);

function array(kind: SlotKind, data: ArrayData): { kind: SlotKind; shape: number[]; data: ArrayData } {
  return { kind, shape: [data.length], data };
}

function decoded(kind: NarrowKind, data: ArrayData): number[] {
  const table = floatDecodeTable(floatFormats[kind]);
  return Array.from(data as Uint16Array, (pattern) => table[pattern]!);
}

/** The first pattern where results differ from the numbers rounded once; NaNs are one. */
function firstWrong(kind: NarrowKind, results: ArrayData, expected: readonly number[]): number {
  const table = floatDecodeTable(floatFormats[kind]);
  return expected.findIndex((x, i) => {
    const right = table[encodeNarrowFloat(floatFormats[kind], x)];
    return !Object.is(table[Number(results[i])], right);
  });
}

describe.each(narrow)('%s', (kind) => {
  test.each([
    ['abs', Math.abs],
    ['ceil', Math.ceil],
    ['floor', Math.floor],
    ['negate', (x) => -x],
    ['sign', Math.sign],
    ['sqrt', Math.sqrt],
  ] as const satisfies readonly (readonly [UnaryOp, (x: number) => number])[])(
    '%s of all numbers is rounded once',
    (name, compute) => {
      expect(vectorMachine()).not.toBeNull();
      const { data } = unary(name, array(kind, patterns));
      expect(
        firstWrong(
          kind,
          data,
          decoded(kind, patterns).map((x) => compute(x)),
        ),
      ).toBe(-1);
    },
  );

  test.each([
    ['add', (x, y) => x + y],
    ['divide', (x, y) => x / y],
    ['maximum', Math.max],
    ['minimum', Math.min],
    ['multiply', (x, y) => x * y],
    ['subtract', (x, y) => x - y],
  ] as const satisfies readonly (readonly [BinaryOp, (x: number, y: number) => number])[])(
    '%s of many pairs is rounded once',
    (name, compute) => {
      const { data } = binary(name, array(kind, patterns), array(kind, others));
      const right = decoded(kind, others);
      expect(
        firstWrong(
          kind,
          data,
          decoded(kind, patterns).map((x, i) => compute(x, right[i]!)),
        ),
      ).toBe(-1);
    },
  );

  test.each(['EQ', 'GE', 'GT', 'LE', 'LT', 'NE'] as const)('%s compares numbers', (direction) => {
    const { data } = compare(direction, array(kind, patterns), array(kind, others));
    const right = decoded(kind, others);
    const test = comparisons[direction];
    expect(Array.from(data, Number)).toEqual(
      decoded(kind, patterns).map((x, i) => Number(test(x, right[i]!))),
    );
  });

  test.each(['exponential', 'tanh', 'logistic', 'log', 'rsqrt'] as const)(
    '%s has the same bits for few elements as for many',
    (name) => {
      const { data } = unary(name, array(kind, patterns));
      for (let i = 0; i < patterns.length; i += 97) {
        const alone = unary(name, array(kind, patterns.subarray(i, i + 1)));
        expect(alone.data[0]).toBe(data[i]);
      }
    },
  );

  test('is widened exactly, and narrowed by rounding once', () => {
    const wide = convert(array(kind, patterns), 'f32').data;
    expect(Array.from(wide, Number)).toEqual(decoded(kind, patterns));
    const bits = Uint32Array.from({ length: 1 << 17 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 0);
    const floats = new Float32Array(bits.buffer);
    const rounded = convert(array('f32', floats), kind).data;
    expect(firstWrong(kind, rounded, [...floats])).toBe(-1);
  });

  test('keeps a NaN whose digits would carry', () => {
    const floats = new Float32Array(new Uint32Array(256).fill(0x7fffffff).buffer);
    const [first] = decoded(kind, convert(array('f32', floats), kind).data);
    expect(first).toBeNaN();
  });
});

const comparisons: Readonly<Record<ComparisonDirection, (x: number, y: number) => boolean>> = {
  EQ: (x, y) => x === y,
  GE: (x, y) => x >= y,
  GT: (x, y) => x > y,
  LE: (x, y) => x <= y,
  LT: (x, y) => x < y,
  NE: (x, y) => x !== y,
};

describe('words', () => {
  const edges = [0, 1, 2, 31, 32, 33, -1, -2, 0x7fffffff, -0x80000000, 0x12345678];
  const pairs = edges.flatMap((x) => edges.map((y) => [x, y] as const));
  // More than are computed one by one.
  const many = [...pairs, ...pairs];
  const operands = (kind: 'i32' | 'ui32'): [ArrayData, ArrayData] => {
    const [x, y] = [allocate(kind, many.length), allocate(kind, many.length)];
    many.forEach(([a, b], i) => {
      x[i] = a;
      y[i] = b;
    });
    return [x, y];
  };

  describe.each(['i32', 'ui32'] as const)('%s', (kind) => {
    const as = (x: number): number => (kind === 'i32' ? x | 0 : x >>> 0);
    test.each([
      ['add', (x, y) => x + y],
      ['and', (x, y) => x & y],
      ['maximum', Math.max],
      ['minimum', Math.min],
      ['multiply', Math.imul],
      ['or', (x, y) => x | y],
      ['shift_left', (x, y) => (y >>> 0 < 32 ? x << y : 0)],
      ['shift_right_logical', (x, y) => (y >>> 0 < 32 ? x >>> y : 0)],
      ['subtract', (x, y) => x - y],
      ['xor', (x, y) => x ^ y],
    ] as const satisfies readonly (readonly [BinaryOp, (x: number, y: number) => number])[])(
      '%s wraps',
      (name, compute) => {
        const [x, y] = operands(kind);
        const { data } = binary(name, array(kind, x), array(kind, y));
        const expected = many.map((_, i) => as(compute(Number(x[i]), Number(y[i]))));
        expect(Array.from(data, Number)).toEqual(expected);
      },
    );

    test.each(['EQ', 'GE', 'GT', 'LE', 'LT', 'NE'] as const)('%s compares by signedness', (direction) => {
      const [x, y] = operands(kind);
      const { data } = compare(direction, array(kind, x), array(kind, y));
      const expected = many.map((_, i) => Number(comparisons[direction](Number(x[i]), Number(y[i]))));
      expect(Array.from(data, Number)).toEqual(expected);
    });

    test('becomes f32 by rounding once', () => {
      const [x] = operands(kind);
      const { data } = convert(array(kind, x), 'f32');
      expect(Array.from(data, Number)).toEqual(Array.from(x, Number).map(Math.fround));
    });
  });
});

describe('64-bit integers', () => {
  const edges = [0n, 1n, 2n, 63n, 64n, -1n, -2n, 2n ** 63n - 1n, -(2n ** 63n), 0x123456789abcdefn];
  const pairs = edges.flatMap((x) => edges.map((y) => [x, y] as const));

  describe.each(['i64', 'ui64'] as const)('%s', (kind) => {
    const as = (bits: number, x: bigint): bigint =>
      kind === 'i64' ? BigInt.asIntN(bits, x) : BigInt.asUintN(bits, x);
    const [x, y] = [pairs.map(([a]) => as(64, a)), pairs.map(([, b]) => as(64, b))];
    const wide = (values: readonly bigint[]): NdArray => ({
      kind,
      shape: [values.length],
      data: kind === 'i64' ? BigInt64Array.from(values) : BigUint64Array.from(values),
    });

    test.each([
      ['add', (a, b) => a + b],
      ['and', (a, b) => a & b],
      ['maximum', (a, b) => (a > b ? a : b)],
      ['minimum', (a, b) => (a < b ? a : b)],
      ['multiply', (a, b) => a * b],
      ['or', (a, b) => a | b],
      ['subtract', (a, b) => a - b],
      ['xor', (a, b) => a ^ b],
    ] as const satisfies readonly (readonly [BinaryOp, (a: bigint, b: bigint) => bigint])[])(
      '%s wraps',
      (name, compute) => {
        const { data } = binary(name, wide(x), wide(y));
        expect(Array.from(data as BigInt64Array)).toEqual(x.map((a, i) => as(64, compute(a, y[i]!))));
      },
    );

    test.each([0n, 1n, 32n, 63n, 64n, 2n ** 32n])('shifts by %s', (amount) => {
      const amounts = wide(x.map(() => amount));
      const all = amount >= 64n;
      const shifted = (name: BinaryOp): bigint[] =>
        Array.from(binary(name, wide(x), amounts).data as BigInt64Array);
      expect(shifted('shift_left')).toEqual(x.map((a) => (all ? 0n : as(64, a << amount))));
      expect(shifted('shift_right_logical')).toEqual(
        x.map((a) => (all ? 0n : as(64, BigInt.asUintN(64, a) >> amount))),
      );
      expect(shifted('shift_right_arithmetic')).toEqual(
        x.map((a) => as(64, BigInt.asIntN(64, a) >> (all ? 63n : amount))),
      );
    });

    test.each(['abs', 'negate', 'not'] as const)('%s', (name) => {
      const compute = {
        abs: (a: bigint) => (a < 0n ? -a : a),
        negate: (a: bigint) => -a,
        not: (a: bigint) => ~a,
      };
      if (kind === 'ui64' && name === 'abs') return;
      const { data } = unary(name, wide(x));
      expect(Array.from(data as BigInt64Array)).toEqual(x.map((a) => as(64, compute[name](a))));
    });

    test.each(['EQ', 'GE', 'GT', 'LE', 'LT', 'NE'] as const)('%s compares by signedness', (direction) => {
      const { data } = compare(direction, wide(x), wide(y));
      const expected = x.map((a, i) => Number(wideComparisons[direction](a, y[i]!)));
      expect(Array.from(data, Number)).toEqual(expected);
    });
  });
});

const wideComparisons: Readonly<Record<ComparisonDirection, (x: bigint, y: bigint) => boolean>> = {
  EQ: (x, y) => x === y,
  GE: (x, y) => x >= y,
  GT: (x, y) => x > y,
  LE: (x, y) => x <= y,
  LT: (x, y) => x < y,
  NE: (x, y) => x !== y,
};
