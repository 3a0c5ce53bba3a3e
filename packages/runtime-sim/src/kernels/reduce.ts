import { checkInterruptAfter, isFloatKind } from '@shardform/ir-core';
import { isComplexKind, lanesOf } from '../array/array-kind.ts';
import type { ArrayData } from '../array/array-kind.ts';
import { loadDoubles, storeDoubles } from '../array/lanes.ts';
import { elementAt, elementCount, zeros } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { type Accumulation, inAccumulators } from './accumulation.ts';
import { binary, booleanOps } from './binary.ts';
import { broadcastInDim } from './broadcast-in-dim.ts';
import { convert } from './convert.ts';
import { foldBigRows, foldDoubleRows, foldIntegerRows } from './fold-rows.ts';
import type { IntegerReducer } from './fold-rows.ts';
import { hasKey } from './own-key.ts';
import { addToColumns } from './row-sums.ts';
import { transpose } from './transpose.ts';

/** Reducers with loops of their own; each is the StableHLO operation of that name. */
export type Reducer = IntegerReducer;

/** Combines accumulators with the next elements, whole arrays of one shape at a time. */
export type ArrayCombiner = (
  accumulators: readonly NdArray[],
  elements: readonly NdArray[],
) => readonly NdArray[];

/** From this many entries on, whole rows are combined at once; below, one result after the other is computed. */
const columnThreshold = 64;

/**
 * `x` folded over the dimensions `dims`, which the result lacks: from the scalar `init` on, element by element in
 * row-major order. Sums of floats are kept in more digits and rounded once, other products of narrow floats in f32,
 * unless `accumulation` is `each-step`; integers wrap.
 * @throws when StableHLO does not have `reducer` for the kind.
 */
export function reduce(
  x: NdArray,
  init: NdArray,
  dims: readonly number[],
  reducer: Reducer,
  accumulation: Accumulation = 'wide',
): NdArray {
  if (reducer === 'multiply') {
    const [wide, start] = inAccumulators([x, init], accumulation);
    if (wide !== x) return convert(reduce(wide, start, dims, reducer), x.kind);
  }
  const shape = keptDims(x, dims).map((dim) => x.shape[dim]);
  const results = elementCount(shape);
  const length = elementCount(dims.map((dim) => x.shape[dim]));
  if (results === 0 || length === 0) return broadcastInDim(init, shape, []);
  const inner = trailingSize(x, dims);
  if (inner >= columnThreshold) {
    const fold =
      accumulation === 'wide' && reducer === 'add' && !isComplexKind(x.kind) && isFloatKind(x.kind)
        ? sumColumns
        : foldColumns;
    return fold(x, init, shape, results / inner, length, inner, reducer);
  }
  if (isComplexKind(x.kind)) {
    return reduceWith([x], [init], dims, ([sum], [next]) => [binary(reducer, sum, next)])[0];
  }
  const rows = reducedLast(x, dims);
  const result = zeros(x.kind, shape);
  foldRealRows(rows, length, init, reducer, result.data, accumulation);
  return result;
}

/**
 * Several operands of one shape folded together over `dims` with an arbitrary combiner, from the scalars `inits` on, in
 * row-major order. All results take a step at the same time.
 */
export function reduceWith(
  operands: readonly NdArray[],
  inits: readonly NdArray[],
  dims: readonly number[],
  combine: ArrayCombiner,
): readonly NdArray[] {
  const first = operands[0];
  const kept = keptDims(first, dims);
  const shape = kept.map((dim) => first.shape[dim]);
  const results = elementCount(shape);
  const length = elementCount(dims.map((dim) => first.shape[dim]));
  const order = [...dims.toSorted((a, b) => a - b), ...kept];
  const steps = operands.map((operand) => transpose(operand, order));
  let accumulators: readonly NdArray[] = inits.map((init) => broadcastInDim(init, shape, []));
  if (results === 0) return accumulators;
  for (let step = 0; step < length; step += 1) {
    checkInterruptAfter(results);
    accumulators = combine(accumulators, elementsAt(steps, step, shape));
  }
  return accumulators;
}

/** The arrays of `shape` at an index of the first dimension of arrays; they share their storage. */
export function elementsAt(
  steps: readonly NdArray[],
  index: number,
  shape: readonly number[],
): readonly NdArray[] {
  const size = elementCount(shape);
  return steps.map(({ kind, data }) => {
    const width = size * lanesOf(kind);
    return { kind, shape, data: data.subarray(index * width, (index + 1) * width) };
  });
}

function keptDims(x: NdArray, dims: readonly number[]): number[] {
  return x.shape.map((_, dim) => dim).filter((dim) => !dims.includes(dim));
}

/** `x` with the reduced dimensions last, so that each result folds a row; their order stays row-major. */
function reducedLast(x: NdArray, dims: readonly number[]): NdArray {
  return transpose(x, [...keptDims(x, dims), ...dims.toSorted((a, b) => a - b)]);
}

/** Elements of the dimensions behind the reduced ones, which must be neighbours; 1 when they are not. */
function trailingSize(x: NdArray, dims: readonly number[]): number {
  const first = Math.min(...dims);
  const last = Math.max(...dims);
  if (last - first + 1 !== dims.length) return 1;
  return elementCount(x.shape.slice(last + 1));
}

/** Folds `[outer, length, inner]` to `[outer, inner]`, a row of `inner` elements at a time. */
function foldColumns(
  x: NdArray,
  init: NdArray,
  shape: readonly number[],
  outer: number,
  length: number,
  inner: number,
  reducer: Reducer,
): NdArray {
  const result = zeros(x.kind, shape);
  const width = inner * lanesOf(x.kind);
  for (let o = 0; o < outer; o += 1) {
    let sums = broadcastInDim(init, [inner], []);
    for (let r = 0; r < length; r += 1) {
      checkInterruptAfter(inner);
      const at = (o * length + r) * width;
      sums = binary(reducer, sums, { kind: x.kind, shape: [inner], data: x.data.subarray(at, at + width) });
    }
    // Both are storage of one kind.
    (result.data as Int32Array).set(sums.data as Int32Array, o * width);
  }
  return result;
}

/** The same for sums of floats, which are rounded once. */
function sumColumns(
  x: NdArray,
  init: NdArray,
  shape: readonly number[],
  outer: number,
  length: number,
  inner: number,
): NdArray {
  const result = zeros(x.kind, shape);
  const start = Number(elementAt(init, 0));
  const sums = new Float64Array(inner);
  const row = new Float64Array(inner);
  for (let o = 0; o < outer; o += 1) {
    sums.fill(start);
    if (x.data instanceof Float32Array) {
      addToColumns(x.data, o * length * inner, length, inner, sums);
      storeDoubles(x.kind, result.data, o * inner, inner, sums);
      continue;
    }
    for (let r = 0; r < length; r += 1) {
      checkInterruptAfter(inner);
      loadDoubles(x.kind, x.data, (o * length + r) * inner, inner, row);
      for (let i = 0; i < inner; i += 1) sums[i] += row[i];
    }
    storeDoubles(x.kind, result.data, o * inner, inner, sums);
  }
  return result;
}

function foldRealRows(
  rows: NdArray,
  length: number,
  init: NdArray,
  reducer: Reducer,
  out: ArrayData,
  accumulation: Accumulation,
): void {
  const { kind, data } = rows;
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) {
    foldBigRows(data, length, BigInt(init.data[0]), reducer, out);
    return;
  }
  const start = Number(elementAt(init, 0));
  if (isComplexKind(kind)) throw new Error('complex rows are folded as scalars');
  if (isFloatKind(kind) || (kind === 'ui32' && (reducer === 'maximum' || reducer === 'minimum'))) {
    if (reducer === 'and' || reducer === 'or' || reducer === 'xor') {
      throw new Error(`${reducer} is not defined for ${kind}`);
    }
    foldDoubleRows(kind, data, length, start, reducer, out, accumulation);
    return;
  }
  const operation = kind === 'i1' && hasKey(booleanOps, reducer) ? booleanOps[reducer] : reducer;
  foldIntegerRows(kind, data, length, start, operation, out);
}
