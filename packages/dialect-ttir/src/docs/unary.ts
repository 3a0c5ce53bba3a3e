import type { DialectDocumentation, OpDocumentation } from '@shardform/ir-core';
import { exampleOf, type TensorDialect } from './example.ts';

/** The formulas of functions of one number, in both dialects. */
const shared: Readonly<Record<string, string>> = {
  abs: 'Computes the absolute value of each element: `|x|`.',
  acos: 'Computes the arc cosine of each element, in radians between 0 and pi. Elements outside of [-1, 1] give NaN.',
  asin: 'Computes the arc sine of each element, in radians between -pi/2 and pi/2. Elements outside of [-1, 1] give NaN.',
  asinh: 'Computes the inverse hyperbolic sine of each element: `log(x + sqrt(x² + 1))`.',
  atan: 'Computes the arc tangent of each element, in radians between -pi/2 and pi/2.',
  cbrt: 'Computes the cube root of each element; that of a negative number is negative.',
  ceil: 'Rounds each element up to the nearest integer, towards positive infinity. The element type stays a float.',
  cos: 'Computes the cosine of each element, in radians.',
  erf: 'Computes the error function of each element: `2/sqrt(pi) · ∫₀ˣ exp(-t²) dt`.',
  erfc: 'Computes the complementary error function of each element: `1 - erf(x)`.',
  exp: 'Computes the exponential of each element: `eˣ`.',
  expm1: 'Computes `eˣ - 1` for each element, accurately where `x` is close to zero.',
  floor:
    'Rounds each element down to the nearest integer, towards negative infinity. The element type stays a float.',
  gelu: 'Applies the Gaussian error linear unit to each element: `x · (1 + erf(x / sqrt(2))) / 2`.',
  hardsigmoid:
    'Applies the piecewise linear approximation of the sigmoid to each element: `min(max(x/6 + 1/2, 0), 1)`.',
  isfinite: 'Tests whether each element is finite, neither infinite nor NaN: 1 where it is and 0 elsewhere.',
  log: 'Computes the natural logarithm of each element. Negative elements give NaN.',
  log1p: 'Computes `log(1 + x)` for each element, accurately where `x` is close to zero.',
  mish: 'Applies the Mish activation to each element: `x · tanh(softplus(x))`, where `softplus(x) = log(1 + eˣ)`.',
  neg: 'Negates each element: `-x`.',
  reciprocal: 'Computes the reciprocal of each element: `1/x`.',
  relu: 'Applies the rectified linear unit to each element: `max(x, 0)`.',
  relu6: 'Applies the rectified linear unit with an upper bound of 6 to each element: `min(max(x, 0), 6)`.',
  round: 'Rounds each element to the nearest integer, ties to the even one. The element type stays a float.',
  rsqrt:
    'Computes the reciprocal of the square root of each element: `1/sqrt(x)`. Negative elements give NaN.',
  sigmoid: 'Applies the logistic function to each element: `1 / (1 + e⁻ˣ)`.',
  sign: 'Computes the sign of each element: -1, 0 or 1.',
  silu: 'Applies the sigmoid linear unit (swish) to each element: `x · sigmoid(x)`.',
  sin: 'Computes the sine of each element, in radians.',
  sqrt: 'Computes the square root of each element. Negative elements give NaN.',
  tan: 'Computes the tangent of each element, in radians.',
  tanh: 'Computes the hyperbolic tangent of each element.',
};

const ttirOnly: Readonly<Record<string, string>> = {
  exp2: 'Computes the power of two of each element: `2ˣ`.',
  frac: 'Computes the fractional part of each element: `x - trunc(x)`, which has the sign of `x`.',
  signbit:
    'Tests whether the sign bit of each element is set, so that negative zero counts as negative: 1 where it is and 0 elsewhere.',
  softsign: 'Applies the softsign activation to each element: `x / (1 + |x|)`.',
  square: 'Computes the square of each element: `x²`.',
  trunc: 'Rounds each element towards zero. The element type stays a float.',
};

const SAME_SHAPE = 'The result has the shape of the operand.';

function ofElements(
  dialect: TensorDialect,
  texts: Readonly<Record<string, string>>,
  type = '32x64xbf16',
): DialectDocumentation {
  return Object.fromEntries(
    Object.entries(texts).map(([mnemonic, text]) => [
      mnemonic,
      {
        description: `${text} ${SAME_SHAPE}`,
        example: exampleOf({ op: `${dialect}.${mnemonic}`, operands: { input: type }, results: [type] }),
      },
    ]),
  );
}

function withAttributes(dialect: TensorDialect): DialectDocumentation {
  const unary = (
    mnemonic: string,
    description: string,
    type: string,
    properties?: string,
    result = type,
  ): OpDocumentation => ({
    description,
    example: exampleOf({
      op: `${dialect}.${mnemonic}`,
      operands: { input: type },
      properties,
      results: [result],
    }),
  });
  return {
    bitcast_convert: unary(
      'bitcast_convert',
      `Reinterprets the bits of each element as another element type of the same width. ${SAME_SHAPE}`,
      '32x64xf32',
      undefined,
      '32x64xi32',
    ),
    bitwise_not: unary(
      'bitwise_not',
      `Inverts all bits of each integer element: \`~x\`. ${SAME_SHAPE}`,
      '32x64xi32',
    ),
    clamp_scalar: unary(
      'clamp_scalar',
      `Limits each element to the range from \`min\` to \`max\`: \`minimum(maximum(x, min), max)\`. The bounds are both 32-bit floats or
both 32-bit integers. ${SAME_SHAPE}`,
      '32x64xbf16',
      'max = 6.000000e+00 : f32, min = 0.000000e+00 : f32',
    ),
    leaky_relu: unary(
      'leaky_relu',
      `Applies the leaky rectified linear unit to each element: \`x\` where \`x > 0\` and \`parameter · x\` elsewhere. ${SAME_SHAPE}`,
      '32x64xbf16',
      'parameter = 1.000000e-02 : f32',
    ),
    logical_not: unary(
      'logical_not',
      `Computes the logical negation of each element: 1 where it is zero and 0 elsewhere. ${SAME_SHAPE}`,
      '32x64xbf16',
    ),
    typecast: unary(
      'typecast',
      `Converts each element to the element type of the result: integers and floats of any width, where floats become integers by
rounding towards zero. ${dialect === 'ttir' ? 'With \`conservative_folding\` a cast to a narrower type and back is kept, since it loses precision. ' : "The data type of the result's layout is the one that the device stores, bfp_bf8 and bfp_bf4 included. "}${SAME_SHAPE}`,
      '32x64xf32',
      undefined,
      '32x64xbf16',
    ),
  };
}

/** Returns the documentation of elementwise functions of one tensor. */
export function unaryDocumentation(dialect: TensorDialect): DialectDocumentation {
  return { ...ofElements(dialect, shared), ...withAttributes(dialect) };
}

/** The documentation of elementwise functions of one tensor that only TTIR has. */
export const ttirUnaryDocumentation: DialectDocumentation = {
  ...ofElements('ttir', ttirOnly),
  selu: {
    description: `Applies the scaled exponential linear unit to each element: \`scale · x\` where \`x > 0\` and \`scale · alpha · (eˣ - 1)\`
elsewhere. ${SAME_SHAPE}`,
    example: exampleOf({
      op: 'ttir.selu',
      operands: { input: '32x64xbf16' },
      properties: 'alpha = 1.67326319 : f32, scale = 1.05070102 : f32',
      results: ['32x64xbf16'],
    }),
  },
};
