import { encodeNarrowFloat, floatDecodeTable } from '@shardform/ir-core';
import { encodeBf16, encodeF16, roundToBf16, roundToF16 } from './half-floats.ts';
import { narrowFormat } from './array-kind.ts';
import type { ArrayData, ArrayKind } from './array-kind.ts';

/** Up to this many entries a plain loop beats the set-up of a bulk copy. */
const shortRun = 16;

/**
 * Reads `count` entries of storage of `kind` from `start` on into the beginning of `target`, narrow floats decoded.
 * Entries are elements, or components of complex elements. 64-bit integers are rounded to doubles.
 */
export function loadDoubles(
  kind: ArrayKind,
  data: ArrayData,
  start: number,
  count: number,
  target: Float64Array,
): void {
  const format = narrowFormat(kind);
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) {
    for (let i = 0; i < count; i += 1) target[i] = Number(data[start + i]);
  } else if (format === null) {
    if (count > shortRun) target.set(data.subarray(start, start + count));
    else for (let i = 0; i < count; i += 1) target[i] = data[start + i];
  } else if (data instanceof Uint16Array) {
    decode16(data, start, count, floatDecodeTable(format), target);
  } else if (data instanceof Uint8Array) {
    decode8(data, start, count, floatDecodeTable(format), target);
  }
}

/**
 * Writes the first `count` entries of `source` into storage of the float or complex `kind` from `start` on, each
 * rounded once. Storage of up to 32-bit integers takes them modulo its width; 2- and 4-bit kinds are not wrapped.
 */
export function storeDoubles(
  kind: ArrayKind,
  data: ArrayData,
  start: number,
  count: number,
  source: Float64Array,
): void {
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) {
    throw new Error(`doubles do not go into storage of ${kind}`);
  }
  const format = narrowFormat(kind);
  if (format === null) {
    if (count > shortRun) data.set(count === source.length ? source : source.subarray(0, count), start);
    else for (let i = 0; i < count; i += 1) data[start + i] = source[i];
  } else if (data instanceof Uint16Array) {
    if (kind === 'bf16') encodeBf16(source, count, data, start);
    else encodeF16(source, count, data, start);
  } else {
    for (let i = 0; i < count; i += 1) data[start + i] = encodeNarrowFloat(format, source[i]);
  }
}

/** Rounds the first `count` of `values` to the float `kind` in place. */
export function roundDoubles(kind: ArrayKind, values: Float64Array, count: number): void {
  const format = narrowFormat(kind);
  if (format === null) {
    if (kind === 'f32') for (let i = 0; i < count; i += 1) values[i] = Math.fround(values[i]);
  } else if (kind === 'bf16') {
    roundToBf16(values, count);
  } else if (kind === 'f16') {
    roundToF16(values, count);
  } else {
    const table = floatDecodeTable(format);
    for (let i = 0; i < count; i += 1) values[i] = table[encodeNarrowFloat(format, values[i])];
  }
}

/** All entries of `data` as doubles; `data` itself where it holds doubles. */
export function asDoubles(kind: ArrayKind, data: ArrayData): Float64Array {
  if (data instanceof Float64Array) return data;
  const doubles = new Float64Array(data.length);
  loadDoubles(kind, data, 0, data.length, doubles);
  return doubles;
}

function decode16(
  data: Uint16Array,
  start: number,
  count: number,
  table: Float32Array,
  target: Float64Array,
): void {
  for (let i = 0; i < count; i += 1) target[i] = table[data[start + i]];
}

function decode8(
  data: Uint8Array,
  start: number,
  count: number,
  table: Float32Array,
  target: Float64Array,
): void {
  for (let i = 0; i < count; i += 1) target[i] = table[data[start + i]];
}
