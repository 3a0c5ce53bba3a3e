import { bitWidth } from '@shardform/ir-core';
import { bytesOf, isComplexKind } from '../array/array-kind.ts';
import type { ArrayKind } from '../array/array-kind.ts';
import { fromDenseBytes, toDenseBytes } from '../array/dense-bytes.ts';
import { elementCount } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';

/**
 * Returns the bits of `x` read as elements of `kind` in an array of `shape`, little-endian: several narrow elements
 * along the innermost dimension make a wide one, the first of them its lowest bits. Shares memory where layout allows.
 * @throws when `x` has another number of bits.
 */
export function bitcastConvert(x: NdArray, kind: ArrayKind, shape: readonly number[]): NdArray {
  const from = bitsOf(x.kind);
  const to = bitsOf(kind);
  const count = elementCount(shape);
  if (elementCount(x.shape) * from !== count * to) {
    throw new Error(`bitcast of ${x.kind}[${x.shape.join(', ')}] to ${kind}[${shape.join(', ')}]`);
  }
  const bytes = toDenseBytes(x);
  if (from === to || (from >= 8 && to >= 8)) return fromDenseBytes(kind, shape, bytes);
  if (from > to) return fromDenseBytes(kind, shape, unpacked(bytes, bytesOf(x.kind), from, to, count));
  return fromDenseBytes(kind, shape, packed(bytes, from, bytesOf(kind), to, count));
}

function bitsOf(kind: ArrayKind): number {
  return isComplexKind(kind) ? 8 * bytesOf(kind) : bitWidth(kind);
}

/** Narrow elements of `narrow` < 8 bits, one a byte, out of wide ones of `stride` bytes. */
function unpacked(
  bytes: Uint8Array,
  stride: number,
  wide: number,
  narrow: number,
  count: number,
): Uint8Array {
  const out = new Uint8Array(count);
  const each = wide / narrow;
  for (let i = 0; i < count; i += 1) {
    const bit = (i % each) * narrow;
    out[i] = (bytes[Math.floor(i / each) * stride + (bit >> 3)] >> (bit & 7)) & (2 ** narrow - 1);
  }
  return out;
}

/** The inverse of `unpacked`, for `count` wide elements. */
function packed(bytes: Uint8Array, narrow: number, stride: number, wide: number, count: number): Uint8Array {
  const out = new Uint8Array(count * stride);
  const each = wide / narrow;
  for (let i = 0; i < bytes.length; i += 1) {
    const bit = (i % each) * narrow;
    const at = Math.floor(i / each) * stride + (bit >> 3);
    out[at] = out[at] | ((bytes[i] & (2 ** narrow - 1)) << (bit & 7));
  }
  return out;
}
