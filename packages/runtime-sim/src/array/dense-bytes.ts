import { bitWidth, isIntegerKind, isSignedIntegerKind } from '@shardform/ir-core';
import { allocate, bytesOf, isComplexKind, lanesOf, littleEndianHost, viewBuffer } from './array-kind.ts';
import type { ArrayData, ArrayKind } from './array-kind.ts';
import { elementCount, fillFromFirst } from './nd-array.ts';
import type { NdArray } from './nd-array.ts';

/**
 * Array from the raw little-endian buffer of an MLIR dense attribute.
 *
 * `bytes` holds one element (a splat, repeated here) or all of them, row-major. Shares memory with `bytes` where layout
 * and alignment allow, so `bytes` must not change afterwards. Any non-zero `i1` byte is true; `ceil(n/8)` bytes for n
 * booleans are read as LLVM 19's packed bits, lowest bit first. Bits beyond the width of a sub-byte element are ignored.
 * @throws when `bytes` has neither of these sizes.
 */
export function fromDenseBytes(kind: ArrayKind, shape: readonly number[], bytes: Uint8Array): NdArray {
  const count = elementCount(shape);
  const elementBytes = bytesOf(kind);
  if (bytes.length === count * elementBytes)
    return { kind, shape, data: normalized(kind, viewBytes(kind, bytes)) };
  if (bytes.length === elementBytes) return { kind, shape, data: splat(kind, count, bytes) };
  if (kind === 'i1' && bytes.length === Math.ceil(count / 8))
    return { kind, shape, data: unpackBits(bytes, count) };
  throw new Error(`${kind}[${shape.join(', ')}] needs ${count * elementBytes} bytes, got ${bytes.length}`);
}

/**
 * Raw little-endian bytes of all elements, as an MLIR dense attribute stores them: one byte for `i1`, sub-byte integers
 * masked to their width. Shares memory with the array where layout allows.
 */
export function toDenseBytes(array: NdArray): Uint8Array {
  const { kind, data } = array;
  if (!isComplexKind(kind) && isIntegerKind(kind) && isSignedIntegerKind(kind) && bitWidth(kind) < 8) {
    const mask = 2 ** bitWidth(kind) - 1;
    const masked = new Uint8Array(data.length);
    for (let i = 0; i < masked.length; i += 1) masked[i] = Number(data[i]) & mask;
    return masked;
  }
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return littleEndianHost ? bytes : swapped(bytes, data.BYTES_PER_ELEMENT);
}

/** `bytes` with the order within each `width` of them reversed, in a copy. */
export function swapped(bytes: Uint8Array, width: number): Uint8Array {
  // Not `slice`, which a Buffer of Node has for views of the same memory.
  const result = new Uint8Array(bytes);
  for (let start = 0; start < result.length; start += width) result.subarray(start, start + width).reverse();
  return result;
}

function viewBytes(kind: ArrayKind, bytes: Uint8Array): ArrayData {
  const laneBytes = bytesOf(kind) / lanesOf(kind);
  const count = bytes.length / bytesOf(kind);
  if (!littleEndianHost && laneBytes > 1) return viewBuffer(kind, swapped(bytes, laneBytes).buffer, 0, count);
  if (bytes.byteOffset % laneBytes === 0) return viewBuffer(kind, bytes.buffer, bytes.byteOffset, count);
  return viewBuffer(kind, new Uint8Array(bytes).buffer, 0, count);
}

function splat(kind: ArrayKind, count: number, bytes: Uint8Array): ArrayData {
  const data = allocate(kind, count);
  const first = normalized(kind, viewBytes(kind, bytes));
  if (count === 0) return data;
  new Uint8Array(data.buffer).set(new Uint8Array(first.buffer, first.byteOffset, first.byteLength));
  fillFromFirst(data, lanesOf(kind));
  return data;
}

/** Storage with the surplus bits of sub-byte kinds cleared, or filled with the sign; a copy only where there are any. */
function normalized(kind: ArrayKind, data: ArrayData): ArrayData {
  if (isComplexKind(kind) || bitWidth(kind) >= 8) return data;
  const width = bitWidth(kind);
  const unused = 32 - width;
  const signed = isIntegerKind(kind) && isSignedIntegerKind(kind);
  const result = allocate(kind, data.length);
  for (let i = 0; i < data.length; i += 1) {
    const byte = Number(data[i]);
    if (kind === 'i1') result[i] = byte === 0 ? 0 : 1;
    else result[i] = signed ? (byte << unused) >> unused : byte & (2 ** width - 1);
  }
  return result;
}

function unpackBits(bytes: Uint8Array, count: number): Uint8Array {
  const data = new Uint8Array(count);
  for (let i = 0; i < count; i += 1) data[i] = (bytes[i >> 3] >> (i & 7)) & 1;
  return data;
}
