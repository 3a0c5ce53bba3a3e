import { i32, IntegerAttr } from '@shardform/ir-core';
import type { WindowAttr } from '../constraints.ts';

/** Returns a number for each of `count` positions: one for all, one each, or half as many that count twice. */
export function perPosition(attribute: WindowAttr, count: number): readonly number[] {
  if (attribute instanceof IntegerAttr) return new Array<number>(count).fill(attribute.number);
  const numbers = attribute.numbers();
  return numbers.length * 2 === count ? [...numbers, ...numbers] : numbers;
}

/** `1 : i32`. */
export function i32Number(value: number): IntegerAttr {
  return IntegerAttr.get(value, i32);
}
