import type { ArrayKind } from '../array/array-kind.ts';

/** Floats of 16 bits, which are computed in f32 and rounded after each step. */
export type NarrowKind = 'bf16' | 'f16';

/** All of them. */
export const narrowKinds: readonly NarrowKind[] = ['bf16', 'f16'];

/** Kinds of elements that vector code computes; a lane has 32 bits, in memory elements have their own size. */
export type SlotKind = 'f32' | 'i1' | 'i32' | 'ui32' | NarrowKind;

const bytes: Readonly<Record<SlotKind, 1 | 2 | 4>> = { bf16: 2, f16: 2, f32: 4, i1: 1, i32: 4, ui32: 4 };

/** Bytes that an element takes in memory. */
export function slotBytes(kind: SlotKind): 1 | 2 | 4 {
  return bytes[kind];
}

/** Returns whether vector code computes elements of a kind. */
export function isSlotKind(kind: ArrayKind): kind is SlotKind {
  return Object.hasOwn(bytes, kind);
}

/** Returns whether elements are floats of 16 bits. */
export function isNarrowKind(kind: ArrayKind): kind is NarrowKind {
  return kind === 'bf16' || kind === 'f16';
}
