import type { Value } from '@shardform/ir-core';
import type { RealArithmetic } from './real-arithmetic.ts';

/**
 * Returns the rounding error of a square: `v * v - square`, by Dekker's splitting of `v` into two halves.
 *
 * @param splitter gives 2^s + 1 where the mantissa of the type has 2s or 2s - 1 bits; asked for once.
 */
export function squareError(r: RealArithmetic, v: Value, square: Value, splitter: () => Value): Value {
  const negated = r.negate(square);
  const shifted = r.multiply(splitter(), v);
  const high = r.add(shifted, r.subtract(v, shifted));
  const upper = r.add(negated, r.multiply(high, high));
  const low = r.subtract(v, high);
  const mixed = r.multiply(high, low);
  const middle = r.add(r.add(upper, mixed), mixed);
  return r.add(middle, r.multiply(low, low));
}

/** Returns the rounding error of `sum = a + b` (Knuth's two-sum). */
export function sumError(r: RealArithmetic, sum: Value, a: Value, b: Value): Value {
  const fromB = r.subtract(sum, a);
  const errorOfA = r.subtract(a, r.subtract(sum, fromB));
  return r.add(errorOfA, r.subtract(b, fromB));
}

/** Returns the rounding error of `sum = a + b` where `a` is not the smaller one (Dekker's fast two-sum). */
export function orderedSumError(r: RealArithmetic, sum: Value, a: Value, b: Value): Value {
  return r.subtract(b, r.subtract(sum, a));
}

/**
 * Returns the splitter of {@link squareError}, chosen by how large numbers of the type get; made when first asked for.
 */
export function splitterOf(r: RealArithmetic): () => Value {
  let splitter: Value | null = null;
  return () => {
    if (splitter !== null) return splitter;
    const isDouble = r.compare('GT', r.largest, r.constant(1e308));
    const forDouble = r.constant(2 ** 27 + 1);
    const isSingle = r.compare('GT', r.largest, r.constant(1e38));
    const forOthers = r.select(isSingle, r.constant(2 ** 12 + 1), r.constant(2 ** 6 + 1));
    return (splitter = r.select(isDouble, forDouble, forOthers));
  };
}
