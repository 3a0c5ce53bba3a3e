import { lanesOf } from '../array/array-kind.ts';
import { elementCount, rowMajorStrides } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { copyStrided } from '../array/strided-copy.ts';
import { resultArray } from '../memory/result-storage.ts';

/** Fewer elements are copied: a view would keep all of the storage alive for little. */
const fewestViewed = 1024;

/**
 * Every `steps[d]`-th element of `x` from `starts[d]` up to but without `limits[d]` along each dimension `d`. Shares the
 * storage of many elements that lie in a row.
 */
export function slice(
  x: NdArray,
  starts: readonly number[],
  limits: readonly number[],
  steps: readonly number[],
): NdArray {
  const shape = starts.map((start, dim) => Math.max(0, Math.ceil((limits[dim] - start) / steps[dim])));
  if (shape.every((size, dim) => size === x.shape[dim])) return x;
  const strides = rowMajorStrides(x.shape);
  const offset = starts.reduce((sum, start, dim) => sum + start * strides[dim], 0);
  const count = elementCount(shape);
  if (count >= fewestViewed && isInRow(x.shape, shape, steps)) {
    const lanes = lanesOf(x.kind);
    return { kind: x.kind, shape, data: x.data.subarray(offset * lanes, (offset + count) * lanes) };
  }
  const result = resultArray(x.kind, shape);
  const from = {
    data: x.data,
    offset,
    strides: strides.map((stride, dim) => stride * steps[dim]),
  };
  copyStrided(x.kind, shape, from, { data: result.data, offset: 0, strides: rowMajorStrides(shape) });
  return result;
}

/** Returns whether the elements of a slice of `shape` follow each other: only the first dimension of several is cut. */
function isInRow(full: readonly number[], shape: readonly number[], steps: readonly number[]): boolean {
  const cut = shape.findIndex((size) => size > 1);
  return shape.every((size, dim) => dim < cut || (steps[dim] === 1 && (dim === cut || size === full[dim])));
}

/**
 * Returns the box of `sizes` elements of `x` at `starts`, which are first moved so far that the box lies inside `x`.
 */
export function dynamicSlice(x: NdArray, starts: readonly number[], sizes: readonly number[]): NdArray {
  const from = clampedStarts(x.shape, starts, sizes);
  const limits = from.map((start, dim) => start + sizes[dim]);
  const steps = from.map(() => 1);
  return slice(x, from, limits, steps);
}

/** `x` with `update` replacing the box at `starts`, which are clamped so that it lies inside `x`. */
export function dynamicUpdateSlice(x: NdArray, update: NdArray, starts: readonly number[]): NdArray {
  const at = clampedStarts(x.shape, starts, update.shape);
  if (update.data.length === x.data.length) return { kind: x.kind, shape: x.shape, data: update.data };
  const strides = rowMajorStrides(x.shape);
  const data = x.data.slice();
  const offset = at.reduce((sum, start, dim) => sum + start * strides[dim], 0);
  const from = { data: update.data, offset: 0, strides: rowMajorStrides(update.shape) };
  copyStrided(x.kind, update.shape, from, { data, offset, strides });
  return { kind: x.kind, shape: x.shape, data };
}

function clampedStarts(
  shape: readonly number[],
  starts: readonly number[],
  sizes: readonly number[],
): readonly number[] {
  return starts.map((start, dim) => Math.max(0, Math.min(start, shape[dim] - sizes[dim])));
}
