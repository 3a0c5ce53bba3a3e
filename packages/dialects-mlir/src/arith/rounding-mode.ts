import { type AttrConstraint, i32, IntegerAttr } from '@shardform/ir-core';
import { enumAttr } from './enum-attr.ts';

/** How results are rounded that no number of the type is equal to; the number of the word. */
export const roundingMode: AttrConstraint<IntegerAttr> = /* @__PURE__ */ enumAttr(
  i32,
  ['to_nearest_even', 'downward', 'upward', 'toward_zero', 'to_nearest_away'],
  'Floating point rounding mode',
);

/** Whether results are rounded as JavaScript, XLA and machines do by default. */
export function roundsToNearestEven(mode: IntegerAttr | null): boolean {
  return mode === null || mode.value === 0n;
}
