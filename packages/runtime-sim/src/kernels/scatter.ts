import {
  bitWidth,
  checkInterruptAfter,
  encodeNarrowFloat,
  floatDecodeTable,
  isFloatKind,
} from '@shardform/ir-core';
import type { FloatFormat } from '@shardform/ir-core';
import { isComplexKind, narrowFormat } from '../array/array-kind.ts';
import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import { asDoubles, storeDoubles } from '../array/lanes.ts';
import { elementAt, elementCount, rowMajorStrides, setElement } from '../array/nd-array.ts';
import type { NdArray, Scalar } from '../array/nd-array.ts';
import { inRuns } from '../array/runs.ts';
import { boxOffsets, put, take } from '../array/take.ts';
import { binary } from './binary.ts';
import { bigBinary } from './big-integer.ts';
import type { FloatReducer } from './fold-rows.ts';
import { batchDimOf, batchingOffsets, indexVectors, otherDims } from './gather.ts';
import type { Reducer } from './reduce.ts';

/** The correspondence between the dimensions of a scatter's inputs, indices and updates; 0-based. */
export interface ScatterDims {
  readonly updateWindowDims: readonly number[];
  readonly insertedWindowDims: readonly number[];
  readonly inputBatchingDims: readonly number[];
  readonly scatterIndicesBatchingDims: readonly number[];
  readonly scatterDimsToOperandDims: readonly number[];
  readonly indexVectorDim: number;
}

/** Which elements are written of a window that lies partly outside: none, as XLA does, or those inside, as the specification says. */
export type PartialWindows = 'dropped' | 'written';

/** Combines old elements, one of each input, with updates; the results are rounded to the kinds of the inputs. */
export type ScalarCombiner = (
  accumulators: readonly Scalar[],
  elements: readonly Scalar[],
) => readonly Scalar[];

/**
 * For each element of the updates, row-major, the position in an input of `shape` that it is combined into; -1 for
 * what would lie outside, and for all of a window of which some does, unless partial windows are written
 * (StableHLO spec, "scatter").
 */
export function scatterPositions(
  shape: readonly number[],
  indices: NdArray,
  updateShape: readonly number[],
  dims: ScatterDims,
  partialWindows: PartialWindows = 'dropped',
): Int32Array {
  const vectors = indexVectors(indices, dims.indexVectorDim);
  const strides = rowMajorStrides(shape);
  const windowDims = otherDims(shape.length, [...dims.insertedWindowDims, ...dims.inputBatchingDims]);
  const windowSizes = dims.updateWindowDims.map((dim) => updateShape[dim]);
  const updateStrides = rowMajorStrides(updateShape);
  const batchDims = otherDims(updateShape.length, dims.updateWindowDims);
  const batchTargets = boxOffsets(
    vectors.shape,
    batchDims.map((dim) => updateStrides[dim]),
  );
  const windowTargets = boxOffsets(
    windowSizes,
    dims.updateWindowDims.map((dim) => updateStrides[dim]),
  );
  const windowOffsets = boxOffsets(
    windowSizes,
    windowDims.map((dim) => strides[dim]),
  );
  const bases = batchingOffsets(
    vectors.shape,
    dims.scatterIndicesBatchingDims.map((dim) => batchDimOf(dim, dims.indexVectorDim)),
    dims.inputBatchingDims.map((dim) => strides[dim]),
  );
  const positions = new Int32Array(elementCount(updateShape)).fill(-1);
  const windowStarts = new Array<number>(windowDims.length).fill(0);
  for (let b = 0; b < bases.length; b += 1) {
    let base = bases[b];
    let isInside = true;
    checkInterruptAfter(windowOffsets.length);
    windowStarts.fill(0);
    for (let k = 0; k < vectors.length; k += 1) {
      const dim = dims.scatterDimsToOperandDims[k];
      const start = vectors.data[b * vectors.length + k];
      const window = windowDims.indexOf(dim);
      if (window >= 0) windowStarts[window] = start;
      else isInside &&= start >= 0 && start < shape[dim];
      base += start * strides[dim];
    }
    if (!isInside) continue;
    const target = batchTargets[b];
    const fits = windowStarts.every(
      (start, i) => start >= 0 && start + windowSizes[i] <= shape[windowDims[i]],
    );
    if (!fits && partialWindows === 'dropped') continue;
    for (let w = 0; w < windowOffsets.length; w += 1) {
      if (!fits && !elementFits(w, windowStarts, windowSizes, windowDims, shape)) continue;
      positions[target + windowTargets[w]] = base + windowOffsets[w];
    }
  }
  return positions;
}

/** Returns whether element `w` of a window lies in the input along every dimension. */
function elementFits(
  w: number,
  starts: readonly number[],
  sizes: readonly number[],
  dims: readonly number[],
  shape: readonly number[],
): boolean {
  let rest = w;
  for (let i = sizes.length - 1; i >= 0; i -= 1) {
    const at = starts[i] + (rest % sizes[i]);
    if (at < 0 || at >= shape[dims[i]]) return false;
    rest = Math.floor(rest / sizes[i]);
  }
  return true;
}

/** `x` with element `i` of `updates` replacing the one at `positions[i]`; negative positions are skipped. */
export function scatterReplace(x: NdArray, positions: Int32Array, updates: NdArray): NdArray {
  const data = x.data.slice();
  put(x.kind, data, positions, updates.data);
  return { kind: x.kind, shape: x.shape, data };
}

/**
 * `x` with element `i` of `updates` combined into the one at `positions[i]`, one after the other, rounded or wrapped to
 * the kind at each step; negative positions are left out.
 */
export function scatterReduce(
  x: NdArray,
  positions: Int32Array,
  updates: NdArray,
  reducer: Reducer,
): NdArray {
  const { kind, shape } = x;
  const data = x.data.slice();
  if (!scatterNumbers(kind, data, positions, updates.data, reducer)) {
    scatterRounds(kind, data, positions, updates, reducer);
  }
  return { kind, shape, data };
}

/**
 * Several inputs and updates of one shape each, combined together with an arbitrary combiner, one element after the other.
 */
export function scatterWith(
  inputs: readonly NdArray[],
  positions: Int32Array,
  updates: readonly NdArray[],
  combine: ScalarCombiner,
): NdArray[] {
  const results = inputs.map((input) => ({ ...input, data: input.data.slice() }));
  for (let i = 0; i < positions.length; i += 1) {
    // Combining takes as long as hundreds of simple steps.
    checkInterruptAfter(100);
    const at = positions[i];
    if (at < 0) continue;
    const combined = combine(
      results.map((result) => elementAt(result, at)),
      updates.map((update) => elementAt(update, i)),
    );
    for (const [k, { kind, data }] of results.entries()) setElement(kind, data, at, combined[k]);
  }
  return results;
}

/** The kinds and reducers with a loop of their own; whether this is one. */
function scatterNumbers(
  kind: ArrayKind,
  data: ArrayData,
  positions: Int32Array,
  updates: ArrayData,
  reducer: Reducer,
): boolean {
  if (isComplexKind(kind) || kind === 'i1') return false;
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) {
    // Updates have the kind of the operand.
    scatterBig(data, positions, updates as BigInt64Array, bigBinary[reducer]);
    return true;
  }
  const format = narrowFormat(kind);
  if (reducer === 'and' || reducer === 'or' || reducer === 'xor') return false;
  if (format !== null) {
    const values = asDoubles(kind, data);
    scatterNarrow(format, values, positions, asDoubles(kind, updates), reducer);
    storeDoubles(kind, data, 0, values.length, values);
    return true;
  }
  // Sums of integers of up to 32 bits and of f32 are exact in doubles; storing them rounds or wraps. Products of
  // integers are not, and those of 2 and 4 bits share a byte's storage.
  if (!isFloatKind(kind) && (reducer === 'multiply' || (reducer === 'add' && bitWidth(kind) < 8)))
    return false;
  inRuns(positions.length, (start, end) =>
    scatterFloats(
      // Other kinds are stored as numbers.
      data as Float32Array,
      positions.subarray(start, end),
      // Updates have the kind of the operand.
      updates.subarray(start, end) as Float32Array,
      reducer,
    ),
  );
  return true;
}

function scatterFloats(
  out: Float32Array,
  positions: Int32Array,
  values: Float32Array,
  reducer: FloatReducer,
): void {
  if (reducer === 'add') {
    for (let i = 0; i < positions.length; i += 1) {
      const at = positions[i];
      if (at >= 0) out[at] = out[at] + values[i];
    }
  } else if (reducer === 'multiply') {
    for (let i = 0; i < positions.length; i += 1) {
      const at = positions[i];
      if (at >= 0) out[at] = out[at] * values[i];
    }
  } else {
    const choose = reducer === 'maximum' ? Math.max : Math.min;
    for (let i = 0; i < positions.length; i += 1) {
      const at = positions[i];
      if (at >= 0) out[at] = choose(out[at], values[i]);
    }
  }
}

/** On decoded numbers, rounded at each step. */
function scatterNarrow(
  format: FloatFormat,
  out: Float64Array,
  positions: Int32Array,
  values: Float64Array,
  reducer: FloatReducer,
): void {
  const table = floatDecodeTable(format);
  for (let i = 0; i < positions.length; i += 1) {
    const at = positions[i];
    checkInterruptAfter(1);
    if (at < 0) continue;
    const [x, y] = [out[at], values[i]];
    if (reducer === 'maximum') out[at] = Math.max(x, y);
    else if (reducer === 'minimum') out[at] = Math.min(x, y);
    else out[at] = table[encodeNarrowFloat(format, reducer === 'add' ? x + y : x * y)];
  }
}

function scatterBig(
  out: BigInt64Array | BigUint64Array,
  positions: Int32Array,
  values: BigInt64Array | BigUint64Array,
  operation: (x: bigint, y: bigint) => bigint,
): void {
  for (let i = 0; i < positions.length; i += 1) {
    const at = positions[i];
    checkInterruptAfter(1);
    if (at >= 0) out[at] = operation(out[at], values[i]);
  }
}

/**
 * The rest by way of the elementwise kernels: in each round every position takes the next of its updates, so that
 * the order of updates to one position stays.
 */
function scatterRounds(
  kind: ArrayKind,
  data: ArrayData,
  positions: Int32Array,
  updates: NdArray,
  reducer: Reducer,
): void {
  let waiting = Int32Array.from(positions.keys()).filter((i) => positions[i] >= 0);
  while (waiting.length > 0) {
    const taken = new Set<number>();
    const now: number[] = [];
    const later: number[] = [];
    for (const i of waiting) {
      checkInterruptAfter(10);
      const at = positions[i];
      (taken.has(at) ? later : now).push(i);
      taken.add(at);
    }
    const places = Int32Array.from(now, (i) => positions[i]);
    const shape = [now.length];
    const current = { kind, shape, data: take({ kind, shape: [], data }, places) };
    const next = { kind, shape, data: take(updates, Int32Array.from(now)) };
    put(kind, data, places, binary(reducer, current, next).data);
    waiting = Int32Array.from(later);
  }
}
