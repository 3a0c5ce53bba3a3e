import { checkInterruptAfter, isFloatKind } from '@shardform/ir-core';
import {
  type ArrayData,
  type ArrayKind,
  isBigKind,
  isComplexKind,
  lanesOf,
  narrowFormat,
} from '../array/array-kind.ts';
import { elementAt, elementCount, type NdArray, zeros } from '../array/nd-array.ts';
import { type Accumulation } from './accumulation.ts';
import { broadcastInDim } from './broadcast-in-dim.ts';
import { type ArrayCombiner, elementsAt, type Reducer } from './reduce.ts';
import type { WindowDim } from './reduce-window.ts';
import { transpose } from './transpose.ts';

/** A dimension along which each window holds all elements up to its own, or from its own on. */
export interface Cumulation {
  readonly dim: number;
  readonly isReverse: boolean;
}

/** Returns the dimension along which windows are cumulative, if they hold one element along all others, else `null`. */
export function cumulationOf(shape: readonly number[], windows: readonly WindowDim[]): Cumulation | null {
  const wide = windows.flatMap(({ size }, dim) => (size > 1 ? [dim] : []));
  if (wide.length !== 1 || windows.some((window, dim) => !wide.includes(dim) && !isIdentity(window)))
    return null;
  const [dim] = wide;
  const { size, stride, padLow, padHigh, baseDilation, windowDilation } = windows[dim];
  if (stride !== 1 || baseDilation !== 1 || windowDilation !== 1 || size < shape[dim]) return null;
  if (padLow === size - 1 && padHigh === 0) return { dim, isReverse: false };
  return padHigh === size - 1 && padLow === 0 ? { dim, isReverse: true } : null;
}

function isIdentity({ stride, padLow, padHigh, baseDilation }: WindowDim): boolean {
  return stride === 1 && padLow === 0 && padHigh === 0 && baseDilation === 1;
}

/**
 * Returns the cumulative windows of several arrays of one shape, in as many steps as there are elements along the dimension; `null`
 * where the result would be another one: padding counts, or the order of the elements does.
 *
 * @param reducer the combiner, if it is an operation of its own. Sums and products of f32 are kept in more digits then, unless
 *   `accumulation` is `each-step`.
 */
export function cumulate(
  operands: readonly NdArray[],
  inits: readonly NdArray[],
  cumulation: Cumulation,
  combine: ArrayCombiner,
  reducer: Reducer | null,
  accumulation: Accumulation,
): readonly NdArray[] | null {
  const [{ kind }] = operands;
  const isRounded =
    (isComplexKind(kind) || isFloatKind(kind)) && (reducer === 'add' || reducer === 'multiply');
  if (cumulation.isReverse && (reducer === null || (isRounded && accumulation === 'each-step'))) return null;
  if (!areNeutral(inits, combine)) return null;
  const loop = reducer === null || accumulation === 'each-step' ? null : loopOf(reducer, kind);
  if (loop === null) return cumulateRows(operands, inits, cumulation, combine);
  return [cumulateNumbers(operands[0], Number(elementAt(inits[0], 0)), cumulation, loop)];
}

/** Returns whether padding, which stands for the inits, changes nothing. */
function areNeutral(inits: readonly NdArray[], combine: ArrayCombiner): boolean {
  return combine(inits, inits).every(({ data }, i) => data.every((x, at) => Object.is(x, inits[i].data[at])));
}

/** Any computation, on rows of all other dimensions. */
function cumulateRows(
  operands: readonly NdArray[],
  inits: readonly NdArray[],
  { dim, isReverse }: Cumulation,
  combine: ArrayCombiner,
): readonly NdArray[] {
  const { shape } = operands[0];
  const others = shape.flatMap((_, i) => (i === dim ? [] : [i]));
  const order = [dim, ...others];
  const back = shape.map((_, i) => order.indexOf(i));
  const row = others.map((i) => shape[i]);
  const steps = operands.map((operand) => transpose(operand, order));
  const results = steps.map(({ kind, shape: whole }) => zeros(kind, whole));
  let accumulators: readonly NdArray[] = inits.map((init) => broadcastInDim(init, row, []));
  const width = elementCount(row);
  for (let i = 0; i < shape[dim]; i += 1) {
    checkInterruptAfter(width);
    const at = isReverse ? shape[dim] - 1 - i : i;
    accumulators = combine(accumulators, elementsAt(steps, at, row));
    accumulators.forEach(({ kind, data }, j) => {
      // One kind, one class of arrays.
      (results[j].data as Float32Array).set(data as Float32Array, at * width * lanesOf(kind));
    });
  }
  return results.map((result) => transpose(result, back));
}

/** Combines `count` elements at distances of `step` with an accumulator, leaves what it becomes, and returns it. */
type Loop = (
  from: NumberData,
  to: NumberData,
  start: number,
  step: number,
  count: number,
  init: number,
) => number;

/** Storage of all but 64-bit integers. */
type NumberData = Exclude<ArrayData, BigInt64Array | BigUint64Array>;

const loops: Readonly<Record<'add' | 'maximum' | 'minimum' | 'multiply', Loop>> = {
  add: (from, to, start, step, count, init) => {
    let own = init;
    for (let i = 0, at = start; i < count; i += 1, at += step) to[at] = own += from[at];
    return own;
  },
  maximum: (from, to, start, step, count, init) => {
    let own = init;
    for (let i = 0, at = start; i < count; i += 1, at += step) to[at] = own = Math.max(own, from[at]);
    return own;
  },
  minimum: (from, to, start, step, count, init) => {
    let own = init;
    for (let i = 0, at = start; i < count; i += 1, at += step) to[at] = own = Math.min(own, from[at]);
    return own;
  },
  multiply: (from, to, start, step, count, init) => {
    let own = init;
    for (let i = 0, at = start; i < count; i += 1, at += step) to[at] = own *= from[at];
    return own;
  },
};

const addWords: Loop = (from, to, start, step, count, init) => {
  let own = init;
  for (let i = 0, at = start; i < count; i += 1, at += step) to[at] = own = (own + from[at]) | 0;
  return own;
};

/** The loop on doubles that gives the numbers of an operation on `kind`; `null` where there is none. */
function loopOf(reducer: Reducer, kind: ArrayKind): Loop | null {
  if (isComplexKind(kind) || isBigKind(kind) || narrowFormat(kind) !== null || kind === 'i1') return null;
  if (reducer === 'and' || reducer === 'or' || reducer === 'xor') return null;
  if (kind === 'f32' || kind === 'f64' || reducer === 'maximum' || reducer === 'minimum')
    return loops[reducer];
  // Words of 32 bits wrap; narrower ones do when they are stored, but for those that bytes are too wide for.
  return reducer === 'add' && (kind === 'i32' || kind === 'ui32') ? addWords : null;
}

function cumulateNumbers(x: NdArray, init: number, { dim, isReverse }: Cumulation, loop: Loop): NdArray {
  const { kind, shape } = x;
  const result = zeros(kind, shape);
  // Kinds of 64-bit integers have no loop.
  const [data, to] = [x.data as NumberData, result.data as NumberData];
  const length = shape[dim];
  const inner = elementCount(shape.slice(dim + 1));
  const outer = elementCount(shape.slice(0, dim));
  const step = isReverse ? -inner : inner;
  const sums = new Float64Array(inner);
  // Columns are worked on a few rows at a time, which stay in the cache for the next column.
  const rows = inner === 1 ? length : fewRows;
  for (let block = 0; block < outer; block += 1) {
    checkInterruptAfter(inner * length);
    sums.fill(init);
    const first = (block * length + (isReverse ? length - 1 : 0)) * inner;
    for (let row = 0; row < length; row += rows) {
      const [start, count] = [first + row * step, Math.min(rows, length - row)];
      for (let i = 0; i < inner; i += 1) sums[i] = loop(data, to, start + i, step, count, sums[i]);
    }
  }
  return result;
}

/** A column of so many rows has no more lines of the cache than one set of it: they may all be in the same one. */
const fewRows = 8;
