import { checkInterrupt, checkInterruptAfter } from '@shardform/ir-core';
import { elementCount } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { RUN } from '../array/runs.ts';
import { take } from '../array/take.ts';
import { sortedByKeys } from './sort-keys.ts';
import { transpose } from './transpose.ts';

/** Arrays of one shape whose rows along dimension `dim` are sorted together. Equal elements keep their order. */
export function sortRows(
  arrays: readonly NdArray[],
  dim: number,
  orderOf: (rows: readonly NdArray[]) => RowOrder,
): NdArray[] {
  const { shape } = arrays[0];
  const length = shape[dim];
  const toLast = shape.map((_, i) => i).filter((i) => i !== dim);
  toLast.push(dim);
  const back = toLast.map((_, i) => toLast.indexOf(i));
  const rows = arrays.map((array) => transpose(array, toLast));
  const rowOrder = orderOf(rows);
  const order =
    typeof rowOrder === 'function'
      ? sortedOrder(elementCount(shape), length, rowOrder)
      : length < fewKeys
        ? sortedOrder(elementCount(shape), length, (i, j) => rowOrder[i] < rowOrder[j])
        : sortedByKeys(rowOrder, length);
  return rows.map((row) => transpose({ ...row, data: take(row, order) }, back));
}

/** Returns true if the element at a row-major position belongs before another one. */
export type IsBefore = (i: number, j: number) => boolean;

/** The order of elements, given for the arrays with the sorted dimension last: a comparison, or a key of each element. */
export type RowOrder = IsBefore | Uint32Array;

/** Rows of fewer keys are sorted by comparing them. */
const fewKeys = 256;

/** Positions of `count` elements in rows of `length`, each row sorted; bottom-up merge sort on runs made by insertion. */
function sortedOrder(count: number, length: number, isBefore: IsBefore): Int32Array {
  let from = new Int32Array(count);
  for (let i = 0; i < count; i += 1) from[i] = i;
  if (length < 2) return from;
  for (let start = 0; start < count; start += length) {
    for (let run = start; run < start + length; run += runLength) {
      // Comparisons take as long as many simple steps.
      checkInterruptAfter(10 * runLength);
      insertionSort(from, run, Math.min(run + runLength, start + length), isBefore);
    }
  }
  let to = new Int32Array(count);
  for (let width = runLength; width < length; width *= 2) {
    for (let start = 0; start < count; start += length) {
      const end = start + length;
      for (let low = start; low < end; low += 2 * width) {
        merge(from, to, low, Math.min(low + width, end), Math.min(low + 2 * width, end), isBefore);
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Up to this many elements insertion beats merging. */
const runLength = 8;

function insertionSort(order: Int32Array, start: number, end: number, isBefore: IsBefore): void {
  for (let i = start + 1; i < end; i += 1) {
    const moving = order[i];
    let at = i;
    for (; at > start && isBefore(moving, order[at - 1]); at -= 1) order[at] = order[at - 1];
    order[at] = moving;
  }
}

function merge(
  from: Int32Array,
  to: Int32Array,
  low: number,
  middle: number,
  high: number,
  isBefore: IsBefore,
): void {
  let left = low;
  let right = middle;
  for (let at = low; at < high; at += 1) {
    if (at % RUN === 0) checkInterrupt();
    const takesRight = left >= middle || (right < high && isBefore(from[right], from[left]));
    to[at] = takesRight ? from[right++] : from[left++];
  }
}
