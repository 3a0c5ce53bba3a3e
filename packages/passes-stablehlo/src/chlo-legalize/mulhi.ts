import { type ConversionPattern, IntegerType, type Value } from '@shardform/ir-core';
import { chlo } from '@shardform/dialect-stablehlo';
import { rankedType } from './constant-like.ts';
import { expansion } from './expansion.ts';
import type { Formula } from './formula.ts';

/** The upper half of the product of 64-bit unsigned numbers, from products of their 32-bit halves. */
function unsigned64(f: Formula, x: Value, y: Value): Value {
  const highOf = (value: Value, shape: Value): Value => f.shiftRightLogical(value, f.like(shape, 32));
  const lowOf = (value: Value, shape: Value): Value => f.and(value, f.like(shape, 0xffffffffn));
  const highX = highOf(x, x);
  const highY = highOf(y, y);
  const highs = f.mul(highX, highY);
  const lowX = lowOf(x, x);
  const mixed = f.mul(lowX, highY);
  const lowY = lowOf(y, y);
  const lows = f.mul(lowX, lowY);
  const middle = f.add(mixed, highOf(lows, x));
  const upper = f.add(highs, highOf(middle, x));
  const otherMixed = f.mul(highX, lowY);
  const carry = f.add(otherMixed, lowOf(middle, x));
  return f.add(upper, highOf(carry, x));
}

/** The unsigned result less the other factor for each factor that is negative. */
function signed64(f: Formula, x: Value, y: Value): Value {
  const unsigned = IntegerType.get(64, 'unsigned');
  const unsignedX = f.convert(x, unsigned);
  let result = unsigned64(f, unsignedX, f.convert(y, unsigned));
  for (const [factor, other] of [
    [x, y],
    [y, x],
  ] as const) {
    const isNegative = f.compare(factor, 'LT', f.like(factor, 0));
    const converted = f.convert(other, unsigned);
    const zero = f.like(f.convert(other, unsigned), 0);
    result = f.sub(result, f.select(isNegative, converted, zero));
  }
  return f.convert(result, rankedType(x).elementType);
}

/** The expansion of `mulhi`: narrower integers are multiplied in twice their width. */
export const mulhiPattern: ConversionPattern = /* @__PURE__ */ expansion(chlo.MulhiOp, (f, x, y) => {
  const { elementType } = rankedType(x);
  if (!(elementType instanceof IntegerType)) return null;
  const { width, isUnsigned } = elementType;
  if (width === 64) return isUnsigned ? unsigned64(f, x, y) : signed64(f, x, y);
  const wide = IntegerType.get(2 * width, isUnsigned ? 'unsigned' : 'signless');
  const wideX = f.convert(x, wide);
  const product = f.mul(wideX, f.convert(y, wide));
  const amount = f.like(product, width);
  const upper = isUnsigned ? f.shiftRightLogical(product, amount) : f.shiftRightArithmetic(product, amount);
  return f.convert(upper, elementType);
});
