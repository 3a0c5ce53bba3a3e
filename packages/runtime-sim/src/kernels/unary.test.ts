import { describe, expect, test } from 'vitest';
import { arrayOf, elementsOf } from '../array/nd-array.ts';
import type { Complex, Scalar } from '../array/nd-array.ts';
import type { ArrayKind } from '../array/array-kind.ts';
import { unary } from './unary.ts';
import type { UnaryOp } from './unary.ts';

function apply(op: UnaryOp, kind: ArrayKind, values: readonly Scalar[]): Scalar[] {
  return elementsOf(unary(op, arrayOf(kind, [values.length], values)));
}

const inputs = [0.1, -0.5, 2.5, 10, -3.7];

// Origin of the float results: StableHLO reference interpreter (jaxlib 0.10.2).
describe('unary of floats', () => {
  test.each<[UnaryOp, number[]]>([
    ['abs', [0.10000000149011612, 0.5, 2.5, 10, 3.700000047683716]],
    [
      'cbrt',
      [0.46415889263153076, -0.7937005162239075, 1.3572088479995728, 2.1544346809387207, -1.5466803312301636],
    ],
    ['ceil', [1, -0, 3, 10, -3]],
    [
      'cosine',
      [0.9950041770935059, 0.8775825500488281, -0.8011435866355896, -0.83907151222229, -0.8481000065803528],
    ],
    [
      'exponential',
      [1.1051709651947021, 0.6065306663513184, 12.182494163513184, 22026.46484375, 0.02472352609038353],
    ],
    [
      'exponential_minus_one',
      [0.10517092049121857, -0.39346933364868164, 11.182494163513184, 22025.46484375, -0.9752764701843262],
    ],
    ['floor', [0, -1, 2, 10, -4]],
    ['log', [-2.3025851249694824, NaN, 0.9162907600402832, 2.3025851249694824, NaN]],
    ['log_plus_one', [0.09531018137931824, -0.6931471824645996, 1.252763032913208, 2.397895336151123, NaN]],
    [
      'logistic',
      [0.5249791741371155, 0.3775406777858734, 0.9241418242454529, 0.9999545812606812, 0.024127019569277763],
    ],
    ['negate', [-0.10000000149011612, 0.5, -2.5, -10, 3.700000047683716]],
    ['round_nearest_afz', [0, -1, 3, 10, -4]],
    ['round_nearest_even', [0, -0, 2, 10, -4]],
    ['rsqrt', [3.1622776985168457, NaN, 0.6324555277824402, 0.3162277638912201, NaN]],
    ['sign', [1, -1, 1, 1, -1]],
    [
      'sine',
      [0.0998334214091301, -0.4794255495071411, 0.5984721183776855, -0.5440211296081543, 0.5298361778259277],
    ],
    ['sqrt', [0.3162277638912201, NaN, 1.5811388492584229, 3.1622776985168457, NaN]],
    [
      'tan',
      [0.10033467411994934, -0.5463024973869324, -0.747022271156311, 0.6483608484268188, -0.6247331500053406],
    ],
    ['tanh', [0.0996679961681366, -0.46211716532707214, 0.9866142868995667, 1, -0.998778223991394]],
  ])('%s of f32', (op, expected) => {
    expect(apply(op, 'f32', inputs)).toEqual(expected);
  });

  test.each<[ArrayKind, UnaryOp, number[]]>([
    ['bf16', 'exponential', [1.1015625, 0.60546875, 12.1875, 22016, 0.024658203125]],
    ['bf16', 'logistic', [0.5234375, 0.376953125, 0.92578125, 1, 0.0240478515625]],
    ['bf16', 'log', [-2.296875, NaN, 0.91796875, 2.296875, NaN]],
    ['f16', 'exponential', [1.10546875, 0.6064453125, 12.1796875, 22032, 0.024749755859375]],
    ['f16', 'tanh', [0.09967041015625, -0.462158203125, 0.98681640625, 1, -0.99853515625]],
    ['f8E4M3FN', 'exponential', [1.125, 0.625, 12, NaN, 0.0234375]],
    ['f8E4M3FN', 'logistic', [0.5625, 0.40625, 0.875, 1, 0.0234375]],
  ])('%s %s rounds once to the narrow format', (kind, op, expected) => {
    expect(apply(op, kind, inputs)).toEqual(expected);
  });

  test('keeps zeros, infinities and NaN', () => {
    const special = [0, -0, Infinity, -Infinity, NaN];
    expect(apply('sign', 'f64', special)).toEqual([0, -0, 1, -1, NaN]);
    expect(apply('round_nearest_even', 'f64', special)).toEqual(special);
    expect(apply('round_nearest_afz', 'f64', special)).toEqual(special);
    expect(apply('abs', 'bf16', special)).toEqual([0, 0, Infinity, Infinity, NaN]);
    expect(apply('is_finite', 'f32', special)).toEqual([1, 1, 0, 0, 0]);
    expect(apply('is_finite', 'f8E4M3FN', [448, NaN])).toEqual([1, 0]);
  });

  test('rounds halves as named, and not the largest number below a half', () => {
    const halves = [0.5, 1.5, -0.5, -2.5, 0.49999999999999994, 2 ** 52 + 1];
    expect(apply('round_nearest_afz', 'f64', halves)).toEqual([1, 2, -1, -3, 0, 2 ** 52 + 1]);
    expect(apply('round_nearest_even', 'f64', halves)).toEqual([0, 2, -0, -2, 0, 2 ** 52 + 1]);
  });

  test('works through arrays longer than a chunk', () => {
    const values = Array.from({ length: 5000 }, (_, i) => i / 7);
    expect(apply('negate', 'f32', values)).toEqual(values.map((x) => -Math.fround(x)));
  });
});

describe('unary of integers', () => {
  test('wraps at the ends of the range', () => {
    expect(apply('abs', 'i8', [-128, -5, 7])).toEqual([-128, 5, 7]);
    expect(apply('negate', 'i8', [-128, 5])).toEqual([-128, -5]);
    expect(apply('negate', 'ui4', [1, 0])).toEqual([15, 0]);
    expect(apply('abs', 'i64', [-(2n ** 63n), -5n])).toEqual([-(2n ** 63n), 5n]);
    expect(apply('negate', 'ui64', [1n])).toEqual([2n ** 64n - 1n]);
  });

  test('counts bits in the width of the kind', () => {
    expect(apply('popcnt', 'i4', [-1, 5])).toEqual([4, 2]);
    expect(apply('popcnt', 'i64', [-1n, 5n])).toEqual([64n, 2n]);
    expect(apply('popcnt', 'ui32', [0xffffffff])).toEqual([32]);
    expect(apply('count_leading_zeros', 'i8', [0, 1, -1])).toEqual([8, 7, 0]);
    expect(apply('count_leading_zeros', 'ui64', [0n, 1n])).toEqual([64n, 63n]);
    expect(apply('count_leading_zeros', 'i32', [0, 1])).toEqual([32, 31]);
  });

  test('takes signs and complements', () => {
    expect(apply('sign', 'i32', [-(2 ** 31), 0, 2 ** 31 - 1])).toEqual([-1, 0, 1]);
    expect(apply('not', 'ui8', [0, 200])).toEqual([255, 55]);
    expect(apply('not', 'i2', [0, 1])).toEqual([-1, -2]);
    expect(apply('not', 'i1', [0, 1])).toEqual([1, 0]);
    expect(apply('sign', 'i64', [-7n, 0n])).toEqual([-1n, 0n]);
  });
});

describe('unary of complex numbers', () => {
  const z = [
    { re: 1, im: 2 },
    { re: -3, im: -4 },
  ];

  // Origin: Python 3.12 cmath.
  test.each<[UnaryOp, Complex[]]>([
    [
      'cosine',
      [
        { re: 2.0327230070196656, im: -3.0518977991518 },
        { re: -27.034945603074224, im: -3.851153334811777 },
      ],
    ],
    [
      'exponential',
      [
        { re: -1.1312043837568135, im: 2.4717266720048188 },
        { re: -0.032542999640154786, im: 0.03767897757486585 },
      ],
    ],
    [
      'log',
      [
        { re: 0.8047189562170503, im: 1.1071487177940904 },
        { re: 1.6094379124341003, im: -2.214297435588181 },
      ],
    ],
    [
      'logistic',
      [
        { re: 1.0214153641721806, im: 0.4034387060815425 },
        { re: -0.03207219958826851, im: 0.04019550765508408 },
      ],
    ],
    [
      'rsqrt',
      [
        { re: 0.5688644810057831, im: -0.3515775842541429 },
        { re: 0.2, im: 0.4 },
      ],
    ],
    [
      'sign',
      [
        { re: 0.4472135954999579, im: 0.8944271909999159 },
        { re: -0.6, im: -0.8 },
      ],
    ],
    [
      'sine',
      [
        { re: 3.165778513216168, im: 1.9596010414216063 },
        { re: -3.853738037919377, im: 27.016813258003932 },
      ],
    ],
    [
      'sqrt',
      [
        { re: 1.272019649514069, im: 0.7861513777574233 },
        { re: 1, im: -2 },
      ],
    ],
    [
      'tan',
      [
        { re: 0.0338128260798967, im: 1.0147936161466335 },
        { re: 0.0001873462046294784, im: -0.999355987381473 },
      ],
    ],
    [
      'tanh',
      [
        { re: 1.16673625724092, im: -0.24345820118572534 },
        { re: -1.000709536067233, im: -0.00490825806749606 },
      ],
    ],
  ])('%s', (op, expected) => {
    const actual = apply(op, 'complex<f64>', z) as Complex[];
    expected.forEach(({ re, im }, i) => {
      expect(actual[i]!.re).toBeCloseTo(re, 13);
      expect(actual[i]!.im).toBeCloseTo(im, 13);
    });
  });

  test('takes apart and measures, in the kind of the parts', () => {
    const x = arrayOf(
      'complex<f32>',
      [2],
      [
        { re: 3, im: -4 },
        { re: 0, im: 0.1 },
      ],
    );
    expect(unary('abs', x)).toEqual(arrayOf('f32', [2], [5, 0.1]));
    expect(unary('real', x)).toEqual(arrayOf('f32', [2], [3, 0]));
    expect(unary('imag', x)).toEqual(arrayOf('f32', [2], [-4, 0.1]));
    expect(unary('imag', arrayOf('f64', [1], [7]))).toEqual(arrayOf('f64', [1], [0]));
    expect(
      apply('sign', 'complex<f32>', [
        { re: 0, im: 0 },
        { re: NaN, im: 1 },
      ]),
    ).toEqual([
      { re: 0, im: 0 },
      { re: NaN, im: NaN },
    ]);
  });

  test('measures without over- or underflow', () => {
    expect(
      apply('abs', 'complex<f64>', [
        { re: 3e300, im: 4e300 },
        { re: 3e-300, im: 4e-300 },
      ]),
    ).toEqual([5e300, 5e-300]);
    expect(apply('abs', 'complex<f64>', [{ re: NaN, im: Infinity }])).toEqual([Infinity]);
  });
});

test('unary refuses what StableHLO does not have', () => {
  expect(() => apply('exponential', 'i32', [1])).toThrow('exponential is not defined for i32');
  expect(() => apply('negate', 'i1', [1])).toThrow('negate is not defined for i1');
  expect(() => apply('floor', 'complex<f32>', [1])).toThrow('floor is not defined for complex<f32>');
  expect(() => apply('popcnt', 'f32', [1])).toThrow('popcnt is not defined for f32');
});
