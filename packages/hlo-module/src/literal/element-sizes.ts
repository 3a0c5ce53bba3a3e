import type { ElementType } from '../model/shape.ts';

const widths: Readonly<Record<ElementType, number>> = {
  pred: 1,
  s1: 1,
  s2: 1,
  s4: 1,
  s8: 1,
  s16: 2,
  s32: 4,
  s64: 8,
  u1: 1,
  u2: 1,
  u4: 1,
  u8: 1,
  u16: 2,
  u32: 4,
  u64: 8,
  f4e2m1fn: 1,
  f6e2m3fn: 1,
  f6e3m2fn: 1,
  f8e3m4: 1,
  f8e4m3: 1,
  f8e4m3fn: 1,
  f8e4m3fnuz: 1,
  f8e4m3b11fnuz: 1,
  f8e5m2: 1,
  f8e5m2fnuz: 1,
  f8e8m0fnu: 1,
  f16: 2,
  bf16: 2,
  f32: 4,
  f64: 8,
  c64: 8,
  c128: 16,
};

/** Returns the bytes of one element of a literal; an element of less than a byte takes one. */
export function elementBytes(type: ElementType): number {
  return widths[type];
}

/** Returns the number of elements of an array. */
export function elementCount(dimensions: readonly number[]): number {
  return dimensions.reduce((product, size) => product * size, 1);
}
