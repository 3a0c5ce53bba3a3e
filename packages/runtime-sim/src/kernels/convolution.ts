import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import { lanesOf } from '../array/array-kind.ts';
import { elementCount } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { take } from '../array/take.ts';
import { zeroResult } from '../memory/result-storage.ts';
import { type Accumulation, accumulatorKind } from './accumulation.ts';
import { concatenate } from './concatenate.ts';
import { convert } from './convert.ts';
import { convolveColumns } from './convolution-columns.ts';
import { convolvePatches, patchGeometry, type PatchGeometry } from './convolution-patches.ts';
import { convolveSideBySide } from './convolution-side-by-side.ts';
import { tapSources } from './convolution-taps.ts';
import { arithmeticOf, computeNumbers, numbersOf } from './matmul-numbers.ts';
import { type SimdMatmul, simdMatmul } from './matmul-simd.ts';
import { matmulInJavaScript } from './matmul.ts';
import { windowPositions } from './reduce-window.ts';
import type { WindowDim } from './reduce-window.ts';
import { slice } from './slice.ts';
import { transpose } from './transpose.ts';
import { lastOf } from '@shardform/ir-core';

/** The roles of the dimensions of a convolution's operands and result; 0-based. */
export interface ConvDims {
  readonly inputBatchDimension: number;
  readonly inputFeatureDimension: number;
  readonly inputSpatialDimensions: readonly number[];
  readonly kernelInputFeatureDimension: number;
  readonly kernelOutputFeatureDimension: number;
  readonly kernelSpatialDimensions: readonly number[];
  readonly outputBatchDimension: number;
  readonly outputFeatureDimension: number;
  readonly outputSpatialDimensions: readonly number[];
}

/** The movement of a convolution's window. */
export interface ConvWindow {
  /** By spatial dimension; holes and padding are zeros. */
  readonly windows: readonly WindowDim[];
  /** Spatial dimensions along which the kernel is turned round. */
  readonly reversed: readonly boolean[];
  readonly featureGroups: number;
  readonly batchGroups: number;
}

/** Up to this many elements of `lhs` are laid out for one matrix product at a time. */
const patchElements = 1 << 20;

/** From this many on, groups of less than so many outputs each, or images, are worked on side by side if they lie so. */
const many = 8;
const fewOutputs = 8;

/**
 * Convolution of `lhs` with the kernel `rhs` (StableHLO spec, "convolution"), the operands first converted to the kind of the
 * accumulators: that of the result, `kind`, or f32 for narrower floats (see {@link Accumulation}). Each product and each sum
 * is rounded or wrapped to it, over the kernel row-major, features innermost.
 */
export function convolution(
  lhs: NdArray,
  rhs: NdArray,
  dims: ConvDims,
  window: ConvWindow,
  kind: ArrayKind,
  accumulation: Accumulation = 'wide',
): NdArray {
  const sums = accumulatorKind(kind, accumulation);
  if (sums !== kind) return convert(convolution(lhs, rhs, dims, window, sums), kind);
  const [left, right] = [convert(lhs, kind), convert(rhs, kind)];
  const groups = Math.max(window.featureGroups, window.batchGroups);
  if (
    kind === 'f32' &&
    groups >= many &&
    right.shape[dims.kernelOutputFeatureDimension] < fewOutputs * groups
  ) {
    const result = convolveSideBySide(left, right, dims, window, groups);
    return placed(result, [
      dims.outputBatchDimension,
      ...dims.outputSpatialDimensions,
      dims.outputFeatureDimension,
    ]);
  }
  if (prefersColumns(left, dims, window)) {
    const input = transpose(left, [
      dims.inputFeatureDimension,
      ...dims.inputSpatialDimensions,
      dims.inputBatchDimension,
    ]);
    const kernel = transpose(right, [
      dims.kernelOutputFeatureDimension,
      ...dims.kernelSpatialDimensions,
      dims.kernelInputFeatureDimension,
    ]);
    const result = convolveAsColumns(input, kernel, window);
    return placed(result, [
      dims.outputFeatureDimension,
      ...dims.outputSpatialDimensions,
      dims.outputBatchDimension,
    ]);
  }
  const input = transpose(left, [
    dims.inputBatchDimension,
    ...dims.inputSpatialDimensions,
    dims.inputFeatureDimension,
  ]);
  const kernel = transpose(right, [
    ...dims.kernelSpatialDimensions,
    dims.kernelInputFeatureDimension,
    dims.kernelOutputFeatureDimension,
  ]);
  const result = convolveGroups(input, kernel, window);
  return placed(result, [
    dims.outputBatchDimension,
    ...dims.outputSpatialDimensions,
    dims.outputFeatureDimension,
  ]);
}

/** An array whose dimension `i` becomes dimension `dims[i]`. */
function placed(array: NdArray, dims: readonly number[]): NdArray {
  const back = new Array<number>(dims.length);
  dims.forEach((dim, i) => (back[dim] = i));
  return transpose(array, back);
}

/**
 * Returns whether the images lie side by side, as the filters' gradients have them, and have no holes; see {@link
 * convolveColumns}.
 */
function prefersColumns(lhs: NdArray, dims: ConvDims, window: ConvWindow): boolean {
  const { windows, featureGroups, batchGroups } = window;
  const isDense =
    windows.every(({ baseDilation }) => baseDilation === 1) && featureGroups * batchGroups === 1;
  const batchIsLast =
    dims.inputBatchDimension === lhs.shape.length - 1 && lhs.shape[dims.inputBatchDimension] >= many;
  return isDense && batchIsLast && matmulOf(lhs.kind, 0) !== null;
}

/** The matrix product with vectors for a kind, for so many products of elements; `null` where there is none. */
function matmulOf(kind: ArrayKind, products: number): SimdMatmul | null {
  const arithmetic = arithmeticOf(kind);
  return arithmetic === null ? null : simdMatmul(arithmetic, products);
}

/** `[feature, ...spatial, batch]` with `[output feature, ...spatial, feature]`. */
function convolveAsColumns(input: NdArray, kernel: NdArray, { windows, reversed }: ConvWindow): NdArray {
  const { kind, shape } = input;
  const image = shape.slice(1, -1);
  const places = windows.map((window, i) => windowPositions(image[i], window));
  const [feature, batch, outputs] = [shape[0], lastOf(shape), kernel.shape[0]];
  const result = zeroResult(kind, [outputs, ...places, batch]);
  if (result.data.length === 0 || kernel.data.length === 0) return result;
  const geometry = { batch, image, feature, places, windows, reversed, outputs };
  const [x, y] = [numbersOf(kind, input.data), numbersOf(kind, kernel.data)];
  // The caller has seen that there is one.
  const matmul = matmulOf(kind, (kernel.data.length / outputs) * result.data.length)!;
  computeNumbers(kind, result.data, (out) => convolveColumns(matmul, x, y, out, geometry));
  return result;
}

/** `[batch, ...spatial, feature]` with `[...spatial, feature, output feature]`. */
function convolveGroups(input: NdArray, kernel: NdArray, window: ConvWindow): NdArray {
  const groups = Math.max(window.featureGroups, window.batchGroups);
  const last = input.shape.length - 1;
  const parts = Array.from({ length: groups }, (_, group) =>
    convolveGroup(
      part(input, window.batchGroups > 1 ? 0 : last, group, groups),
      part(kernel, last, group, groups),
      window,
    ),
  );
  return groups === 1 ? parts[0] : concatenate(parts, last);
}

/** Slice `index` of `count` equal slices along a dimension. */
function part(array: NdArray, dim: number, index: number, count: number): NdArray {
  if (count === 1) return array;
  const size = array.shape[dim] / count;
  return slice(
    array,
    array.shape.map((_, d) => (d === dim ? index * size : 0)),
    array.shape.map((full, d) => (d === dim ? (index + 1) * size : full)),
    array.shape.map(() => 1),
  );
}

function convolveGroup(input: NdArray, kernel: NdArray, window: ConvWindow): NdArray {
  const { kind } = input;
  const geometry = patchGeometry(input.shape, kernel.shape, window);
  const { batch, places, feature, outputs } = geometry;
  const result = zeroResult(kind, [batch, ...places, outputs]);
  if (result.data.length === 0 || feature === 0) return result;
  const matmul = matmulOf(kind, (kernel.data.length / outputs) * result.data.length);
  if (matmul === null) {
    convolveInJavaScript(input, kernel.data, result.data, geometry);
  } else {
    const [x, y] = [numbersOf(kind, input.data), numbersOf(kind, kernel.data)];
    computeNumbers(kind, result.data, (out) => convolvePatches(matmul, x, y, out, geometry));
  }
  return result;
}

/** As {@link convolvePatches}, for kinds that have no vector arithmetic, and where there is no WebAssembly. */
function convolveInJavaScript(
  input: NdArray,
  kernel: ArrayData,
  out: ArrayData,
  { batch, image, feature, places, windows, reversed, outputs }: PatchGeometry,
): void {
  const taps = elementCount(windows.map(({ size }) => size));
  const k = taps * feature;
  const count = elementCount(places);
  const rows = batch * count;
  const sources = tapSources(image, places, windows, reversed);
  const height = Math.max(1, Math.min(rows, Math.floor(patchElements / k)));
  const lanes = lanesOf(input.kind);
  for (let start = 0; start < rows; start += height) {
    const block = Math.min(height, rows - start);
    const positions = new Int32Array(block * k);
    for (let row = 0, at = 0; row < block; row += 1) {
      const first = Math.floor((start + row) / count) * elementCount(image);
      const place = ((start + row) % count) * taps;
      for (let tap = 0; tap < taps; tap += 1) {
        const source = sources[place + tap];
        const from = (first + source) * feature;
        for (let f = 0; f < feature; f += 1, at += 1) positions[at] = source < 0 ? -1 : from + f;
      }
    }
    const target = rowsOf(out, start * outputs * lanes, block * outputs * lanes);
    matmulInJavaScript(input.kind, take(input, positions), kernel, target, {
      batch: 1,
      m: block,
      n: outputs,
      k,
    });
  }
}

function rowsOf(data: ArrayData, start: number, length: number): ArrayData {
  return data.subarray(start, start + length);
}
