import { type AttrConstraint, i32, IntegerAttr } from '@shardform/ir-core';
import { enumAttr } from './enum-attr.ts';

/** The rounding of results that the type can't represent exactly, as the number of the word. */
export const roundingMode: AttrConstraint<IntegerAttr> = /* @__PURE__ */ enumAttr(
  i32,
  ['to_nearest_even', 'downward', 'upward', 'toward_zero', 'to_nearest_away'],
  'Floating point rounding mode',
);

/** Returns true if results are rounded as JavaScript, XLA and processors do by default. */
export function roundsToNearestEven(mode: IntegerAttr | null): boolean {
  return mode === null || mode.value === 0n;
}
