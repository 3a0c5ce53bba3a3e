import { checkInterruptAfter } from '@shardform/ir-core';
import { type ArrayData, bytesOf, lanesOf } from '../array/array-kind.ts';
import { asDoubles } from '../array/lanes.ts';
import { elementCount, rowMajorStrides } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { boxOffsets, take } from '../array/take.ts';
import { kernelMemory } from '../memory/kernel-memory.ts';
import { resultStorage } from '../memory/result-storage.ts';
import { taskName } from '../threads/kernel-threads.ts';
import { FunctionBuilder } from '../wasm/function-builder.ts';
import { SharedKernels, skipItems, taskItems, taskParameters } from './shared-kernel.ts';

/** The correspondence between the dimensions of a gather's operand, indices and result; 0-based. */
export interface GatherDims {
  readonly offsetDims: readonly number[];
  readonly collapsedSliceDims: readonly number[];
  readonly operandBatchingDims: readonly number[];
  readonly startIndicesBatchingDims: readonly number[];
  readonly startIndexMap: readonly number[];
  readonly indexVectorDim: number;
}

/**
 * Slices of `sizes` elements of `x` at the start indices in `indices` (StableHLO spec, "gather"). Out-of-bounds slices
 * are clamped into `x`, or are zeros.
 */
export function gather(
  x: NdArray,
  indices: NdArray,
  dims: GatherDims,
  sizes: readonly number[],
  fillsOutOfBounds = false,
): NdArray {
  const vectors = indexVectors(indices, dims.indexVectorDim);
  const strides = rowMajorStrides(x.shape);
  const windowDims = strides
    .map((_, dim) => dim)
    .filter((dim) => !dims.collapsedSliceDims.includes(dim) && !dims.operandBatchingDims.includes(dim));
  const windowSizes = windowDims.map((dim) => sizes[dim]);
  const rank = vectors.shape.length + windowDims.length;
  const batchDims = otherDims(rank, dims.offsetDims);
  const shape = new Array<number>(rank);
  batchDims.forEach((dim, i) => (shape[dim] = vectors.shape[i]));
  dims.offsetDims.forEach((dim, i) => (shape[dim] = windowSizes[i]));
  const resultStrides = rowMajorStrides(shape);
  const batchOffsets = boxOffsets(
    vectors.shape,
    batchDims.map((dim) => resultStrides[dim]),
  );
  const windowTargets = boxOffsets(
    windowSizes,
    dims.offsetDims.map((dim) => resultStrides[dim]),
  );
  const windowSources = boxOffsets(
    windowSizes,
    windowDims.map((dim) => strides[dim]),
  );
  const starts = batchingOffsets(
    vectors.shape,
    dims.startIndicesBatchingDims.map((dim) => batchDimOf(dim, dims.indexVectorDim)),
    dims.operandBatchingDims.map((dim) => strides[dim]),
  );
  const outside = new Set<number>();
  dims.startIndexMap.forEach((dim, k) => {
    const last = x.shape[dim] - sizes[dim];
    for (let b = 0; b < starts.length; b += 1) {
      const index = vectors.data[b * vectors.length + k];
      const start = Math.max(0, Math.min(index, last));
      if (fillsOutOfBounds && start !== index) outside.add(b);
      starts[b] += start * strides[dim];
    }
  });
  if (
    outside.size === 0 &&
    windowSources.length >= longRow &&
    areNeighbours(windowSources) &&
    areNeighbours(windowTargets)
  )
    return { kind: x.kind, shape, data: takeRows(x, starts, batchOffsets, windowSources.length) };
  const positions = new Int32Array(elementCount(shape));
  for (let b = 0; b < starts.length; b += 1) {
    const to = batchOffsets[b];
    const from = starts[b];
    checkInterruptAfter(windowSources.length);
    const isOutside = outside.has(b);
    for (let w = 0; w < windowSources.length; w += 1)
      positions[to + windowTargets[w]] = isOutside ? -1 : from + windowSources[w];
  }
  return { kind: x.kind, shape, data: take(x, positions) };
}

/** From this many elements on, a row is copied as a whole. */
const longRow = 16;

/** Returns whether the offsets of a box are those of a row. */
function areNeighbours(offsets: Int32Array): boolean {
  return offsets[offsets.length - 1] === offsets.length - 1;
}

/** Copies rows of `length` elements, those from each of `starts` on, to `targets`. */
function takeRows(x: NdArray, starts: Int32Array, targets: Int32Array, length: number): ArrayData {
  const out = resultStorage(x.kind, starts.length * length);
  const lanes = lanesOf(x.kind);
  if (takenWhereTheyAre(x.data, out, starts, targets, length, bytesOf(x.kind))) return out;
  for (let row = 0; row < starts.length; row += 1) {
    checkInterruptAfter(length);
    const from = starts[row] * lanes;
    // Both are storage of one kind.
    const part = x.data.subarray(from, from + length * lanes) as Float32Array;
    (out as Float32Array).set(part, targets[row] * lanes);
  }
  return out;
}

/** Rows of a task at least, by their bytes. */
const taskBytes = 1 << 16;

/**
 * `task(..., from, to, places, rowBytes)` copies rows from the offsets to the offsets, in bytes, which are pairs of words at `places`.
 */
const rowCopies = new SharedKernels<'copy'>(() => {
  const f = new FunctionBuilder(taskName, taskParameters + 4);
  const [from, to, places, rowBytes] = [0, 1, 2, 3].map((i) => taskParameters + i);
  const [first, left] = taskItems(f);
  skipItems(f, places, first, 8);
  f.loop((nextRow) => {
    f.get(to, places);
    f.access('i32.load', 4);
    f.op('i32.add');
    f.get(from, places);
    f.access('i32.load');
    f.op('i32.add');
    f.get(rowBytes);
    f.copyMemory();
    f.advance(places, 8);
    f.advance(left, -1);
    f.get(left);
    nextRow();
  });
  return [f];
});

/** Copies rows of the memory that kernels share; false, when nothing was done, where they lie elsewhere. */
function takenWhereTheyAre(
  source: ArrayData,
  out: ArrayData,
  starts: Int32Array,
  targets: Int32Array,
  length: number,
  elementBytes: number,
): boolean {
  // Storage of its own is asked first: the memory may not have been made.
  const memory = out.byteOffset === 0 || source.byteOffset === 0 ? null : kernelMemory();
  if (memory === null) return false;
  const [from, to] = [memory.addressOf(source), memory.addressOf(out)];
  const kernel = from === null || to === null ? null : rowCopies.on(memory, 'copy');
  const block = kernel === null ? null : memory.takeBytes(8 * starts.length);
  if (from === null || to === null || kernel === null || block === null) return false;
  const places = new Int32Array(memory.memory.buffer, block.start, 2 * starts.length);
  for (let row = 0; row < starts.length; row += 1) {
    places[2 * row] = starts[row] * elementBytes;
    places[2 * row + 1] = targets[row] * elementBytes;
  }
  const rowBytes = length * elementBytes;
  checkInterruptAfter(starts.length * length);
  kernel.compute(starts.length, Math.ceil(taskBytes / rowBytes), [from, to, block.start, rowBytes]);
  memory.drop(block);
  return true;
}

/** Index vectors one after the other. */
export interface IndexVectors {
  /** Of the list of vectors. */
  readonly shape: readonly number[];
  /** Of one vector. */
  readonly length: number;
  /** Exact below 2^53; larger values are out of bounds as well. */
  readonly data: Float64Array;
}

/**
 * Returns the vectors along dimension `vectorDim` of `indices`; a dimension behind the last means vectors of one index.
 */
export function indexVectors(indices: NdArray, vectorDim: number): IndexVectors {
  const shape = indices.shape.filter((_, dim) => dim !== vectorDim);
  const length = indices.shape[vectorDim] ?? 1;
  const values = asDoubles(indices.kind, indices.data);
  if (vectorDim >= indices.shape.length - 1) return { shape, length, data: values };
  const strides = rowMajorStrides(indices.shape);
  const order = boxOffsets(
    [...shape, length],
    [...strides.filter((_, dim) => dim !== vectorDim), strides[vectorDim]],
  );
  return { shape, length, data: Float64Array.from(order, (at) => values[at]) };
}

/** Offsets that the batching dimensions add: for each vector, its index along `batchDims` times `strides`. */
export function batchingOffsets(
  shape: readonly number[],
  batchDims: readonly number[],
  strides: readonly number[],
): Int32Array {
  const perDim = new Array<number>(shape.length).fill(0);
  batchDims.forEach((dim, i) => (perDim[dim] = strides[i]));
  return boxOffsets(shape, perDim);
}

/** Returns the dimension of the list of vectors that is dimension `dim` of the indices. */
export function batchDimOf(dim: number, vectorDim: number): number {
  return dim < vectorDim ? dim : dim - 1;
}

/** Dimensions below `rank` that `dims` lacks, ascending. */
export function otherDims(rank: number, dims: readonly number[]): number[] {
  return Array.from({ length: rank }, (_, dim) => dim).filter((dim) => !dims.includes(dim));
}
