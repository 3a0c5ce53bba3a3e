import type { Vector, VectorExpressions } from '../wasm/vector-expression.ts';
import { isNarrowKind, type SlotKind } from './slot-kind.ts';

/**
 * Conversions of lanes. Narrow floats are f32 numbers in their lanes: `copy` widens them, and `without_payload` is what is
 * rounded to make them of f32, since a carry out of the digits of a NaN would make it a number.
 */
export const conversions = {
  copy: (e: VectorExpressions, x: Vector): Vector => x,
  i32_to_f32: (e: VectorExpressions, x: Vector): Vector => e.of('f32x4.convert_i32x4_s', x),
  truth_to_float: (e: VectorExpressions, mask: Vector): Vector => e.of('v128.and', mask, e.f32(1)),
  truth_to_word: (e: VectorExpressions, mask: Vector): Vector => e.of('v128.and', mask, e.word(1)),
  ui32_to_f32: (e: VectorExpressions, x: Vector): Vector => e.of('f32x4.convert_i32x4_u', x),
  without_payload: (e: VectorExpressions, x: Vector): Vector =>
    e.of('v128.bitselect', x, e.word(0x7fc00000), e.of('f32x4.eq', x, x)),
} as const;

/** Returns the conversion between two kinds; `null` where none rounds once, or gives integers of floats. */
export function vectorConversion(from: SlotKind, to: SlotKind): keyof typeof conversions | null {
  if (from === to) return 'copy';
  if (from === 'i1') return isWord(to) ? 'truth_to_word' : 'truth_to_float';
  if (to === 'i1') return null;
  if (isWord(from)) {
    if (isWord(to)) return 'copy';
    return to === 'f32' ? `${from}_to_f32` : null;
  }
  if (isWord(to)) return null;
  return isNarrowKind(to) ? 'without_payload' : 'copy';
}

function isWord(kind: SlotKind): kind is 'i32' | 'ui32' {
  return kind === 'i32' || kind === 'ui32';
}
