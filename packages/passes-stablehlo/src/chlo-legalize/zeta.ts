import type { ConversionPattern, Value } from '@shardform/ir-core';
import { chlo } from '@shardform/dialect-stablehlo';
import { atLeastSingle, expansion } from './expansion.ts';
import type { Formula } from './formula.ts';
import { digamma, lgamma } from './gamma.ts';

/** Terms of the series that are summed one by one. */
const TERMS = 9;

/**
 * Bernoulli numbers over factorials, B_2k / (2k)!, from k = 12 down to 2: coefficients of the remainder of the
 * Euler-Maclaurin formula (see Cephes, zeta.c).
 */
const COEFFICIENTS: readonly number[] = [
  -1.3954464685812522e-19, 5.5090028283602295e-18, -2.1748686985580617e-16, 8.5860620562778452e-15,
  -3.3896802963225832e-13, 1.3382536530684679e-11, -5.2841901386874932e-10, 2.08767569878681e-8,
  -8.2671957671957675e-7, 3.3068783068783071e-5, -0.0013888888888888889,
];

/** Hurwitz' zeta function: the sum of `(q + k)^-x` over k from 0 on. */
function zeta(f: Formula, x: Value, q: Value): Value {
  const zero = f.like(q, 0);
  const one = f.like(q, 1);
  const exponent = f.neg(x);
  let base = q;
  let power = f.power(q, exponent);
  let sum = power;
  for (let k = 1; k <= TERMS; k++) {
    base = f.add(base, one);
    power = f.power(base, exponent);
    sum = f.add(sum, power);
  }
  base = f.add(base, one);
  power = f.power(base, exponent);

  // The rest of the sum by Euler and Maclaurin: an integral, half a term and a series in 1 / base^2.
  const first = f.like(x, 1);
  const numerator = f.mul(power, base);
  const integral = f.div(numerator, f.sub(x, first));
  const inverseSquare = f.div(one, f.square(base));
  let series = zero;
  for (const [i, coefficient] of COEFFICIENTS.entries()) {
    const order = 2 * (COEFFICIENTS.length - i);
    const upper = f.add(x, f.like(x, order));
    const factor = f.mul(upper, f.add(x, f.like(x, order - 1)));
    const inner = f.add(series, f.like(base, coefficient));
    series = f.mul(factor, f.mul(inverseSquare, inner));
  }
  const half = f.like(power, 0.5);
  const quotient = f.div(x, base);
  const corrections = f.mul(quotient, f.add(f.like(base, 1 / 12), series));
  const rest = f.mul(power, f.add(half, corrections));
  const total = f.add(f.add(sum, integral), rest);
  const lastTerm = f.abs(power);
  const magnitude = f.abs(sum);
  const isConverged = f.compare(lastTerm, 'LT', f.mul(magnitude, f.smallestLike(base)));
  const value = f.select(isConverged, sum, total);
  return atSingularities(f, x, q, value, { zero, one, first });
}

/** Sets what the series doesn't give: poles at `x = 1` and at integers `q <= 0`, NaN where the function is complex. */
function atSingularities(
  f: Formula,
  x: Value,
  q: Value,
  value: Value,
  { zero, one, first }: { readonly zero: Value; readonly one: Value; readonly first: Value },
): Value {
  const nan = f.like(x, NaN);
  const isBelowOne = f.compare(x, 'LT', first);
  const defined = f.select(isBelowOne, nan, value);
  const isNotPositive = f.compare(q, 'LE', zero);
  const isFractional = f.compare(x, 'NE', f.floor(x));
  const isComplex = f.and(isNotPositive, isFractional);
  const real = f.select(isComplex, nan, defined);
  const infinity = f.like(x, Infinity);
  const isIntegerQ = f.compare(q, 'EQ', f.floor(q));
  const isPole = f.and(isNotPositive, isIntegerQ);
  const two = f.like(x, 2);
  const isIntegerX = f.compare(x, 'EQ', f.floor(x));
  const isMultipleOfTwo = f.compare(f.remainder(x, two), 'EQ', zero);
  const isEven = f.and(isIntegerX, isMultipleOfTwo);
  const atPole = f.select(isEven, infinity, nan);
  const elsewhere = f.select(isPole, atPole, real);
  const isOne = f.compare(x, 'EQ', one);
  return f.select(isOne, infinity, elsewhere);
}

/** The `n`-th derivative of digamma: `(-1)^(n + 1) n! zeta(n + 1, x)`; NaN unless `n` is a natural number. */
function polygamma(f: Formula, n: Value, x: Value): Value {
  const one = f.like(x, 1);
  const two = f.like(x, 2);
  const parity = f.remainder(n, two);
  const sign = f.sub(f.mul(two, parity), one);
  const nPlusOne = f.add(n, one);
  const factorial = f.exp(lgamma(f, nPlusOne));
  const series = zeta(f, nPlusOne, x);
  const derivative = f.mul(f.mul(sign, factorial), series);
  const zero = f.like(x, 0);
  const isZero = f.compare(n, 'EQ', zero);
  const value = f.select(isZero, digamma(f, x), derivative);
  const isFractional = f.compare(n, 'NE', f.floor(n));
  const isNegative = f.compare(n, 'LT', zero);
  const isUndefined = f.or(isFractional, isNegative);
  return f.select(isUndefined, f.like(x, NaN), value);
}

/** Expansions of the zeta and polygamma functions. */
export const zetaPatterns: readonly ConversionPattern[] = [
  expansion(chlo.ZetaOp, atLeastSingle(zeta)),
  expansion(chlo.PolygammaOp, atLeastSingle(polygamma)),
];
