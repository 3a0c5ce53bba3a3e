import type { IntegerUnaryLoop } from './chunks.ts';

/** Loops of the integer operations of one operand, on integers of `bits` bits extended to 32; the caller wraps. */
export const integerUnaryLoops = {
  abs: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.abs(x[i]);
  },
  count_leading_zeros: (x, out, count, bits) => {
    const unused = 32 - bits;
    for (let i = 0; i < count; i += 1) out[i] = Math.min(bits, Math.clz32(x[i] << unused));
  },
  negate: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = -x[i];
  },
  not: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = ~x[i];
  },
  popcnt: (x, out, count, bits) => {
    const unused = 32 - bits;
    for (let i = 0; i < count; i += 1) out[i] = populationCount(x[i] << unused);
  },
  sign: (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = (x[i] >> 31) | (-x[i] >>> 31);
  },
} as const satisfies Readonly<Record<string, IntegerUnaryLoop>>;

/** Number of set bits of a 32-bit word (Warren, "Hacker's Delight", section 5-1). */
export function populationCount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  x = (x + (x >>> 4)) & 0x0f0f0f0f;
  return Math.imul(x, 0x01010101) >>> 24;
}
