import type { DialectDocumentation } from '@shardform/ir-core';
import { elementwiseExample, exampleOf } from './example.ts';

const FAST =
  '`fastmath` allows rewritings that change results or promises that there are no NaN and infinities.';

const unary: Readonly<Record<string, string>> = {
  conj: 'Computes the complex conjugate: negates the imaginary part.',
  cos: 'Computes the cosine of a complex number.',
  exp: 'Computes `eˣ` of a complex number.',
  expm1: 'Computes `eˣ - 1` of a complex number, accurately close to zero.',
  log: 'Computes the principal natural logarithm of a complex number; its imaginary part is between -pi and pi.',
  log1p: 'Computes `log(1 + x)` of a complex number, accurately close to zero.',
  neg: 'Negates both parts of a complex number.',
  rsqrt: 'Computes the reciprocal of the principal square root of a complex number.',
  sign: 'Divides a complex number by its absolute value; zero stays zero.',
  sin: 'Computes the sine of a complex number.',
  sqrt: 'Computes the principal square root of a complex number, whose real part is not negative.',
  tan: 'Computes the tangent of a complex number.',
  tanh: 'Computes the hyperbolic tangent of a complex number.',
};

const binary: Readonly<Record<string, string>> = {
  add: 'Adds complex numbers.',
  atan2:
    'Computes the arc tangent of `lhs / rhs` for complex numbers: `-i · log((rhs + i · lhs) / sqrt(lhs² + rhs²))`.',
  div: 'Divides complex numbers.',
  mul: 'Multiplies complex numbers.',
  pow: 'Raises a complex number to a complex power: `exp(rhs · log(lhs))`.',
  sub: 'Subtracts complex numbers.',
};

const parts: Readonly<Record<string, string>> = {
  abs: 'Computes the absolute value of a complex number: `sqrt(re² + im²)`.',
  angle:
    'Computes the angle (argument) of a complex number in the plane: `atan2(im, re)`, between -pi and pi.',
  im: 'Takes the imaginary part of a complex number.',
  re: 'Takes the real part of a complex number.',
};

const comparisons: Readonly<Record<string, string>> = {
  eq: 'Tests whether complex numbers are equal: both parts are. NaN equals nothing.',
  neq: 'Tests whether complex numbers differ: at least one part does. NaN differs from everything.',
};

function described(
  texts: Readonly<Record<string, string>>,
  note: string,
  example: (op: string) => string,
): DialectDocumentation {
  return Object.fromEntries(
    Object.entries(texts).map(([mnemonic, text]) => [
      mnemonic,
      { description: `${text} ${note}`, example: example(`complex.${mnemonic}`) },
    ]),
  );
}

/** The documentation of complex's operations. */
export const complexDocumentation: DialectDocumentation = {
  ...described(unary, FAST, (op) => elementwiseExample(op, ['complex'], 'complex<f32>')),
  ...described(binary, FAST, (op) => elementwiseExample(op, ['lhs', 'rhs'], 'complex<f32>')),
  ...described(parts, `The result is a float. ${FAST}`, (op) =>
    exampleOf('%complex: complex<f32>', `%0 = ${op} %complex : complex<f32>`, 'f32'),
  ),
  ...described(comparisons, 'The result is an `i1`.', (op) =>
    exampleOf('%lhs: complex<f32>, %rhs: complex<f32>', `%0 = ${op} %lhs, %rhs : complex<f32>`, 'i1'),
  ),
  bitcast: {
    description:
      'Reinterprets the bits of a complex number as an integer or float of the same width, or the other way round.',
    example: exampleOf(
      '%operand: complex<f32>',
      '%0 = complex.bitcast %operand : complex<f32> to i64',
      'i64',
    ),
  },
  constant: {
    description: 'Makes a constant complex number; `value` lists the real and the imaginary part.',
    example: exampleOf('', '%0 = complex.constant [1.0 : f32, -1.0 : f32] : complex<f32>', 'complex<f32>'),
  },
  create: {
    description: 'Combines a real and an imaginary part, floats of the same type, to a complex number.',
    example: exampleOf('%re: f32, %im: f32', '%0 = complex.create %re, %im : complex<f32>', 'complex<f32>'),
  },
};
