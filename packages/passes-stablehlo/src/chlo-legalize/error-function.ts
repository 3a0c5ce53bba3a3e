import { bf16, type ConversionPattern, f16, f32, f64, type Value } from '@shardform/ir-core';
import { chlo } from '@shardform/dialect-stablehlo';
import * as table from './error-function-coefficients.ts';
import { atLeastSingle, expansion } from './expansion.ts';
import { floatType, type Formula } from './formula.ts';
import { erfInv } from './inverse-error-function.ts';

/** Of numbers of magnitude below one. */
function smallErf64(f: Formula, x: Value): Value {
  const squared = f.square(x);
  const numerator = f.mul(x, f.polynomial(squared, table.erfNumerator64));
  return f.div(numerator, f.polynomial(squared, table.erfDenominator64));
}

/** Of numbers of magnitude one and more; `exp(-x^2)` is taken for zero where it underflows. */
function largeErfc64(f: Formula, x: Value): Value {
  const exponent = f.neg(f.square(x));
  const decay = f.exp(exponent);
  const magnitude = f.abs(x);
  const quotient = (above: readonly number[], below: readonly number[]): Value => {
    const numerator = f.mul(decay, f.polynomial(magnitude, above));
    return f.div(numerator, f.polynomial(magnitude, below));
  };
  const middle = quotient(table.erfcNumerator64, table.erfcDenominator64);
  const far = quotient(table.erfcFarNumerator64, table.erfcFarDenominator64);
  const isMiddle = f.compare(magnitude, 'LT', f.like(x, 8));
  const tail = f.select(isMiddle, middle, far);
  // The logarithm of the largest f64.
  const underflows = f.compare(exponent, 'LT', f.like(x, -709.782712893384));
  const zero = f.like(x, 0);
  const upper = f.select(underflows, zero, tail);
  const isNegative = f.compare(x, 'LT', zero);
  return f.select(isNegative, f.sub(f.like(x, 2), upper), upper);
}

function erf64(f: Formula, x: Value): Value {
  const small = smallErf64(f, x);
  const one = f.like(x, 1);
  const large = f.sub(one, largeErfc64(f, x));
  const isSmall = f.compare(f.abs(x), 'LT', one);
  return f.select(isSmall, small, large);
}

function erf32(f: Formula, x: Value): Value {
  const lowest = f.like(x, -4);
  const clamped = f.clamp(lowest, x, f.like(x, 4));
  const squared = f.square(clamped);
  const numerator = f.polynomial(squared, table.erfNumerator32);
  const denominator = f.polynomial(squared, table.erfDenominator32);
  const quotient = f.div(f.mul(clamped, numerator), denominator);
  const minusOne = f.like(clamped, -1);
  return f.clamp(minusOne, quotient, f.like(clamped, 1));
}

/** Of numbers of magnitude one and more. */
function largeErfc32(f: Formula, x: Value): Value {
  const squared = f.square(x);
  const exponent = f.neg(squared);
  const magnitude = f.abs(x);
  const one = f.like(x, 1);
  const inverseSquare = f.div(one, squared);
  const decay = f.exp(exponent);
  const factor = f.mul(decay, f.div(one, magnitude));
  const two = f.like(x, 2);
  const isNear = f.compare(magnitude, 'LT', two);
  const near = f.polynomial(inverseSquare, table.erfcNear32);
  const far = f.polynomial(inverseSquare, table.erfcFar32);
  const tail = f.mul(factor, f.select(isNear, near, far));
  // The logarithm of the largest f32.
  const underflows = f.compare(exponent, 'LT', f.like(x, -88.7228394));
  const zero = f.like(x, 0);
  const upper = f.select(underflows, zero, tail);
  const isNegative = f.compare(x, 'LT', zero);
  return f.select(isNegative, f.sub(two, upper), upper);
}

/** The complement from the function below one and the tail beyond. */
function erfc(f: Formula, x: Value, large: Value, smallErf: (f: Formula, x: Value) => Value): Value {
  const one = f.like(x, 1);
  const small = f.sub(one, smallErf(f, x));
  const isSmall = f.compare(f.abs(x), 'LT', one);
  return f.select(isSmall, small, large);
}

function smallErf32(f: Formula, x: Value): Value {
  return f.mul(x, f.polynomial(f.square(x), table.erfSmall32));
}

const single = atLeastSingle(erf32);
const singleComplement = atLeastSingle((f, x) => erfc(f, x, largeErfc32(f, x), smallErf32));

/** Returns true if there is an expansion for numbers of this type; upstream has none for narrower ones. */
function isSupported(x: Value): boolean {
  return [f64, f32, f16, bf16].includes(floatType(x));
}

/** Expansions of the error function, its complement and its inverse. */
export const errorFunctionPatterns: readonly ConversionPattern[] = [
  expansion(chlo.ErfOp, (f, x) => {
    if (!isSupported(x)) return null;
    return floatType(x) === f64 ? erf64(f, x) : single(f, x);
  }),
  expansion(chlo.ErfcOp, (f, x) => {
    if (!isSupported(x)) return null;
    return floatType(x) === f64 ? erfc(f, x, largeErfc64(f, x), smallErf64) : singleComplement(f, x);
  }),
  expansion(chlo.ErfInvOp, atLeastSingle(erfInv)),
];
