import { bitWidth, checkInterruptAfter, isSignedIntegerKind } from '@shardform/ir-core';
import type { IntegerKind } from '@shardform/ir-core';
import { lanesOf } from '../array/array-kind.ts';
import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import { loadDoubles, storeDoubles } from '../array/lanes.ts';
import { inRuns } from '../array/runs.ts';
import { resultStorage } from '../memory/result-storage.ts';

/**
 * Elementwise loops are written once, on doubles and on 32-bit integers, and run over other kinds in chunks that fit
 * the first-level cache. Converting a chunk costs less than a loop that V8 must make polymorphic, and each loop sees a
 * single type of array.
 */
const chunkLength = 2048;

/** Computes `out[i]` from `x[i]` for `i < count`; `out` may be `x`. */
export type DoubleUnaryLoop = (x: Float64Array, out: Float64Array, count: number) => void;

/** Computes `out[i]` from `x[i]` and `y[i]` for `i < count`; `out` may be `x`. */
export type DoubleBinaryLoop = (x: Float64Array, y: Float64Array, out: Float64Array, count: number) => void;

/** Computes a boolean from `x[i]` and `y[i]` for `i < count` into `out[start + i]`. */
export type PredicateLoop = (
  x: Float64Array,
  y: Float64Array,
  out: Uint8Array,
  start: number,
  count: number,
) => void;

/** As `DoubleUnaryLoop`, on integers of `bits` bits, sign- or zero-extended to 32. */
export type IntegerUnaryLoop = (x: Int32Array, out: Int32Array, count: number, bits: number) => void;

/** As `DoubleBinaryLoop`, on integers of `bits` bits, sign- or zero-extended to 32. */
export type IntegerBinaryLoop = (
  x: Int32Array,
  y: Int32Array,
  out: Int32Array,
  count: number,
  bits: number,
) => void;

interface Scratch {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly p: Int32Array;
  readonly q: Int32Array;
}

let scratch: Scratch | undefined;

function chunkScratch(): Scratch {
  scratch ??= {
    x: new Float64Array(chunkLength),
    y: new Float64Array(chunkLength),
    p: new Int32Array(chunkLength),
    q: new Int32Array(chunkLength),
  };
  return scratch;
}

/** Applies `loop` to every entry, in double precision with one rounding to `kind`, a float or complex kind. */
export function mapDoubles(kind: ArrayKind, data: ArrayData, loop: DoubleUnaryLoop): ArrayData {
  const length = data.length;
  if (data instanceof Float64Array) {
    const out = new Float64Array(length);
    inRuns(length, (start, end) => loop(data.subarray(start, end), out.subarray(start, end), end - start));
    return out;
  }
  const out = resultStorage(kind, data.length / lanesOf(kind));
  const { x } = chunkScratch();
  for (let start = 0; start < length; start += chunkLength) {
    const count = Math.min(chunkLength, length - start);
    checkInterruptAfter(count);
    loadDoubles(kind, data, start, count, x);
    loop(x, x, count);
    storeDoubles(kind, out, start, count, x);
  }
  return out;
}

/** Applies `loop` to every pair of entries, in double precision with one rounding to `kind`. */
export function zipDoubles(
  kind: ArrayKind,
  lhs: ArrayData,
  rhs: ArrayData,
  loop: DoubleBinaryLoop,
): ArrayData {
  const length = lhs.length;
  if (lhs instanceof Float64Array && rhs instanceof Float64Array) {
    const out = new Float64Array(length);
    inRuns(length, (start, end) =>
      loop(lhs.subarray(start, end), rhs.subarray(start, end), out.subarray(start, end), end - start),
    );
    return out;
  }
  const out = resultStorage(kind, lhs.length / lanesOf(kind));
  const { x, y } = chunkScratch();
  for (let start = 0; start < length; start += chunkLength) {
    const count = Math.min(chunkLength, length - start);
    checkInterruptAfter(count);
    loadDoubles(kind, lhs, start, count, x);
    loadDoubles(kind, rhs, start, count, y);
    loop(x, y, x, count);
    storeDoubles(kind, out, start, count, x);
  }
  return out;
}

/** Applies the predicate `loop` to every pair of entries of a kind that doubles hold exactly. */
export function zipPredicate(
  kind: ArrayKind,
  lhs: ArrayData,
  rhs: ArrayData,
  loop: PredicateLoop,
): Uint8Array {
  const length = lhs.length;
  const out = new Uint8Array(length);
  if (lhs instanceof Float64Array && rhs instanceof Float64Array) {
    inRuns(length, (start, end) =>
      loop(lhs.subarray(start, end), rhs.subarray(start, end), out, start, end - start),
    );
    return out;
  }
  const { x, y } = chunkScratch();
  for (let start = 0; start < length; start += chunkLength) {
    const count = Math.min(chunkLength, length - start);
    checkInterruptAfter(count);
    loadDoubles(kind, lhs, start, count, x);
    loadDoubles(kind, rhs, start, count, y);
    loop(x, y, out, start, count);
  }
  return out;
}

/** Applies `loop` to every entry of an integer kind of at most 32 bits; results wrap. */
export function mapIntegers(kind: IntegerKind, data: ArrayData, loop: IntegerUnaryLoop): ArrayData {
  const length = data.length;
  const bits = bitWidth(kind);
  const out = resultStorage(kind, length);
  if (bits === 32) {
    const [words, results] = [asInt32(data), asInt32(out)];
    inRuns(length, (start, end) =>
      loop(words.subarray(start, end), results.subarray(start, end), end - start, bits),
    );
    return out;
  }
  const { p } = chunkScratch();
  for (let start = 0; start < length; start += chunkLength) {
    const count = Math.min(chunkLength, length - start);
    checkInterruptAfter(count);
    loadIntegers(data, start, count, p);
    loop(p, p, count, bits);
    storeIntegers(kind, out, start, count, p);
  }
  return out;
}

/** Applies `loop` to every pair of entries of an integer kind of at most 32 bits; results wrap. */
export function zipIntegers(
  kind: IntegerKind,
  lhs: ArrayData,
  rhs: ArrayData,
  loop: IntegerBinaryLoop,
): ArrayData {
  const length = lhs.length;
  const bits = bitWidth(kind);
  const out = resultStorage(kind, length);
  if (bits === 32) {
    const [left, right, results] = [asInt32(lhs), asInt32(rhs), asInt32(out)];
    inRuns(length, (start, end) =>
      loop(
        left.subarray(start, end),
        right.subarray(start, end),
        results.subarray(start, end),
        end - start,
        bits,
      ),
    );
    return out;
  }
  const { p, q } = chunkScratch();
  for (let start = 0; start < length; start += chunkLength) {
    const count = Math.min(chunkLength, length - start);
    checkInterruptAfter(count);
    loadIntegers(lhs, start, count, p);
    loadIntegers(rhs, start, count, q);
    loop(p, q, p, count, bits);
    storeIntegers(kind, out, start, count, p);
  }
  return out;
}

/** Returns the 32-bit words of `data`, signed; shares its memory. */
export function asInt32(data: ArrayData): Int32Array {
  if (data instanceof Int32Array) return data;
  return new Int32Array(data.buffer, data.byteOffset, data.byteLength / 4);
}

/** Reads integers of at most 32 bits as 32-bit words, extended by their own sign. */
export function loadIntegers(data: ArrayData, start: number, count: number, target: Int32Array): void {
  // 64-bit integers are handled elsewhere; every other integer storage holds numbers.
  target.set((data as Int32Array).subarray(start, start + count));
}

/** Writes 32-bit words into storage of an integer kind of at most 32 bits, modulo its width; may change `source`. */
export function storeIntegers(
  kind: IntegerKind,
  data: ArrayData,
  start: number,
  count: number,
  source: Int32Array,
): void {
  const bits = bitWidth(kind);
  if (kind === 'i1') {
    for (let i = 0; i < count; i += 1) source[i] = source[i] === 0 ? 0 : 1;
  } else if (bits < 8) {
    const unused = 32 - bits;
    if (isSignedIntegerKind(kind)) {
      for (let i = 0; i < count; i += 1) source[i] = (source[i] << unused) >> unused;
    } else {
      for (let i = 0; i < count; i += 1) source[i] = (source[i] << unused) >>> unused;
    }
  }
  // As above; typed arrays store integers modulo their width.
  (data as Int32Array).set(source.subarray(0, count), start);
}
