import type { DialectDocumentation, OpDocumentation } from '@shardform/ir-core';

const sameShape = 'The result has the shape of the operands; shapes may be dynamic or unranked.';

function unary(mnemonic: string, description: string, type = 'tensor<4xf32>'): OpDocumentation {
  return {
    description: `${description} Operand and result have the same type; the shape may be dynamic or unranked.`,
    example: `
func.func @main(%x: ${type}) -> ${type} {
  %0 = chlo.${mnemonic} %x : ${type} -> ${type}
  return %0 : ${type}
}`,
  };
}

function predicate(mnemonic: string, description: string): OpDocumentation {
  return {
    description: `${description} The operand is a tensor of floats; the result is a tensor of \`i1\` of the same shape.`,
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = chlo.${mnemonic} %x : tensor<4xf32> -> tensor<4xi1>
  return %0 : tensor<4xi1>
}`,
  };
}

function binary(mnemonic: string, description: string, type = 'tensor<4xf32>'): OpDocumentation {
  return {
    description: `${description} ${sameShape}`,
    example: `
func.func @main(%lhs: ${type}, %rhs: ${type}) -> ${type} {
  %0 = chlo.${mnemonic} %lhs, %rhs : ${type}, ${type} -> ${type}
  return %0 : ${type}
}`,
  };
}

/** The documentation of CHLO's elementwise operations. */
export const elementwiseDocumentation: DialectDocumentation = {
  _asin_acos_kernel: unary(
    '_asin_acos_kernel',
    `Computes what the inverse sine and the inverse cosine of a complex number have in common, as an intermediate step of their legalization;
programs have no use for it.`,
    'tensor<4xcomplex<f32>>',
  ),
  acos: unary(
    'acos',
    'Computes the inverse cosine of each float or complex element; NaN for floats outside of -1 to 1.',
  ),
  acosh: unary(
    'acosh',
    'Computes the inverse hyperbolic cosine of each float or complex element; NaN for floats below 1.',
  ),
  asin: unary(
    'asin',
    'Computes the inverse sine of each float or complex element; NaN for floats outside of -1 to 1.',
  ),
  asinh: unary('asinh', 'Computes the inverse hyperbolic sine of each float or complex element.'),
  atan: unary('atan', 'Computes the inverse tangent of each float or complex element.'),
  atanh: unary(
    'atanh',
    'Computes the inverse hyperbolic tangent of each float or complex element; NaN for floats outside of -1 to 1.',
  ),
  bessel_i1e: unary(
    'bessel_i1e',
    'Computes the modified Bessel function of the first kind of order 1, scaled by `exp(-|x|)`, of each float.',
  ),
  conj: unary(
    'conj',
    'Computes the complex conjugate of each element: the imaginary part changes its sign.',
    'tensor<4xcomplex<f32>>',
  ),
  cosh: unary('cosh', 'Computes the hyperbolic cosine of each float or complex element.'),
  digamma: unary(
    'digamma',
    'Computes the digamma function of each float: the derivative of the logarithm of the gamma function.',
  ),
  erf: unary('erf', 'Computes the error function of each float.'),
  erf_inv: unary(
    'erf_inv',
    'Computes the inverse of the error function of each float: infinities at -1 and 1, NaN outside.',
  ),
  erfc: unary(
    'erfc',
    'Computes the complementary error function of each float, `1 - erf(x)`, without losing precision where it is small.',
  ),
  is_inf: predicate('is_inf', 'Tests each element for being positive or negative infinity.'),
  is_neg_inf: predicate('is_neg_inf', 'Tests each element for being negative infinity.'),
  is_pos_inf: predicate('is_pos_inf', 'Tests each element for being positive infinity.'),
  lgamma: unary(
    'lgamma',
    'Computes the natural logarithm of the absolute value of the gamma function of each float.',
  ),
  mulhi: binary(
    'mulhi',
    'Multiplies integers of *n* bits element-wise and returns the high *n* bits of the product of 2 *n* bits.',
    'tensor<4xi32>',
  ),
  next_after: binary(
    'next_after',
    'Returns the float next to `lhs` in the direction of `rhs`, element-wise: `rhs` itself if both are equal, NaN if either is NaN.',
  ),
  polygamma: binary(
    'polygamma',
    `Computes the derivative of order \`lhs\` of the digamma function at \`rhs\`, element-wise. The orders are non-negative integral floats;
others give NaN.`,
  ),
  sinh: unary('sinh', 'Computes the hyperbolic sine of each float or complex element.'),
  square: unary('square', 'Multiplies each float or complex element by itself.'),
  tan: unary('tan', 'Computes the tangent of each float or complex element, in radians.'),
  zeta: binary(
    'zeta',
    'Computes the Hurwitz zeta function element-wise: the sum of `(rhs + k) ^ -lhs` over all `k` from 0.',
  ),
};
