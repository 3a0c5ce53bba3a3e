import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ArrayKind } from '../array/array-kind.ts';
import { arrayOf, elementsOf } from '../array/nd-array.ts';
import type { Scalar } from '../array/nd-array.ts';
import { binary } from './binary.ts';
import type { BinaryOp } from './binary.ts';

function apply(op: BinaryOp, kind: ArrayKind, lhs: readonly Scalar[], rhs: readonly Scalar[]): Scalar[] {
  return elementsOf(binary(op, arrayOf(kind, [lhs.length], lhs), arrayOf(kind, [rhs.length], rhs)));
}

// Origin of the float results: StableHLO reference interpreter (jaxlib 0.10.2).
describe('binary of floats', () => {
  const large = 3.3999999521443642e38;

  test.each<[BinaryOp, number[]]>([
    ['add', [0.30000001192092896, -5.5, 1.2000000476837158, Infinity, 0]],
    ['atan2', [0.46364760398864746, -1.3101938962936401, 2.0503156185150146, 0.7853981852531433, -0]],
    ['divide', [0.5, -3.75, -1.9230769872665405, 1, NaN]],
    ['maximum', [0.20000000298023224, 2, 2.5, large, 0]],
    ['minimum', [0.10000000149011612, -7.5, -1.2999999523162842, large, -0]],
    ['multiply', [0.020000001415610313, -15, -3.25, Infinity, -0]],
    ['power', [0.6309573650360107, 56.25, 0.30386313796043396, Infinity, 1]],
    ['remainder', [0.10000000149011612, -1.5, 1.2000000476837158, 0, NaN]],
    ['subtract', [-0.10000000149011612, -9.5, 3.799999952316284, 0, -0]],
  ])('%s rounds once to f32', (op, expected) => {
    // The base of `power` must not be a negative number with a fractional exponent here.
    const lhs = [0.1, -7.5, 2.5, large, -0];
    expect(apply(op, 'f32', lhs, [0.2, 2, -1.3, large, 0])).toEqual(expected);
  });

  test.each<[ArrayKind, BinaryOp, number[]]>([
    ['bf16', 'add', [0.30078125, -5.5, 1.203125, 500, 0]],
    ['bf16', 'divide', [0.5, -3.75, -1.9296875, 1.5, NaN]],
    ['bf16', 'multiply', [0.02001953125, -15, -3.25, 59904, -0]],
    ['bf16', 'power', [0.62890625, 56.25, 0.3046875, Infinity, 1]],
    ['f8E4M3FN', 'add', [0.3125, -5.5, 1.25, NaN, 0]],
    ['f8E4M3FN', 'divide', [0.5, -3.75, -2, 1.5, NaN]],
    ['f8E4M3FN', 'multiply', [0.021484375, -15, -3, NaN, -0]],
    ['f8E4M3FN', 'power', [0.625, 56, 0.3125, NaN, 1]],
  ])('%s %s rounds once to the narrow format', (kind, op, expected) => {
    expect(apply(op, kind, [0.1, -7.5, 2.5, 300, -0], [0.2, 2, -1.3, 200, 0])).toEqual(expected);
  });

  test.each<ArrayKind>(['f32', 'f64', 'f16'])(
    'the extremes of %s let NaN win and order the zeros',
    (kind) => {
      const lhs = [NaN, 1, 0, -0, -Infinity, -1];
      const rhs = [1, NaN, -0, 0, Infinity, -2];
      expect(apply('maximum', kind, lhs, rhs)).toEqual([NaN, NaN, 0, 0, Infinity, -1]);
      expect(apply('minimum', kind, lhs, rhs)).toEqual([NaN, NaN, -0, -0, -Infinity, -2]);
    },
  );

  test('the extremes of f32 agree with Math.max and Math.min', () => {
    const float = fc.float();
    const property = fc.property(fc.array(fc.tuple(float, float), { minLength: 1 }), (pairs) => {
      const lhs = pairs.map(([x]) => x);
      const rhs = pairs.map(([, y]) => y);
      expect(apply('maximum', 'f32', lhs, rhs)).toEqual(pairs.map(([x, y]) => Math.max(x, y)));
      expect(apply('minimum', 'f32', lhs, rhs)).toEqual(pairs.map(([x, y]) => Math.min(x, y)));
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });

  test('power is that of C', () => {
    expect(apply('power', 'f64', [1, -1, -1, NaN, 0], [NaN, Infinity, -Infinity, 0, -1])).toEqual([
      1,
      1,
      1,
      1,
      Infinity,
    ]);
  });
});

describe('binary of integers', () => {
  test('wraps', () => {
    expect(apply('add', 'i8', [127, -128], [1, -1])).toEqual([-128, 127]);
    expect(apply('multiply', 'i32', [65537], [65537])).toEqual([131073]);
    expect(apply('subtract', 'ui4', [0], [1])).toEqual([15]);
    expect(apply('add', 'i64', [2n ** 63n - 1n], [1n])).toEqual([-(2n ** 63n)]);
    expect(apply('multiply', 'ui64', [2n ** 63n], [2n])).toEqual([0n]);
  });

  test('divides towards zero; by zero gives all ones and the dividend as remainder', () => {
    expect(apply('divide', 'i32', [7, -7, -(2 ** 31), 5], [2, 2, -1, 0])).toEqual([3, -3, -(2 ** 31), -1]);
    expect(apply('remainder', 'i32', [7, -7, -(2 ** 31), 5], [2, 2, -1, 0])).toEqual([1, -1, 0, 5]);
    expect(apply('divide', 'ui32', [4294967295, 4294967294, 5], [2, 4294967295, 0])).toEqual([
      2147483647, 0, 4294967295,
    ]);
    expect(apply('remainder', 'ui32', [4294967295, 5], [10, 0])).toEqual([5, 5]);
    expect(apply('divide', 'i64', [-7n, 5n], [2n, 0n])).toEqual([-3n, -1n]);
    expect(apply('divide', 'ui64', [5n], [0n])).toEqual([2n ** 64n - 1n]);
    expect(apply('remainder', 'i64', [-7n, 5n], [2n, 0n])).toEqual([-1n, 5n]);
  });

  test('orders by signedness', () => {
    expect(apply('maximum', 'ui32', [4294967295], [1])).toEqual([4294967295]);
    expect(apply('minimum', 'i32', [-1], [1])).toEqual([-1]);
    expect(apply('minimum', 'ui64', [2n ** 64n - 1n], [1n])).toEqual([1n]);
    expect(apply('maximum', 'i4', [-8], [7])).toEqual([7]);
  });

  test('raises to powers modulo the width; a negative exponent is an inverse or zero', () => {
    expect(apply('power', 'i8', [3, 2, -1, -1, 1, 0, 5], [5, 8, -3, -2, -9, -1, -1])).toEqual([
      -13, 0, -1, 1, 1, 0, 0,
    ]);
    expect(apply('power', 'ui32', [3], [4294967295])).toEqual([2863311531]);
    expect(apply('power', 'i64', [3n, -1n, 2n], [41n, -3n, -1n])).toEqual([
      BigInt.asIntN(64, 3n ** 41n),
      -1n,
      0n,
    ]);
  });

  test('shifts by unsigned amounts, out of the width', () => {
    expect(apply('shift_left', 'i8', [1, 1, 1], [7, 8, -1])).toEqual([-128, 0, 0]);
    expect(apply('shift_right_logical', 'i8', [-1, -1, -1], [7, 8, -1])).toEqual([1, 0, 0]);
    expect(apply('shift_right_arithmetic', 'i8', [-128, -128, 64], [7, 100, -1])).toEqual([-1, -1, 0]);
    expect(apply('shift_right_arithmetic', 'ui8', [128], [7])).toEqual([255]);
    expect(apply('shift_right_logical', 'ui32', [4294967295], [31])).toEqual([1]);
    expect(apply('shift_left', 'i64', [1n, 1n], [63n, 64n])).toEqual([-(2n ** 63n), 0n]);
    expect(apply('shift_right_logical', 'i64', [-1n], [63n])).toEqual([1n]);
    expect(apply('shift_right_arithmetic', 'ui64', [2n ** 63n], [62n])).toEqual([2n ** 64n - 2n]);
  });

  test('combines bits, and booleans as sums and products', () => {
    expect(apply('xor', 'i16', [0x0f0f, -1], [0x00ff, 1])).toEqual([0x0ff0, -2]);
    expect(apply('or', 'ui64', [1n], [2n ** 63n])).toEqual([2n ** 63n + 1n]);
    for (const op of ['add', 'maximum', 'or'] as const) {
      expect(apply(op, 'i1', [0, 0, 1, 1], [0, 1, 0, 1])).toEqual([0, 1, 1, 1]);
    }
    for (const op of ['multiply', 'minimum', 'and'] as const) {
      expect(apply(op, 'i1', [0, 0, 1, 1], [0, 1, 0, 1])).toEqual([0, 0, 0, 1]);
    }
    expect(apply('xor', 'i1', [0, 0, 1, 1], [0, 1, 0, 1])).toEqual([0, 1, 1, 0]);
  });

  test('agrees with bigint arithmetic for every narrow kind', () => {
    const kinds = ['i2', 'i4', 'i8', 'i16', 'i32', 'ui2', 'ui4', 'ui8', 'ui16', 'ui32'] as const;
    const property = fc.property(fc.constantFrom(...kinds), fc.integer(), fc.integer(), (kind, a, b) => {
      const [x, y] = elementsOf(arrayOf(kind, [2], [a, b])).map((value) => BigInt(Number(value))) as [
        bigint,
        bigint,
      ];
      const bits = Number(/\d+/.exec(kind)![0]);
      const wrap = (exact: bigint): bigint =>
        kind.startsWith('u') ? BigInt.asUintN(bits, exact) : BigInt.asIntN(bits, exact);
      const operations = { add: x + y, subtract: x - y, multiply: x * y, and: x & y, or: x | y, xor: x ^ y };
      for (const [op, exact] of Object.entries(operations)) {
        expect(apply(op as BinaryOp, kind, [a], [b])).toEqual([Number(wrap(exact))]);
      }
    });
    fc.assert(property, { seed: 4, numRuns: 500 });
  });
});

describe('binary of complex numbers', () => {
  const a = [
    { re: 1, im: 2 },
    { re: -3, im: -4 },
  ];
  const b = [
    { re: -0.5, im: 0.25 },
    { re: 0.1, im: -1 },
  ];

  test('adds, subtracts, multiplies and divides', () => {
    expect(apply('add', 'complex<f64>', a, b)).toEqual([
      { re: 0.5, im: 2.25 },
      { re: -2.9, im: -5 },
    ]);
    expect(apply('subtract', 'complex<f64>', a, b)).toEqual([
      { re: 1.5, im: 1.75 },
      { re: -3.1, im: -3 },
    ]);
    expect(apply('multiply', 'complex<f64>', a, b)).toEqual([
      { re: -1, im: -0.75 },
      { re: -4.3, im: 2.6 },
    ]);
    expect(apply('divide', 'complex<f64>', [{ re: 0, im: -5 }], [{ re: 1, im: 2 }])).toEqual([
      { re: -2, im: -1 },
    ]);
  });

  test('divides without overflow and by zero as C99 does', () => {
    expect(apply('divide', 'complex<f64>', [{ re: 1e300, im: 1e300 }], [{ re: 1e300, im: 1e300 }])).toEqual([
      { re: 1, im: 0 },
    ]);
    expect(apply('divide', 'complex<f32>', [{ re: 1, im: -2 }], [{ re: 0, im: 0 }])).toEqual([
      { re: Infinity, im: -Infinity },
    ]);
  });

  test('rounds each product of f32 parts', () => {
    const x = { re: 1 + 2 ** -23, im: 1 };
    const square = Math.fround(Math.fround((1 + 2 ** -23) ** 2) - 1);
    expect(apply('multiply', 'complex<f32>', [x], [x])).toEqual([{ re: square, im: 2 + 2 ** -22 }]);
  });

  test('orders by real part, then imaginary part', () => {
    const lhs = [
      { re: 1, im: 5 },
      { re: 1, im: 0 },
      { re: NaN, im: 0 },
    ];
    const rhs = [
      { re: 2, im: 0 },
      { re: 1, im: 1 },
      { re: 3, im: 0 },
    ];
    expect(apply('maximum', 'complex<f64>', lhs, rhs)).toEqual(rhs);
    expect(apply('minimum', 'complex<f64>', lhs, rhs)).toEqual([lhs[0], lhs[1], rhs[2]]);
  });
});

test('binary refuses operands that differ and operations StableHLO does not have', () => {
  const f32 = arrayOf('f32', [1], [1]);
  expect(() => binary('add', f32, arrayOf('f64', [1], [1]))).toThrow('add of f32[1] and f64[1]');
  expect(() => binary('add', f32, arrayOf('f32', [2], [1, 2]))).toThrow('add of f32[1] and f32[2]');
  expect(() => binary('xor', f32, f32)).toThrow('xor is not defined for f32');
  expect(() => apply('subtract', 'i1', [1], [1])).toThrow('subtract is not defined for i1');
  expect(() => apply('remainder', 'complex<f32>', [1], [1])).toThrow(
    'remainder is not defined for complex<f32>',
  );
});
