import type { DialectDocumentation, OpDocumentation } from '@shardform/ir-core';
import { unaryExample } from './elementwise-examples.ts';

const sameType = 'Operand and result have the same type.';
const quantized =
  'A quantized tensor is dequantized, computed on, and quantized to the parameters of the result.';
const accuracy =
  '`result_accuracy` states how accurate the result must be: the default of the implementation, the highest accuracy, or tolerances.';

function documented(mnemonic: string, description: string, type = 'tensor<4xf32>'): OpDocumentation {
  return { description, example: unaryExample(`stablehlo.${mnemonic}`, type) };
}

function withAccuracy(mnemonic: string, description: string): OpDocumentation {
  return documented(mnemonic, `${description} ${sameType} ${quantized}\n\n${accuracy}`);
}

/** The documentation of elementwise operations on one tensor. */
export const unaryDocumentation: DialectDocumentation = {
  abs: {
    description: `Computes the absolute value of each element: of a signed integer (the smallest one wraps around to itself), of a float
by clearing the sign, of a complex number its modulus. The result of a complex operand has the element type of
the real part; otherwise the result has the operand's type. Unsigned integers are not accepted. ${quantized}`,
    example: `
func.func @main(%x: tensor<4xf32>, %z: tensor<2xcomplex<f32>>) -> (tensor<4xf32>, tensor<2xf32>) {
  %0 = stablehlo.abs %x : tensor<4xf32>
  %1 = stablehlo.abs %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return %0, %1 : tensor<4xf32>, tensor<2xf32>
}`,
  },
  cbrt: withAccuracy(
    'cbrt',
    'Computes the cube root of each float or complex element; the root of a negative float is negative.',
  ),
  ceil: documented(
    'ceil',
    `Rounds each float up to the smallest integral value that is not below it. ${sameType} ${quantized}`,
  ),
  convert: {
    description: `Converts each element to the element type of the result; the shapes are the same. Booleans become 0 and 1, and any
number but zero becomes \`true\`. Narrowing an integer keeps its low bits. Floats are rounded to nearest, ties to
even, when converted to narrower floats; to integers they are truncated toward zero, and values outside of the
integer's range have no portable meaning. A real number becomes a complex one with imaginary part zero; a
complex number loses its imaginary part. Quantized types are converted by \`uniform_quantize\` and
\`uniform_dequantize\` instead.`,
    example: `
func.func @main(%x: tensor<4xi32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xbf16>) {
  %0 = stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xf32>
  %1 = stablehlo.convert %y : (tensor<4xf32>) -> tensor<4xbf16>
  return %0, %1 : tensor<4xf32>, tensor<4xbf16>
}`,
  },
  cosine: withAccuracy('cosine', 'Computes the cosine of each float or complex element, in radians.'),
  count_leading_zeros: documented(
    'count_leading_zeros',
    `Counts the zero bits above the highest one bit of each integer; zero gives the width of the type. ${sameType}`,
    'tensor<4xi32>',
  ),
  exponential: withAccuracy('exponential', 'Computes *e* to the power of each float or complex element.'),
  exponential_minus_one: withAccuracy(
    'exponential_minus_one',
    'Computes *e* to the power of each float or complex element, minus one, without losing precision near zero.',
  ),
  floor: documented(
    'floor',
    `Rounds each float down to the largest integral value that is not above it. ${sameType} ${quantized}`,
  ),
  imag: {
    description: `Extracts the imaginary part of each element. The result has the shape of the operand and the element type of its parts;
of a real tensor the imaginary part is zero.`,
    example: `
func.func @main(%z: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %0 = stablehlo.imag %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  is_finite: {
    description: `Tests each float for being finite: \`false\` for infinities and NaN, \`true\` for all else. The result is a tensor of \`i1\`
of the same shape.`,
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}`,
  },
  log: withAccuracy(
    'log',
    'Computes the natural logarithm of each float or complex element: NaN for negative floats, negative infinity for zero.',
  ),
  log_plus_one: withAccuracy(
    'log_plus_one',
    'Computes the natural logarithm of one plus each float or complex element, without losing precision near zero.',
  ),
  logistic: withAccuracy(
    'logistic',
    'Computes the logistic function `1 / (1 + exp(-x))` (sigmoid) of each float or complex element.',
  ),
  negate: documented(
    'negate',
    `Negates each element. Integers wrap around, so that the smallest signed one stays itself and an unsigned one gives its
two's complement. ${sameType} ${quantized}`,
  ),
  not: documented(
    'not',
    `Computes the logical complement of booleans and the bitwise complement of integers. ${sameType}`,
    'tensor<4xi1>',
  ),
  popcnt: documented('popcnt', `Counts the one bits of each integer. ${sameType}`, 'tensor<4xi32>'),
  real: {
    description: `Extracts the real part of each element. The result has the shape of the operand and the element type of its parts; a
real tensor is returned as it is.`,
    example: `
func.func @main(%z: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %0 = stablehlo.real %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  reduce_precision: {
    description: `Rounds each float as if it were stored in a format with \`exponent_bits\` and \`mantissa_bits\` and read back; the element type
stays. Rounding is to nearest, ties to even; numbers too large become infinities and numbers too small zeros, with their
signs. \`exponent_bits\` is at least 1 and \`mantissa_bits\` at least 0.`,
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  round_nearest_afz: documented(
    'round_nearest_afz',
    `Rounds each float to the nearest integral value; a value in the middle goes away from zero. ${sameType} ${quantized}`,
  ),
  round_nearest_even: documented(
    'round_nearest_even',
    `Rounds each float to the nearest integral value; a value in the middle goes to the even one. ${sameType} ${quantized}`,
  ),
  rsqrt: withAccuracy(
    'rsqrt',
    'Computes the reciprocal of the square root of each float or complex element.',
  ),
  sign: documented(
    'sign',
    `Computes the sign of each element: -1, 0 or 1 for signed integers and floats, where zeros keep their sign and NaN stays
NaN; for complex numbers the number divided by its modulus. ${sameType} ${quantized}`,
  ),
  sine: withAccuracy('sine', 'Computes the sine of each float or complex element, in radians.'),
  sqrt: withAccuracy(
    'sqrt',
    'Computes the principal square root of each float or complex element; NaN for negative floats.',
  ),
  tan: withAccuracy('tan', 'Computes the tangent of each float or complex element, in radians.'),
  tanh: withAccuracy('tanh', 'Computes the hyperbolic tangent of each float or complex element.'),
};
