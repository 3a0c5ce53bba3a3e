import { isElementKind } from '@shardform/ir-core';
import type { ArrayHeader } from './array-filter.ts';
import { bytesOf, isArrayKind, lanesOf } from './array-kind.ts';
import type { ArrayKind } from './array-kind.ts';
import { narrowsTo } from './narrowed.ts';
import { fromDenseBytes, swapped, toDenseBytes } from './dense-bytes.ts';
import { elementCount, rowMajorStrides, zeros } from './nd-array.ts';
import type { NdArray } from './nd-array.ts';
import { copyStrided } from './strided-copy.ts';

/** Thrown for a file that is no array in NumPy's format, or has an unsupported type; the message gives the reason. */
export class NpyError extends Error {
  override readonly name = 'NpyError';
}

/** NumPy's descriptors; the kinds missing here are written as raw bytes (`<V1`, `<V2`), as NumPy does for ml_dtypes. */
const descriptors: Readonly<Partial<Record<ArrayKind, string>>> = {
  i1: '|b1',
  i8: '|i1',
  i16: '<i2',
  i32: '<i4',
  i64: '<i8',
  ui8: '|u1',
  ui16: '<u2',
  ui32: '<u4',
  ui64: '<u8',
  f16: '<f2',
  f32: '<f4',
  f64: '<f8',
  'complex<f32>': '<c8',
  'complex<f64>': '<c16',
};

const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** `array` as a file in NumPy's format version 1.0 (NumPy reference, "numpy.lib.format"). */
export function writeNpy(array: NdArray): Uint8Array {
  const { kind, shape } = array;
  const descriptor = descriptors[kind] ?? `<V${bytesOf(kind)}`;
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const text = `{'descr': '${descriptor}', 'fortran_order': False, 'shape': (${sizes}), }`;
  // The data starts at a multiple of 64 bytes: 10 bytes, the text, padding, a newline.
  const length = Math.ceil((10 + text.length + 1) / 64) * 64;
  const payload = toDenseBytes(array);
  const bytes = new Uint8Array(length + payload.length);
  bytes.set([...magic, 1, 0, (length - 10) & 0xff, (length - 10) >> 8]);
  bytes.set(new TextEncoder().encode(text.padEnd(length - 11) + '\n'), 10);
  bytes.set(payload, length);
  return bytes;
}

/**
 * Array in the file `bytes`, of any format version, byte order and element order.
 *
 * `kind` is the kind of raw bytes (`V1`, `V2`; bf16 by default for the latter) and of one-byte integers that encode a
 * narrower kind; otherwise it must agree with the file, or be what JAX narrows the file's to (`narrowsTo`), which is
 * left to the caller. Shares memory with `bytes` where alignment allows.
 * @throws NpyError for a file that cannot be read.
 */
export function readNpy(bytes: Uint8Array, kind?: ArrayKind): NdArray {
  const { descriptor, fortranOrder, shape, start } = headerOf(bytes);
  const found = kindOf(descriptor, kind);
  const size = elementCount(shape) * bytesOf(found);
  const payload = bytes.subarray(start);
  if (payload.length < size)
    throw new NpyError(`npy file is cut off: ${payload.length} of ${size} bytes of data`);
  let data = payload.subarray(0, size);
  if (descriptor.startsWith('>')) data = swapped(data, bytesOf(found) / lanesOf(found));
  if (!fortranOrder) return fromDenseBytes(found, shape, data);
  return reversedDimensions(fromDenseBytes(found, shape.toReversed(), data));
}

/**
 * Returns the header of an npy file, and the bytes of the whole file. `bytes` may be the beginning of it.
 * @throws NpyError for a file that is none, or for elements that have no kind here.
 */
export function npyHeader(
  bytes: Uint8Array,
  wanted?: ArrayKind,
): ArrayHeader & { readonly fileSize: number } {
  const { descriptor, shape, start } = headerOf(bytes);
  const kind = kindOf(descriptor, wanted);
  return { kind, shape, fileSize: start + elementCount(shape) * bytesOf(kind) };
}

interface NpyHeader {
  readonly descriptor: string;
  readonly fortranOrder: boolean;
  readonly shape: readonly number[];
  /** Offset of the data. */
  readonly start: number;
}

/** Returns whether a file is one array in NumPy's format, by its first bytes. */
export function isNpy(bytes: Uint8Array): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function headerOf(bytes: Uint8Array): NpyHeader {
  if (bytes.length < 10 || !isNpy(bytes)) {
    throw new NpyError('not an npy file: the first bytes are not \\x93NUMPY');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wide = bytes[6] >= 2;
  const start = wide ? 12 : 10;
  const length = wide && bytes.length >= 12 ? view.getUint32(8, true) : view.getUint16(8, true);
  const header = new TextDecoder().decode(bytes.subarray(start, start + length));
  return { ...parseHeader(header), start: start + length };
}

function parseHeader(header: string): Omit<NpyHeader, 'start'> {
  const descriptor = /'descr'\s*:\s*'([^']*)'/.exec(header)?.[1];
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(header)?.[1];
  const sizes = /'shape'\s*:\s*\(([\d\sL,]*)\)/.exec(header)?.[1];
  if (descriptor === undefined || order === undefined || sizes === undefined) {
    throw new NpyError(`npy header is not understood: ${header.trim().slice(0, 100)}`);
  }
  const shape = [...sizes.matchAll(/\d+/g)].map((match) => Number(match[0]));
  return { descriptor, fortranOrder: order === 'True', shape };
}

function kindOf(descriptor: string, wanted: ArrayKind | undefined): ArrayKind {
  const type = descriptor.slice(1);
  const found = Object.entries(descriptors).find(([, text]) => text.slice(1) === type)?.[0];
  if (found !== undefined && isArrayKind(found)) {
    if (wanted === undefined || wanted === found || narrowsTo(found, wanted)) return found;
    if (bytesOf(wanted) === 1 && (found === 'i8' || found === 'ui8')) return wanted;
    throw new NpyError(`npy file holds ${found}, expected ${wanted}`);
  }
  // The name that NumPy gives ml_dtypes.float8_e5m2, and no other type of eight bits.
  if (type === 'f1') {
    if (wanted === undefined || wanted === 'f8E5M2') return 'f8E5M2';
    throw new NpyError(`npy file holds f8E5M2, expected ${wanted}`);
  }
  if (type === 'V2' && (wanted === undefined || wanted === 'bf16')) return 'bf16';
  if (type === 'V1' && wanted !== undefined && isElementKind(wanted) && bytesOf(wanted) === 1) return wanted;
  if (type === 'V1') throw new NpyError(`npy file holds raw bytes: the element kind must be given`);
  throw new NpyError(`npy element type '${descriptor}' has no kind here`);
}

function reversedDimensions(array: NdArray): NdArray {
  const { kind, shape, data } = array;
  const result = zeros(kind, shape.toReversed());
  const from = { data, offset: 0, strides: rowMajorStrides(shape).reverse() };
  copyStrided(kind, result.shape, from, {
    data: result.data,
    offset: 0,
    strides: rowMajorStrides(result.shape),
  });
  return result;
}
