import { type ConversionPattern, IntegerType, type Value } from '@shardform/ir-core';
import { chlo } from '@shardform/dialect-stablehlo';
import { expansion } from './expansion.ts';
import { floatType, type Formula } from './formula.ts';

/** The neighbour of `x` towards `y`: its bits, as an integer, go one up or down. From zero it is the smallest number. */
function nextAfter(f: Formula, x: Value, y: Value): Value {
  const { width } = floatType(x);
  const integer = IntegerType.get(width);
  const bitsOfX = f.bitcast(x, integer);
  const bitsOfY = f.bitcast(y, integer);
  const isNanX = f.compare(x, 'NE', x);
  const isNan = f.or(isNanX, f.compare(y, 'NE', y));
  const nan = f.bitcast(f.like(x, NaN), integer);
  const signMask = f.like(bitsOfX, 1n << BigInt(width - 1));
  const magnitudeMask = f.like(bitsOfX, (1n << BigInt(width - 1)) - 1n);
  const magnitudeOfX = f.and(bitsOfX, magnitudeMask);
  const magnitudeOfY = f.and(bitsOfY, magnitudeMask);
  const areEqual = f.compare(x, 'EQ', y);
  const zero = f.like(bitsOfX, 0);
  const isZeroX = f.compare(magnitudeOfX, 'EQ', zero);
  const isZeroY = f.compare(magnitudeOfY, 'EQ', zero);
  const signOfX = f.and(bitsOfX, signMask);
  const signOfY = f.and(bitsOfY, signMask);
  const one = f.like(bitsOfX, 1);
  const smallest = f.or(signOfY, one);
  const signsDiffer = f.compare(signOfX, 'NE', signOfY);
  const isLarger = f.compare(magnitudeOfX, 'GT', magnitudeOfY);
  const goesDown = f.or(isLarger, signsDiffer);
  const step = f.select(goesDown, f.like(bitsOfX, -1), one);
  const stepped = f.add(bitsOfX, step);
  const fromZero = f.select(isZeroY, bitsOfY, smallest);
  const next = f.select(isZeroX, fromZero, stepped);
  const bits = f.select(isNan, nan, f.select(areEqual, bitsOfY, next));
  return f.bitcast(bits, floatType(x));
}

/** The expansion of `next_after`. */
export const nextAfterPattern: ConversionPattern = /* @__PURE__ */ expansion(chlo.NextAfterOp, nextAfter);
