import { checkInterruptAfter } from '@shardform/ir-core';

/** Digits of a key that are sorted by at a time. */
const digitBits = 11;
const digits = 1 << digitBits;

/**
 * Positions of elements in rows of `length`, each row in the order of its keys; equal ones keep theirs. A row is sorted by the last
 * digit of its keys, then by the one before.
 */
export function sortedByKeys(keys: Uint32Array, length: number): Int32Array {
  let from = new Int32Array(keys.length);
  for (let i = 0; i < from.length; i += 1) from[i] = i;
  let to = new Int32Array(keys.length);
  const starts = new Uint32Array(digits);
  for (let shift = 0; shift < 32; shift += digitBits) {
    for (let row = 0; row < keys.length; row += length) {
      // Comparisons would take as long as many simple steps.
      checkInterruptAfter(10 * length);
      sortByDigit(keys, from, to, row, row + length, shift, starts);
    }
    [from, to] = [to, from];
  }
  return from;
}

function sortByDigit(
  keys: Uint32Array,
  from: Int32Array,
  to: Int32Array,
  start: number,
  end: number,
  shift: number,
  starts: Uint32Array,
): void {
  const mask = digits - 1;
  starts.fill(0);
  for (let i = start; i < end; i += 1) starts[(keys[i] >>> shift) & mask] += 1;
  let sum = start;
  for (let digit = 0; digit < digits; digit += 1) {
    const count = starts[digit];
    starts[digit] = sum;
    sum += count;
  }
  for (let i = start; i < end; i += 1) {
    const element = from[i];
    const digit = (keys[element] >>> shift) & mask;
    to[starts[digit]] = element;
    starts[digit] += 1;
  }
}
