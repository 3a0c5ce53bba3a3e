import { bitWidth, bytesPerElement, floatFormats, isElementKind, isFloatKind } from '@shardform/ir-core';
import type { ElementKind, FloatFormat } from '@shardform/ir-core';

/** Complex element kinds, stored as the real component followed by the imaginary one. */
export type ComplexKind = 'complex<f32>' | 'complex<f64>';

/** Kinds of array elements. */
export type ArrayKind = ElementKind | ComplexKind;

/** Typed arrays that hold elements. */
export type ArrayData =
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/** Returns whether `kind` is complex. */
export function isComplexKind(kind: ArrayKind): kind is ComplexKind {
  return kind === 'complex<f32>' || kind === 'complex<f64>';
}

/** Returns whether `text` names a kind of array elements. */
export function isArrayKind(text: string): text is ArrayKind {
  return isElementKind(text) || text === 'complex<f32>' || text === 'complex<f64>';
}

/** Real kind of the components of `kind`. */
export function partKind(kind: ComplexKind): 'f32' | 'f64' {
  return kind === 'complex<f32>' ? 'f32' : 'f64';
}

/** Entries of the typed array that one element takes: 2 for complex kinds, else 1. */
export function lanesOf(kind: ArrayKind): 1 | 2 {
  return isComplexKind(kind) ? 2 : 1;
}

/** Bytes one element takes in memory, and in MLIR's raw dense buffer. */
export function bytesOf(kind: ArrayKind): number {
  return isComplexKind(kind) ? 2 * bytesPerElement(partKind(kind)) : bytesPerElement(kind);
}

/** Format of a float kind that is stored as bit patterns, which are all below 32 bits; `null` for every other kind. */
export function narrowFormat(kind: ArrayKind): FloatFormat | null {
  if (isComplexKind(kind) || !isFloatKind(kind) || bitWidth(kind) >= 32) return null;
  return floatFormats[kind];
}

/** Returns whether elements of `kind` are 64-bit integers, held as bigint. */
export function isBigKind(kind: ArrayKind): kind is 'i64' | 'ui64' {
  return kind === 'i64' || kind === 'ui64';
}

/** Zeroed storage for `count` elements of `kind`. */
export function allocate(kind: ArrayKind, count: number): ArrayData {
  // Typed arrays made by length are several times cheaper for a few elements than views of a buffer.
  switch (kind) {
    case 'f32':
      return new Float32Array(count);
    case 'complex<f32>':
      return new Float32Array(2 * count);
    case 'f64':
      return new Float64Array(count);
    case 'complex<f64>':
      return new Float64Array(2 * count);
    case 'i2':
    case 'i4':
    case 'i8':
      return new Int8Array(count);
    case 'i16':
      return new Int16Array(count);
    case 'i32':
      return new Int32Array(count);
    case 'i64':
      return new BigInt64Array(count);
    case 'ui32':
      return new Uint32Array(count);
    case 'ui64':
      return new BigUint64Array(count);
    case 'ui16':
    case 'f16':
    case 'bf16':
      return new Uint16Array(count);
    default:
      return new Uint8Array(count);
  }
}

/** Storage of `kind` over `count` elements at `byteOffset` of `buffer`, which must suit the alignment. */
export function viewBuffer(
  kind: ArrayKind,
  buffer: ArrayBufferLike,
  byteOffset: number,
  count: number,
): ArrayData {
  // The same type that `allocate` chooses.
  const Storage = allocate(kind, 0).constructor as new (
    buffer: ArrayBufferLike,
    byteOffset: number,
    length: number,
  ) => ArrayData;
  return new Storage(buffer, byteOffset, count * lanesOf(kind));
}

/** True if typed arrays are little-endian on this host, as they are on nearly every one. */
export const littleEndianHost = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
