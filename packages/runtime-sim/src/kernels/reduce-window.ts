import { checkInterrupt } from '@shardform/ir-core';
import { rowMajorStrides } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { boxOffsets, take } from '../array/take.ts';
import type { Accumulation } from './accumulation.ts';
import { broadcastInDim } from './broadcast-in-dim.ts';
import { cumulate, cumulationOf } from './cumulative-window.ts';
import { pad } from './pad.ts';
import type { ArrayCombiner, Reducer } from './reduce.ts';
import { slice } from './slice.ts';

/** The movement of a window along one dimension of an array. */
export interface WindowDim {
  readonly size: number;
  readonly stride: number;
  readonly padLow: number;
  readonly padHigh: number;
  /** Distance of the array's elements, between which there are holes. */
  readonly baseDilation: number;
  /** Distance of the window's elements. */
  readonly windowDilation: number;
}

/** Number of positions of a window along a dimension of `size` elements. */
export function windowPositions(size: number, window: WindowDim): number {
  const dilated = size === 0 ? 0 : (size - 1) * window.baseDilation + 1;
  const padded = window.padLow + dilated + window.padHigh;
  const extent = (window.size - 1) * window.windowDilation + 1;
  return padded < extent ? 0 : Math.floor((padded - extent) / window.stride) + 1;
}

/**
 * Returns the windows of several arrays of one shape folded together, from the scalars `inits` on, each in row-major
 * order; holes and padding are `inits` too (StableHLO spec, "reduce_window"). All windows take a step at the same time;
 * cumulative ones grow out of each other, in the same order or, unless `accumulation` is `each-step`, in the opposite one.
 *
 * @param reducer the combiner, if it is an operation of its own.
 */
export function reduceWindow(
  operands: readonly NdArray[],
  inits: readonly NdArray[],
  windows: readonly WindowDim[],
  combine: ArrayCombiner,
  reducer: Reducer | null = null,
  accumulation: Accumulation = 'wide',
): readonly NdArray[] {
  const shape = windows.map((window, dim) => windowPositions(operands[0].shape[dim], window));
  let accumulators: readonly NdArray[] = inits.map((init) => broadcastInDim(init, shape, []));
  if (shape.includes(0)) return accumulators;
  const cumulation = cumulationOf(operands[0].shape, windows);
  const cumulated =
    cumulation === null ? null : cumulate(operands, inits, cumulation, combine, reducer, accumulation);
  if (cumulated !== null) return cumulated;
  const padded = operands.map((operand, i) =>
    pad(
      operand,
      inits[i],
      windows.map(({ padLow }) => padLow),
      windows.map(({ padHigh }) => padHigh),
      windows.map(({ baseDilation }) => baseDilation - 1),
    ),
  );
  const strides = windows.map(({ stride }) => stride);
  forEachIndex(
    windows.map(({ size }) => size),
    (index) => {
      checkInterrupt();
      const starts = index.map((at, dim) => at * windows[dim].windowDilation);
      const limits = starts.map((start, dim) => start + (shape[dim] - 1) * strides[dim] + 1);
      accumulators = combine(
        accumulators,
        padded.map((array) => slice(array, starts, limits, strides)),
      );
    },
  );
  return accumulators;
}

/** Returns for whole arrays if each element stays selected against another one: an array of `i1`. */
export type ArraySelector = (selected: NdArray, candidate: NdArray) => NdArray;

/**
 * For each position of the window, row-major, the index of the element of `x` that `select` selects; -1 if the window
 * is outside (StableHLO spec, "select_and_scatter").
 */
export function selectedPositions(
  x: NdArray,
  windows: readonly WindowDim[],
  select: ArraySelector,
): Int32Array {
  const shape = windows.map((window, dim) => windowPositions(x.shape[dim], window));
  const strides = rowMajorStrides(x.shape);
  const places = boxOffsets(
    shape,
    strides.map((stride, dim) => stride * windows[dim].stride),
  );
  const coordinates = shape.map((_, dim) =>
    boxOffsets(
      shape,
      shape.map((__, other) => (other === dim ? windows[dim].stride : 0)),
    ),
  );
  const selected = new Int32Array(places.length).fill(-1);
  const candidates = new Int32Array(places.length);
  forEachIndex(
    windows.map(({ size }) => size),
    (index) => {
      checkInterrupt();
      const shifts = index.map((at, dim) => at * windows[dim].windowDilation - windows[dim].padLow);
      const shift = shifts.reduce((sum, by, dim) => sum + by * strides[dim], 0);
      for (let i = 0; i < places.length; i += 1) candidates[i] = places[i] + shift;
      for (let dim = 0; dim < shape.length; dim += 1) {
        dropOutside(candidates, coordinates[dim], shifts[dim], x.shape[dim]);
      }
      const stays = select(elementsAt(x, selected), elementsAt(x, candidates)).data;
      for (let i = 0; i < selected.length; i += 1) {
        const candidate = candidates[i];
        if (candidate >= 0 && (selected[i] < 0 || stays[i] === 0)) selected[i] = candidate;
      }
    },
  );
  return selected;
}

function dropOutside(positions: Int32Array, coordinates: Int32Array, shift: number, size: number): void {
  for (let i = 0; i < positions.length; i += 1) {
    const at = coordinates[i] + shift;
    if (at < 0 || at >= size) positions[i] = -1;
  }
}

function elementsAt(x: NdArray, positions: Int32Array): NdArray {
  return { kind: x.kind, shape: [positions.length], data: take(x, positions) };
}

/** Calls `visit` with each index of a box, row-major; the list passed in is reused. */
function forEachIndex(sizes: readonly number[], visit: (index: readonly number[]) => void): void {
  if (sizes.includes(0)) return;
  const index = new Array<number>(sizes.length).fill(0);
  for (;;) {
    visit(index);
    let dim = sizes.length - 1;
    for (; dim >= 0; dim -= 1) {
      index[dim] += 1;
      if (index[dim] < sizes[dim]) break;
      index[dim] = 0;
    }
    if (dim < 0) return;
  }
}
