import {
  bitWidth,
  encodeNarrowFloat,
  floatDecodeTable,
  isIntegerKind,
  isSignedIntegerKind,
  product,
} from '@shardform/ir-core';
import { allocate, isBigKind, isComplexKind, lanesOf, narrowFormat } from './array-kind.ts';
import type { ArrayData, ArrayKind } from './array-kind.ts';

/**
 * Dense array, row-major and contiguous; immutable, so arrays may share their storage.
 *
 * `data` holds: f32 and f64 values; integers by their value, those of 2 and 4 bits in bytes; `i1` as 0 or 1; narrower
 * floats as bit patterns; complex numbers as alternating real and imaginary parts.
 */
export interface NdArray {
  readonly kind: ArrayKind;
  /** Sizes by dimension; `[]` for a scalar. */
  readonly shape: readonly number[];
  readonly data: ArrayData;
}

/** A complex number. */
export interface Complex {
  readonly re: number;
  readonly im: number;
}

/** One element as a JavaScript value: bigint for 64-bit integers, number for other real kinds, `i1` as 0 or 1. */
export type Scalar = number | bigint | Complex;

/** Number of elements of `shape`. */
export function elementCount(shape: readonly number[]): number {
  return product(shape);
}

/** Distances in elements between neighbours along each dimension of a row-major array of `shape`. */
export function rowMajorStrides(shape: readonly number[]): number[] {
  const strides = new Array<number>(shape.length);
  let stride = 1;
  for (let dim = shape.length - 1; dim >= 0; dim -= 1) {
    strides[dim] = stride;
    stride *= shape[dim];
  }
  return strides;
}

/**
 * Array over existing storage, which it takes over.
 * @throws if the length of `data` doesn't match `shape`.
 */
export function makeArray(kind: ArrayKind, shape: readonly number[], data: ArrayData): NdArray {
  const length = elementCount(shape) * lanesOf(kind);
  if (data.length !== length) {
    throw new Error(`storage of ${kind}[${shape.join(', ')}] has ${data.length} entries, expected ${length}`);
  }
  return { kind, shape, data };
}

/** Array of zeros; of the smallest power of two for `f8E8M0FNU`, which has no zero. */
export function zeros(kind: ArrayKind, shape: readonly number[]): NdArray {
  return { kind, shape, data: allocate(kind, elementCount(shape)) };
}

/** Array with every element `value`, rounded or wrapped to `kind`. */
export function filled(kind: ArrayKind, shape: readonly number[], value: Scalar): NdArray {
  const { data } = zeros(kind, shape);
  if (data.length === 0) return { kind, shape, data };
  setElement(kind, data, 0, value);
  if (isComplexKind(kind)) data.copyWithin(lanesOf(kind), 0, 0);
  fillFromFirst(data, lanesOf(kind));
  return { kind, shape, data };
}

/** Repeats the first `lanes` entries of `data` through the whole of it. */
export function fillFromFirst(data: ArrayData, lanes: 1 | 2): void {
  for (let done: number = lanes; done < data.length; done *= 2) data.copyWithin(done, 0, done);
}

/**
 * Array of the given elements in row-major order, each rounded or wrapped to `kind`. For small arrays.
 * @throws when the number of values is not that of `shape`.
 */
export function arrayOf(kind: ArrayKind, shape: readonly number[], values: readonly Scalar[]): NdArray {
  const count = elementCount(shape);
  if (values.length !== count) throw new Error(`expected ${count} values for ${kind}, got ${values.length}`);
  const data = allocate(kind, count);
  values.forEach((value, index) => setElement(kind, data, index, value));
  return { kind, shape, data };
}

/** Scalar array of `value`, rounded or wrapped to `kind`. */
export function scalarArray(kind: ArrayKind, value: Scalar): NdArray {
  return arrayOf(kind, [], [value]);
}

/** Element at the row-major position `index`; narrow floats are decoded. */
export function elementAt(array: NdArray, index: number): Scalar {
  const { kind, data } = array;
  if (isComplexKind(kind)) return { re: Number(data[2 * index]), im: Number(data[2 * index + 1]) };
  const entry = data[index];
  const format = narrowFormat(kind);
  return format === null ? entry : floatDecodeTable(format)[Number(entry)];
}

/** All elements in row-major order, narrow floats decoded. For small arrays. */
export function elementsOf(array: NdArray): Scalar[] {
  return Array.from({ length: elementCount(array.shape) }, (_, index) => elementAt(array, index));
}

/** Writes `value`, rounded or wrapped to `kind`, at element `index` of storage that is not yet shared. */
export function setElement(kind: ArrayKind, data: ArrayData, index: number, value: Scalar): void {
  if (isComplexKind(kind)) {
    const { re, im } = typeof value === 'object' ? value : { re: Number(value), im: 0 };
    // Complex kinds are stored in float arrays.
    const parts = data as Float64Array;
    parts[2 * index] = re;
    parts[2 * index + 1] = im;
    return;
  }
  const real = typeof value === 'object' ? value.re : value;
  if (isBigKind(kind)) {
    // 64-bit kinds are stored in bigint arrays, which wrap on their own.
    (data as BigInt64Array)[index] = BigInt(real);
    return;
  }
  // Every other kind is stored in an array of numbers.
  (data as Float64Array)[index] = entryOf(kind, Number(real));
}

function entryOf(kind: Exclude<ArrayKind, 'complex<f32>' | 'complex<f64>'>, value: number): number {
  if (kind === 'i1') return value === 0 ? 0 : 1;
  const format = narrowFormat(kind);
  if (format !== null) return encodeNarrowFloat(format, value);
  if (!isIntegerKind(kind)) return value;
  return wrapNarrowInteger(value, bitWidth(kind), isSignedIntegerKind(kind));
}

/** `value` modulo `2^bits` for integers of 2 and 4 bits, which share a byte's storage; wider ones wrap on storing. */
function wrapNarrowInteger(value: number, bits: number, signed: boolean): number {
  if (bits >= 8) return value;
  const low = value & (2 ** bits - 1);
  return signed && low >= 2 ** (bits - 1) ? low - 2 ** bits : low;
}
