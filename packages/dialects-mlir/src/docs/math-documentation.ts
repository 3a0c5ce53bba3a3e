import type { DialectDocumentation } from '@shardform/ir-core';
import { elementwiseExample, exampleOf } from './example.ts';

const SHAPED = 'Vectors and tensors are computed element-wise; operands and result have the same type.';
const FAST =
  '`fastmath` allows rewritings that change results or promises that there are no NaN and infinities.';

const functions: Readonly<Record<string, string>> = {
  absf: 'Computes the absolute value by clearing the sign bit.',
  acos: 'Computes the arc cosine, between 0 and pi; NaN outside of [-1, 1].',
  acosh: 'Computes the inverse hyperbolic cosine; NaN below 1.',
  asin: 'Computes the arc sine, between -pi/2 and pi/2; NaN outside of [-1, 1].',
  asinh: 'Computes the inverse hyperbolic sine.',
  atan: 'Computes the arc tangent, between -pi/2 and pi/2.',
  atanh: 'Computes the inverse hyperbolic tangent; NaN outside of [-1, 1].',
  cbrt: 'Computes the cube root; that of a negative number is negative.',
  ceil: 'Rounds up to the nearest integer, towards positive infinity.',
  cos: 'Computes the cosine of an angle in radians.',
  cosh: 'Computes the hyperbolic cosine.',
  erf: 'Computes the error function: `2/sqrt(pi) · ∫₀ˣ exp(-t²) dt`.',
  erfc: 'Computes the complementary error function: `1 - erf(x)`.',
  exp: 'Computes `eˣ`.',
  exp2: 'Computes `2ˣ`.',
  expm1: 'Computes `eˣ - 1`, accurately where `x` is close to zero.',
  floor: 'Rounds down to the nearest integer, towards negative infinity.',
  log: 'Computes the natural logarithm; NaN of negative numbers.',
  log10: 'Computes the logarithm to the base 10; NaN of negative numbers.',
  log1p: 'Computes `log(1 + x)`, accurately where `x` is close to zero.',
  log2: 'Computes the logarithm to the base 2; NaN of negative numbers.',
  round: 'Rounds to the nearest integer, ties away from zero.',
  roundeven: 'Rounds to the nearest integer, ties to the even one.',
  rsqrt: 'Computes `1/sqrt(x)`; NaN of negative numbers.',
  sin: 'Computes the sine of an angle in radians.',
  sinh: 'Computes the hyperbolic sine.',
  sqrt: 'Computes the square root; NaN of negative numbers.',
  tan: 'Computes the tangent of an angle in radians.',
  tanh: 'Computes the hyperbolic tangent.',
  trunc: 'Rounds towards zero.',
};

const binary: Readonly<Record<string, string>> = {
  atan2:
    'Computes the angle of the point (`rhs`, `lhs`): the arc tangent of `lhs / rhs` in the quadrant that both signs give, between -pi and pi.',
  copysign: 'Gives the magnitude of `lhs` the sign of `rhs`.',
  powf: 'Raises `lhs` to the power `rhs`.',
};

const integers: Readonly<Record<string, string>> = {
  absi: 'Computes the absolute value of signed integers; that of the least one is itself.',
  ctlz: 'Counts the leading zeros of integers: the width for zero.',
  ctpop: 'Counts the bits of integers that are one.',
  cttz: 'Counts the trailing zeros of integers: the width for zero.',
};

const classes: Readonly<Record<string, string>> = {
  isfinite: 'Tests whether floats are finite, neither infinite nor NaN.',
  isinf: 'Tests whether floats are positive or negative infinity.',
  isnan: 'Tests whether floats are NaN.',
  isnormal: 'Tests whether floats are normal: neither zero, subnormal, infinite nor NaN.',
};

function regular(
  texts: Readonly<Record<string, string>>,
  operands: readonly string[],
  type: string,
  note: string,
): DialectDocumentation {
  return Object.fromEntries(
    Object.entries(texts).map(([mnemonic, text]) => [
      mnemonic,
      { description: `${text} ${note}`, example: elementwiseExample(`math.${mnemonic}`, operands, type) },
    ]),
  );
}

const classDocumentation: DialectDocumentation = Object.fromEntries(
  Object.entries(classes).map(([mnemonic, text]) => [
    mnemonic,
    {
      description: `${text} The result is an \`i1\`, or a vector or tensor of them. ${FAST}`,
      example: exampleOf('%operand: f32', `%0 = math.${mnemonic} %operand : f32`, 'i1'),
    },
  ]),
);

/** The documentation of math's operations. */
export const mathDocumentation: DialectDocumentation = {
  ...regular(functions, ['operand'], 'f32', `${FAST} ${SHAPED}`),
  ...regular(binary, ['lhs', 'rhs'], 'f32', `${FAST} ${SHAPED}`),
  ...regular(integers, ['operand'], 'i32', SHAPED),
  ...classDocumentation,
  clampf: {
    description: `Limits floats to the range from \`min\` to \`max\`. If the bounds are in the wrong order or NaN the result is not defined. ${FAST} ${SHAPED}`,
    example: exampleOf(
      '%value: f32, %min: f32, %max: f32',
      '%0 = math.clampf %value to [%min, %max] : f32',
      'f32',
    ),
  },
  fma: {
    description: `Computes \`a · b + c\` and rounds once. ${FAST} ${SHAPED}`,
    example: elementwiseExample('math.fma', ['a', 'b', 'c'], 'f32'),
  },
  fpowi: {
    description: `Raises floats to a power that is a signed integer. ${FAST} Vectors and tensors are computed element-wise.`,
    example: exampleOf('%base: f32, %power: i32', '%0 = math.fpowi %base, %power : f32, i32', 'f32'),
  },
  ipowi: {
    description: `Raises signed integers to the power of signed integers and wraps around. A negative power gives zero unless the base is 1 or -1; of a zero
base it is undefined. ${SHAPED}`,
    example: elementwiseExample('math.ipowi', ['lhs', 'rhs'], 'i32'),
  },
  sincos: {
    description: `Computes the sine and the cosine of the same angle in radians. ${FAST} Vectors and tensors are computed element-wise; both results have the
type of the operand.`,
    example: `
func.func @main(%operand: f32) -> f32 {
  %sin, %cos = math.sincos %operand : f32
  return %cos : f32
}`,
  },
};
