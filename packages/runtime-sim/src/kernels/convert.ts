import { bitWidth, isFloatKind, isSignedIntegerKind } from '@shardform/ir-core';
import type { ElementKind, FloatKind, IntegerKind } from '@shardform/ir-core';
import { allocate, isComplexKind, littleEndianHost, partKind } from '../array/array-kind.ts';
import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import { asDoubles, loadDoubles, storeDoubles } from '../array/lanes.ts';
import { elementCount } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { complexParts } from './complex-ops.ts';
import { loadIntegers, storeIntegers } from './chunks.ts';
import { isSlotKind } from './slot-kind.ts';
import { vectorConversion } from './vector-conversions.ts';
import { computeVectors } from './vector-elementwise.ts';

/**
 * `x` with its elements converted to `kind` (StableHLO spec, "convert", as the reference interpreter decides it):
 * integers wrap, floats round once to nearest even, a float becomes the nearest integer towards zero that the kind
 * holds, NaN zero; anything but zero is true; a complex number loses its imaginary component or gets a zero one.
 * Returns `x` itself when it has that kind.
 */
export function convert(x: NdArray, kind: ArrayKind): NdArray {
  const { shape, data } = x;
  if (x.kind === kind) return x;
  if (isComplexKind(x.kind)) {
    if (isComplexKind(kind)) return { kind, shape, data: doublesInto(kind, asDoubles(x.kind, data)) };
    return convert({ kind: partKind(x.kind), shape, data: complexParts(x.kind, data, 0) }, kind);
  }
  if (isComplexKind(kind)) {
    const parts = convert(x, partKind(kind));
    const out = allocate(kind, elementCount(shape));
    for (let i = 0; i < parts.data.length; i += 1) out[2 * i] = parts.data[i];
    return { kind, shape, data: out };
  }
  return { kind, shape, data: convertedVectors(x.kind, data, kind) ?? convertReal(x.kind, data, kind) };
}

function convertedVectors(from: ElementKind, data: ArrayData, to: ElementKind): ArrayData | null {
  if (!isSlotKind(from) || !isSlotKind(to)) return null;
  const name = vectorConversion(from, to);
  return name === null ? null : computeVectors(name, [data], [from], to);
}

function convertReal(from: ElementKind, data: ArrayData, to: ElementKind): ArrayData {
  if (to === 'i1') return truth(from, data);
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) return convertBig(data, to);
  if (isFloatKind(to)) return throughDoubles(from, data, to);
  if (isFloatKind(from)) return truncated(asDoubles(from, data), to);
  if (to === 'i64' || to === 'ui64') {
    const out = to === 'i64' ? new BigInt64Array(data.length) : new BigUint64Array(data.length);
    const words = new Int32Array(out.buffer);
    const [low, high] = littleEndianHost ? [0, 1] : [1, 0];
    for (let i = 0; i < data.length; i += 1) {
      const value = data[i];
      words[2 * i + low] = value;
      words[2 * i + high] = value < 0 ? -1 : 0;
    }
    return out;
  }
  const words = new Int32Array(data.length);
  loadIntegers(data, 0, data.length, words);
  return storedIntegers(to, words);
}

function storedIntegers(kind: IntegerKind, words: Int32Array): ArrayData {
  const out = allocate(kind, words.length);
  storeIntegers(kind, out, 0, words.length, words);
  return out;
}

function doublesInto(kind: ArrayKind, doubles: Float64Array): ArrayData {
  const out = allocate(kind, isComplexKind(kind) ? doubles.length / 2 : doubles.length);
  storeDoubles(kind, out, 0, doubles.length, doubles);
  return out;
}

const chunkLength = 2048;

function throughDoubles(from: ElementKind, data: ArrayData, to: FloatKind): ArrayData {
  const out = allocate(to, data.length);
  const scratch = new Float64Array(Math.min(chunkLength, data.length));
  for (let start = 0; start < data.length; start += chunkLength) {
    const count = Math.min(chunkLength, data.length - start);
    loadDoubles(from, data, start, count, scratch);
    storeDoubles(to, out, start, count, scratch);
  }
  return out;
}

function truth(kind: ElementKind, data: ArrayData): Uint8Array {
  const out = new Uint8Array(data.length);
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) {
    for (let i = 0; i < out.length; i += 1) out[i] = data[i] === 0n ? 0 : 1;
  } else {
    const doubles = asDoubles(kind, data);
    for (let i = 0; i < out.length; i += 1) out[i] = doubles[i] === 0 ? 0 : 1;
  }
  return out;
}

/** Floats towards zero, saturating. */
function truncated(doubles: Float64Array, to: IntegerKind): ArrayData {
  const signed = isSignedIntegerKind(to);
  const low = signed ? -(2 ** (bitWidth(to) - 1)) : 0;
  const high = 2 ** (signed ? bitWidth(to) - 1 : bitWidth(to));
  const out = allocate(to, doubles.length);
  if (out instanceof BigInt64Array || out instanceof BigUint64Array) {
    for (let i = 0; i < out.length; i += 1) out[i] = truncatedBig(doubles[i], low, high);
    return out;
  }
  for (let i = 0; i < out.length; i += 1) {
    const value = doubles[i];
    // Storing cuts the fraction off and makes NaN zero.
    out[i] = value < low ? low : value > high - 1 ? high - 1 : value;
  }
  return out;
}

function truncatedBig(value: number, low: number, high: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value < low) return BigInt(low);
  return value >= high ? BigInt(high) - 1n : BigInt(Math.trunc(value));
}

function convertBig(data: BigInt64Array | BigUint64Array, to: Exclude<ElementKind, 'i1'>): ArrayData {
  if (to === 'i64') return new BigInt64Array(data.buffer, data.byteOffset, data.length);
  if (to === 'ui64') return new BigUint64Array(data.buffer, data.byteOffset, data.length);
  const words = new Int32Array(data.buffer, data.byteOffset, 2 * data.length);
  const lowAt = littleEndianHost ? 0 : 1;
  if (!isFloatKind(to)) {
    const low = new Int32Array(data.length);
    for (let i = 0; i < low.length; i += 1) low[i] = words[2 * i + lowAt];
    return storedIntegers(to, low);
  }
  const signed = data instanceof BigInt64Array;
  const doubles = new Float64Array(data.length);
  for (let i = 0; i < doubles.length; i += 1) {
    const high = words[2 * i + 1 - lowAt];
    // The sum rounds once. Up to 53 bits it is exact; beyond, rounding again to a narrower float needs more care.
    doubles[i] = (signed ? high : high >>> 0) * 2 ** 32 + (words[2 * i + lowAt] >>> 0);
    if (to !== 'f64' && Math.abs(doubles[i]) >= 2 ** 53) doubles[i] = roundedToOdd(data[i]);
  }
  return to === 'f64' ? doubles : doublesInto(to, doubles);
}

/**
 * A double that rounds to the same float of at most 50 digits as `value` does: the digits beyond a double's are kept
 * as a set last bit, so that rounding twice is rounding once (Boldo, Melquiond, "Emulation of FMA and correctly rounded
 * sums").
 */
function roundedToOdd(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  if (magnitude < 2n ** 53n) return Number(value);
  const sticky = (magnitude & 0xfffn) === 0n ? 0n : 0x1000n;
  return Number(((magnitude >> 12n) << 12n) | sticky) * (value < 0n ? -1 : 1);
}
