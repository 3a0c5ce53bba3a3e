import type { ConversionPattern, Value } from '@shardform/ir-core';
import { chlo } from '@shardform/dialect-stablehlo';
import { atLeastSingle, expansion } from './expansion.ts';
import type { Formula } from './formula.ts';

/*
 * Lanczos' approximation with g = 7 and nine terms (coefficients by P. Godfrey):
 * Gamma(z + 1) = sqrt(2 pi) t^(z + 1/2) exp(-t) A(z), t = z + g + 1/2, A(z) = base + sum of c_i / (z + i).
 */
const G = 7;
const BASE = 0.99999999999980993227684700473478;
const COEFFICIENTS: readonly number[] = [
  676.520368121885098567009190444019, -1259.13921672240287047156078755283, 771.3234287776530788486528258894,
  -176.61502916214059906584551354, 12.507343278686904814458936853, -0.13857109526572011689554707,
  9.984369578019570859563e-6, 1.50563273514931155834e-7,
];
const LOG_SQRT_TWO_PI = (Math.LN2 + Math.log(Math.PI)) / 2;

/** The logarithms of `t` and of what it is made of. */
function logOfT(f: Formula, x: Value, z: Value): { readonly t: Value; readonly log: Value } {
  const offset = f.like(x, G + 0.5);
  const t = f.add(offset, z);
  const logOfOffset = f.like(x, Math.log(G + 0.5));
  // Keeps digits that log(t) would lose for small z.
  return { t, log: f.add(logOfOffset, f.log1p(f.div(z, offset))) };
}

/** `-x` below one half, where a reflection formula leads back to the argument, and `x - 1` from there on. */
function shifted(
  f: Formula,
  x: Value,
): { readonly z: Value; readonly isReflected: Value; readonly half: Value; readonly one: Value } {
  const half = f.like(x, 0.5);
  const isReflected = f.compare(x, 'LT', half);
  const negated = f.neg(x);
  const one = f.like(x, 1);
  return { z: f.select(isReflected, negated, f.sub(x, one)), isReflected, half, one };
}

/** `log |Gamma(x)|`. */
export function lgamma(f: Formula, x: Value): Value {
  const { z, isReflected, half, one } = shifted(f, x);
  let sum = f.like(x, BASE);
  for (const [i, c] of COEFFICIENTS.entries()) {
    const coefficient = f.like(x, c);
    const place = f.like(x, i + 1);
    sum = f.add(sum, f.div(coefficient, f.add(z, place)));
  }
  const { t, log } = logOfT(f, x, z);
  // (z + 1/2) log t - t, as a product with one rounding less for large z.
  const quotient = f.div(t, log);
  const power = f.mul(f.sub(f.add(z, half), quotient), log);
  const logOfSum = f.log(sum);
  const direct = f.add(f.add(f.like(x, LOG_SQRT_TWO_PI), power), logOfSum);

  // log |Gamma(x)| = log pi - log |sin(pi x)| - log |Gamma(1 - x)|; the sine of the distance to an integer is exact.
  const magnitude = f.abs(x);
  const fraction = f.sub(magnitude, f.floor(magnitude));
  const isAboveHalf = f.compare(half, 'LT', fraction);
  const distance = f.select(isAboveHalf, f.sub(one, fraction), fraction);
  const logOfSine = f.log(f.sine(f.mul(f.like(x, Math.PI), distance)));
  const reflected = f.sub(f.sub(f.like(x, Math.log(Math.PI)), logOfSine), direct);
  const isFinite = f.isFinite(logOfSine);
  const atPoleOrNot = f.select(isFinite, reflected, f.neg(logOfSine));
  const value = f.select(isReflected, atPoleOrNot, direct);
  const absolute = f.abs(x);
  const isInfinite = f.compare(absolute, 'EQ', f.like(absolute, Infinity));
  return f.select(isInfinite, f.like(x, Infinity), value);
}

/** `Gamma'(x) / Gamma(x)`; NaN at the poles. */
export function digamma(f: Formula, x: Value): Value {
  const { z, isReflected } = shifted(f, x);
  const zero = f.like(x, 0);
  let derivative = zero;
  let sum = f.like(x, BASE);
  for (const [i, c] of COEFFICIENTS.entries()) {
    const coefficient = f.like(x, c);
    const term = f.add(z, f.like(x, i + 1));
    const square = f.square(term);
    derivative = f.sub(derivative, f.div(coefficient, square));
    sum = f.add(sum, f.div(coefficient, term));
  }
  const { t, log } = logOfT(f, x, z);
  const quotient = f.div(derivative, sum);
  const correction = f.div(f.like(x, G), t);
  const direct = f.sub(f.add(log, quotient), correction);

  // digamma(x) = digamma(1 - x) - pi / tan(pi x), x reduced to within one half of an integer.
  const nearest = f.floor(f.add(x, f.like(x, 0.5)));
  const reduced = f.add(x, f.abs(nearest));
  const pi = f.like(x, Math.PI);
  const angle = f.mul(pi, reduced);
  const cosine = f.cosine(angle);
  const sine = f.sine(angle);
  const reflected = f.sub(direct, f.div(f.mul(pi, cosine), sine));
  const value = f.select(isReflected, reflected, direct);
  const isNotPositive = f.compare(x, 'LE', zero);
  const isInteger = f.compare(x, 'EQ', f.floor(x));
  const isPole = f.and(isNotPositive, isInteger);
  return f.select(isPole, f.like(x, NaN), value);
}

/** Expansions of the logarithm of the gamma function and its derivative. */
export const gammaPatterns: readonly ConversionPattern[] = [
  expansion(chlo.LgammaOp, atLeastSingle(lgamma)),
  expansion(chlo.DigammaOp, atLeastSingle(digamma)),
];
