import type { Value } from '@shardform/ir-core';
import type { Formula } from './formula.ts';

/** `sqrt(1 - x^2)` without cancellation near one. */
function cosineOfAsin(f: Formula, x: Value, one: Value): Value {
  const below = f.sub(one, x);
  return f.sqrt(f.mul(below, f.add(one, x)));
}

/** `2 atan2(x, 1 + sqrt((1 - x)(1 + x)))`. */
export function realAsin(f: Formula, x: Value): Value {
  const one = f.like(x, 1);
  const half = f.atan2(x, f.add(one, cosineOfAsin(f, x, one)));
  return f.add(half, half);
}

/** `atan2(sqrt((1 - x)(1 + x)), x)`. */
export function realAcos(f: Formula, x: Value): Value {
  return f.atan2(cosineOfAsin(f, x, f.like(x, 1)), x);
}

/** `sign(x) log1p(|x| + x^2 / (1 + sqrt(1 + x^2)))`, or `sign(x) (log 2 + log |x|)` where `x^2` overflows. */
export function realAsinh(f: Formula, x: Value): Value {
  const sign = f.sign(x);
  const magnitude = f.abs(x);
  const isLarge = f.compare(magnitude, 'GE', f.sqrt(f.largestLike(x)));
  const logTwo = f.log(f.like(x, 2));
  const large = f.add(logTwo, f.log(magnitude));
  const squared = f.square(magnitude);
  const one = f.like(x, 1);
  const denominator = f.add(one, f.sqrt(f.add(one, squared)));
  const small = f.log1p(f.add(magnitude, f.div(squared, denominator)));
  return f.mul(sign, f.select(isLarge, large, small));
}

/** `log1p(sqrt(x - 1) (sqrt(x + 1) + sqrt(x - 1)))`, or `log 2 + log x` where `x + x` overflows. */
export function realAcosh(f: Formula, x: Value): Value {
  const largest = f.largestLike(x);
  const two = f.like(x, 2);
  const isLarge = f.compare(x, 'GE', f.div(largest, two));
  const logTwo = f.log(two);
  const large = f.add(logTwo, f.log(x));
  const one = f.like(x, 1);
  const below = f.sqrt(f.sub(x, one));
  const above = f.sqrt(f.add(x, one));
  const small = f.log1p(f.mul(below, f.add(above, below)));
  return f.select(isLarge, large, small);
}

/** Expands `atan` of a real number. */
export function realAtan(f: Formula, x: Value): Value {
  return f.atan2(x, f.like(x, 1));
}

/** `(log1p(x) - log1p(-x)) / 2`, NaN beyond one. */
export function realAtanh(f: Formula, x: Value): Value {
  const magnitude = f.abs(x);
  const isOutside = f.compare(magnitude, 'GT', f.like(x, 1));
  const nan = f.like(x, NaN);
  const above = f.log1p(x);
  const difference = f.sub(above, f.log1p(f.neg(x)));
  return f.select(isOutside, nan, f.mul(difference, f.like(x, 0.5)));
}
