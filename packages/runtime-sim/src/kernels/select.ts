import { bytesOf } from '../array/array-kind.ts';
import type { ArrayData } from '../array/array-kind.ts';
import { elementCount } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { resultStorage } from '../memory/result-storage.ts';
import { isSlotKind } from './slot-kind.ts';
import { computeVectors } from './vector-elementwise.ts';

/**
 * `onTrue` where `predicate` is true, else `onFalse`, element by element; a scalar predicate chooses one of them whole,
 * which is returned as it is.
 * @throws when the branches differ in kind or size, or a predicate that is no scalar in size.
 */
export function select(predicate: NdArray, onTrue: NdArray, onFalse: NdArray): NdArray {
  const { kind, shape } = onTrue;
  if (kind !== onFalse.kind || onTrue.data.length !== onFalse.data.length) {
    throw new Error(
      `select of ${kind}[${shape.join(', ')}] and ${onFalse.kind}[${onFalse.shape.join(', ')}]`,
    );
  }
  if (predicate.shape.length === 0) return predicate.data[0] === 0 ? onFalse : onTrue;
  const flags = predicate.data;
  const count = elementCount(shape);
  if (!(flags instanceof Uint8Array) || flags.length !== count) {
    throw new Error(
      `select predicate ${predicate.kind}[${predicate.shape.join(', ')}] for ${kind}[${shape.join(', ')}]`,
    );
  }
  if (isSlotKind(kind) && kind !== 'i1') {
    const vectors = computeVectors('select', [onTrue.data, onFalse.data, flags], [kind, kind, 'i1'], kind);
    if (vectors !== null) return { kind, shape, data: vectors };
  }
  const data = resultStorage(kind, count);
  switch (bytesOf(kind)) {
    case 1:
      select8(flags, bytes(onTrue.data), bytes(onFalse.data), bytes(data));
      break;
    case 2:
      select16(flags, halves(onTrue.data), halves(onFalse.data), halves(data));
      break;
    case 4:
      select32(flags, wordsOf(onTrue.data), wordsOf(onFalse.data), wordsOf(data));
      break;
    default:
      selectWide(flags, wordsOf(onTrue.data), wordsOf(onFalse.data), wordsOf(data), bytesOf(kind) / 4);
  }
  return { kind, shape, data };
}

function bytes(data: ArrayData): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

function halves(data: ArrayData): Uint16Array {
  return new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
}

function wordsOf(data: ArrayData): Int32Array {
  return new Int32Array(data.buffer, data.byteOffset, data.byteLength / 4);
}

// One loop per word type, so that each sees a single type of array. The mask avoids a branch on each flag, which costs
// most where the flags have no pattern.

function select8(flags: Uint8Array, onTrue: Uint8Array, onFalse: Uint8Array, out: Uint8Array): void {
  for (let i = 0; i < out.length; i += 1) {
    const mask = -flags[i];
    out[i] = (onTrue[i] & mask) | (onFalse[i] & ~mask);
  }
}

function select16(flags: Uint8Array, onTrue: Uint16Array, onFalse: Uint16Array, out: Uint16Array): void {
  for (let i = 0; i < out.length; i += 1) {
    const mask = -flags[i];
    out[i] = (onTrue[i] & mask) | (onFalse[i] & ~mask);
  }
}

function select32(flags: Uint8Array, onTrue: Int32Array, onFalse: Int32Array, out: Int32Array): void {
  for (let i = 0; i < out.length; i += 1) {
    const mask = -flags[i];
    out[i] = (onTrue[i] & mask) | (onFalse[i] & ~mask);
  }
}

function selectWide(
  flags: Uint8Array,
  onTrue: Int32Array,
  onFalse: Int32Array,
  out: Int32Array,
  words: number,
): void {
  for (let i = 0; i < flags.length; i += 1) {
    const mask = -flags[i];
    const start = i * words;
    for (let at = start; at < start + words; at += 1) {
      out[at] = (onTrue[at] & mask) | (onFalse[at] & ~mask);
    }
  }
}
