import { checkInterrupt, checkInterruptAfter } from '@shardform/ir-core';
import { allocate, isBigKind, isComplexKind } from './array-kind.ts';
import type { ArrayData, ArrayKind } from './array-kind.ts';
import type { NdArray } from './nd-array.ts';
import { inRuns, RUN } from './runs.ts';

/**
 * Storage of the elements of `x` at row-major `positions`; zero (all bits) where a position is negative.
 * Bits are unchanged.
 */
export function take(x: NdArray, positions: Int32Array): ArrayData {
  const out = allocate(x.kind, positions.length);
  const words = wordsPerElement(x.kind);
  const source = wordsOf(x.kind, x.data);
  const all = wordsOf(x.kind, out);
  inRuns(positions.length, (start, end) =>
    takeWords(source, positions.subarray(start, end), all.subarray(words * start, words * end), words),
  );
  return out;
}

/** Writes element `i` of `source` at `positions[i]` of `data`, in order; negative positions are left out. */
export function put(kind: ArrayKind, data: ArrayData, positions: Int32Array, source: ArrayData): void {
  const perElement = wordsPerElement(kind);
  const from = wordsOf(kind, source);
  const to = wordsOf(kind, data);
  for (let i = 0; i < positions.length; i += 1) {
    if (i % RUN === 0) checkInterrupt();
    const at = positions[i];
    if (at < 0) continue;
    for (let word = 0; word < perElement; word += 1) to[at * perElement + word] = from[i * perElement + word];
  }
}

/**
 * Row-major offsets of the elements of a box of `sizes` whose neighbours along each dimension are `strides` apart.
 */
export function boxOffsets(sizes: readonly number[], strides: readonly number[]): Int32Array {
  let offsets = new Int32Array(1);
  for (let dim = 0; dim < sizes.length; dim += 1) {
    const size = sizes[dim];
    const stride = strides[dim];
    const finer = new Int32Array(offsets.length * size);
    for (let i = 0, at = 0; i < offsets.length; i += 1) {
      const base = offsets[i];
      checkInterruptAfter(size);
      for (let k = 0; k < size; k += 1, at += 1) finer[at] = base + k * stride;
    }
    offsets = finer;
  }
  return offsets;
}

type Words = Uint8Array | Uint16Array | Int32Array | Float64Array;

/** 64-bit integers go as two 32-bit words, since a float register could change their bits. */
function wordsPerElement(kind: ArrayKind): 1 | 2 {
  return isBigKind(kind) || isComplexKind(kind) ? 2 : 1;
}

function wordsOf(kind: ArrayKind, { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT }: ArrayData): Words {
  if (kind === 'f64' || kind === 'complex<f64>') return new Float64Array(buffer, byteOffset, byteLength / 8);
  if (BYTES_PER_ELEMENT === 1) return new Uint8Array(buffer, byteOffset, byteLength);
  if (BYTES_PER_ELEMENT === 2) return new Uint16Array(buffer, byteOffset, byteLength / 2);
  return new Int32Array(buffer, byteOffset, byteLength / 4);
}

// One loop per word type, so that each sees a single type of array.

function takeWords(source: Words, positions: Int32Array, target: Words, words: 1 | 2): void {
  if (source instanceof Int32Array && target instanceof Int32Array) {
    if (words === 2) takePairs32(source, positions, target);
    else take32(source, positions, target);
  } else if (source instanceof Float64Array && target instanceof Float64Array) {
    if (words === 2) takePairs64(source, positions, target);
    else take64(source, positions, target);
  } else if (source instanceof Uint16Array && target instanceof Uint16Array) {
    take16(source, positions, target);
  } else if (source instanceof Uint8Array && target instanceof Uint8Array) {
    take8(source, positions, target);
  }
}

function take8(source: Uint8Array, positions: Int32Array, target: Uint8Array): void {
  for (let i = 0; i < positions.length; i += 1) {
    const at = positions[i];
    if (at >= 0) target[i] = source[at];
  }
}

function take16(source: Uint16Array, positions: Int32Array, target: Uint16Array): void {
  for (let i = 0; i < positions.length; i += 1) {
    const at = positions[i];
    if (at >= 0) target[i] = source[at];
  }
}

function take32(source: Int32Array, positions: Int32Array, target: Int32Array): void {
  for (let i = 0; i < positions.length; i += 1) {
    const at = positions[i];
    if (at >= 0) target[i] = source[at];
  }
}

function takePairs32(source: Int32Array, positions: Int32Array, target: Int32Array): void {
  for (let i = 0; i < positions.length; i += 1) {
    const at = positions[i];
    if (at < 0) continue;
    target[2 * i] = source[2 * at];
    target[2 * i + 1] = source[2 * at + 1];
  }
}

function take64(source: Float64Array, positions: Int32Array, target: Float64Array): void {
  for (let i = 0; i < positions.length; i += 1) {
    const at = positions[i];
    if (at >= 0) target[i] = source[at];
  }
}

function takePairs64(source: Float64Array, positions: Int32Array, target: Float64Array): void {
  for (let i = 0; i < positions.length; i += 1) {
    const at = positions[i];
    if (at < 0) continue;
    target[2 * i] = source[2 * at];
    target[2 * i + 1] = source[2 * at + 1];
  }
}
