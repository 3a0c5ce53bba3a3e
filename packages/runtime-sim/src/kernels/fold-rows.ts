import { checkInterruptAfter, encodeNarrowFloat, floatDecodeTable } from '@shardform/ir-core';
import type { FloatKind, IntegerKind } from '@shardform/ir-core';
import { narrowFormat } from '../array/array-kind.ts';
import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import { loadDoubles, storeDoubles } from '../array/lanes.ts';
import type { Accumulation } from './accumulation.ts';
import { bigBinary } from './big-integer.ts';
import { loadIntegers, storeIntegers } from './chunks.ts';
import { extremesOfRows } from './row-extremes.ts';
import { sumRows } from './row-sums.ts';

/** Folds `x[from]` to `x[to - 1]` into `start`, left to right. */
type DoubleFold = (x: Float64Array, from: number, to: number, start: number) => number;
type IntegerFold = (x: Int32Array, from: number, to: number, start: number) => number;

/** Reducers of floats with a loop of their own. */
export type FloatReducer = 'add' | 'maximum' | 'minimum' | 'multiply';

/** Reducers of integers with a loop of their own. */
export type IntegerReducer = FloatReducer | 'and' | 'or' | 'xor';

const chunkLength = 2048;

const f64Folds: Readonly<Record<FloatReducer, DoubleFold>> = {
  add: (x, from, to, start) => {
    let result = start;
    for (let i = from; i < to; i += 1) result += x[i];
    return result;
  },
  maximum: (x, from, to, start) => {
    let result = start;
    for (let i = from; i < to; i += 1) result = Math.max(result, x[i]);
    return result;
  },
  minimum: (x, from, to, start) => {
    let result = start;
    for (let i = from; i < to; i += 1) result = Math.min(result, x[i]);
    return result;
  },
  multiply: (x, from, to, start) => {
    let result = start;
    for (let i = from; i < to; i += 1) result *= x[i];
    return result;
  },
};

const f32Folds: Readonly<Record<FloatReducer, DoubleFold>> = {
  ...f64Folds,
  add: (x, from, to, start) => {
    let result = start;
    for (let i = from; i < to; i += 1) result = Math.fround(result + x[i]);
    return result;
  },
  multiply: (x, from, to, start) => {
    let result = start;
    for (let i = from; i < to; i += 1) result = Math.fround(result * x[i]);
    return result;
  },
};

function doubleFold(kind: ArrayKind, reducer: FloatReducer, accumulation: Accumulation): DoubleFold {
  if (accumulation === 'wide' && reducer === 'add') return f64Folds.add;
  const format = narrowFormat(kind);
  if (format === null) return kind === 'f32' ? f32Folds[reducer] : f64Folds[reducer];
  if (reducer === 'maximum' || reducer === 'minimum') return f64Folds[reducer];
  const table = floatDecodeTable(format);
  return (x, from, to, start) => {
    let result = start;
    for (let i = from; i < to; i += 1) {
      result = table[encodeNarrowFloat(format, reducer === 'add' ? result + x[i] : result * x[i])];
    }
    return result;
  };
}

const integerFolds: Readonly<Record<IntegerReducer, IntegerFold>> = {
  add: (x, from, to, start) => {
    let result = start;
    for (let i = from; i < to; i += 1) result = (result + x[i]) | 0;
    return result;
  },
  and: (x, from, to, start) => {
    let result = start;
    for (let i = from; i < to; i += 1) result &= x[i];
    return result;
  },
  maximum: (x, from, to, start) => {
    let result = start;
    for (let i = from; i < to; i += 1) result = Math.max(result, x[i]);
    return result;
  },
  minimum: (x, from, to, start) => {
    let result = start;
    for (let i = from; i < to; i += 1) result = Math.min(result, x[i]);
    return result;
  },
  multiply: (x, from, to, start) => {
    let result = start;
    for (let i = from; i < to; i += 1) result = Math.imul(result, x[i]);
    return result;
  },
  or: (x, from, to, start) => {
    let result = start;
    for (let i = from; i < to; i += 1) result |= x[i];
    return result;
  },
  xor: (x, from, to, start) => {
    let result = start;
    for (let i = from; i < to; i += 1) result ^= x[i];
    return result;
  },
};

/**
 * Folds each of the rows of `length` entries in `data` into one entry of `out`, from `init` on, rounding to `kind` at
 * each step, for sums only if `accumulation` requires it. For float kinds, and for `maximum` and `minimum` of `ui32`,
 * which doubles hold exactly.
 */
export function foldDoubleRows(
  kind: FloatKind | 'ui32',
  data: ArrayData,
  length: number,
  init: number,
  reducer: FloatReducer,
  out: ArrayData,
  accumulation: Accumulation = 'wide',
): void {
  const results = new Float64Array(out.length);
  if (data instanceof Float32Array && reducer === 'add' && accumulation === 'wide') {
    sumRows(data, length, init, results);
    storeDoubles(kind, out, 0, results.length, results);
    return;
  }
  const isExtreme = reducer === 'maximum' || reducer === 'minimum';
  if (data instanceof Float32Array && isExtreme && extremesOfRows(reducer, data, length, init, results)) {
    storeDoubles(kind, out, 0, results.length, results);
    return;
  }
  const fold = doubleFold(kind, reducer, accumulation);
  const chunk = new Float64Array(Math.min(chunkLength, data.length));
  let row = 0;
  let done = 0;
  let result = init;
  for (let start = 0; start < data.length; start += chunkLength) {
    const count = Math.min(chunkLength, data.length - start);
    checkInterruptAfter(count);
    loadDoubles(kind, data, start, count, chunk);
    for (let i = 0; i < count;) {
      const end = Math.min(count, i + length - done);
      result = fold(chunk, i, end, result);
      done += end - i;
      i = end;
      if (done < length) continue;
      results[row] = result;
      row += 1;
      done = 0;
      result = init;
    }
  }
  storeDoubles(kind, out, 0, results.length, results);
}

/** The same for integer kinds of at most 32 bits; the sign matters to `maximum` and `minimum`. */
export function foldIntegerRows(
  kind: IntegerKind,
  data: ArrayData,
  length: number,
  init: number,
  reducer: IntegerReducer,
  out: ArrayData,
): void {
  const fold = integerFolds[reducer];
  const results = new Int32Array(out.length);
  const words = new Int32Array(data.length);
  loadIntegers(data, 0, data.length, words);
  for (let row = 0; row < results.length; row += 1) {
    checkInterruptAfter(length);
    results[row] = fold(words, row * length, (row + 1) * length, init);
  }
  storeIntegers(kind, out, 0, results.length, results);
}

/** The same for 64-bit integers. */
export function foldBigRows(
  data: BigInt64Array | BigUint64Array,
  length: number,
  init: bigint,
  reducer: IntegerReducer,
  out: ArrayData,
): void {
  const operation = bigBinary[reducer];
  const signed = data instanceof BigInt64Array;
  // The result has the kind of the rows.
  const results = out as BigInt64Array;
  for (let row = 0; row < results.length; row += 1) {
    checkInterruptAfter(length);
    let result = init;
    for (let i = row * length; i < (row + 1) * length; i += 1) {
      const next = operation(result, data[i]);
      result = signed ? BigInt.asIntN(64, next) : BigInt.asUintN(64, next);
    }
    results[row] = result;
  }
}
