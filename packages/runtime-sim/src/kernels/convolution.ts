import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import { lanesOf } from '../array/array-kind.ts';
import { elementCount } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { take } from '../array/take.ts';
import { resultArray, zeroResult } from '../memory/result-storage.ts';
import { type Accumulation, accumulatorKind } from './accumulation.ts';
import { concatenate } from './concatenate.ts';
import { convert } from './convert.ts';
import { convolveColumns, prefersColumns } from './convolution-columns.ts';
import { convolvePatches, patchGeometry, type PatchGeometry } from './convolution-patches.ts';
import { convolveSideBySide } from './convolution-side-by-side.ts';
import { tapSources } from './convolution-taps.ts';
import { arithmeticOf, computeNumbers, numbersOf } from './matmul-numbers.ts';
import { matmulInJavaScript } from './matmul.ts';
import { tileMachine } from './tile-machine.ts';
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
  const kernel = transpose(right, [
    ...dims.kernelSpatialDimensions,
    dims.kernelInputFeatureDimension,
    dims.kernelOutputFeatureDimension,
  ]);
  const columns = batchIsLast(left, dims) ? convolveAsColumns(left, kernel, dims, window) : null;
  if (columns !== null) return columns;
  const input = transpose(left, [
    dims.inputBatchDimension,
    ...dims.inputSpatialDimensions,
    dims.inputFeatureDimension,
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

/** Returns whether many images lie side by side, as the filters' gradients have them. */
function batchIsLast({ shape }: NdArray, { inputBatchDimension }: ConvDims): boolean {
  return inputBatchDimension === shape.length - 1 && shape[inputBatchDimension] >= many;
}

/** With a kernel `[...spatial, feature, output feature]`; `null` where {@link convolveColumns} is not worth it. */
function convolveAsColumns(
  lhs: NdArray,
  kernel: NdArray,
  dims: ConvDims,
  { windows, reversed, featureGroups, batchGroups }: ConvWindow,
): NdArray | null {
  const { kind, shape } = lhs;
  const image = dims.inputSpatialDimensions.map((dim) => shape[dim]);
  const places = windows.map((window, i) => windowPositions(image[i], window));
  const [feature, batch] = [shape[dims.inputFeatureDimension], shape[dims.inputBatchDimension]];
  const outputs = lastOf(kernel.shape);
  const products = elementCount(places) * batch * kernel.data.length;
  const geometry = { batch, image, feature, places, windows, reversed, outputs };
  const arithmetic = arithmeticOf(kind);
  if (arithmetic === null || featureGroups * batchGroups > 1 || products === 0) return null;
  if (!prefersColumns(geometry)) return null;
  const machine = tileMachine(arithmetic, products, 'columns');
  if (machine === null) return null;
  const input = transpose(lhs, [
    dims.inputFeatureDimension,
    ...dims.inputSpatialDimensions,
    dims.inputBatchDimension,
  ]);
  const result = resultArray(kind, [...places, batch, outputs]);
  const [x, y] = [numbersOf(kind, input.data), numbersOf(kind, kernel.data)];
  computeNumbers(kind, result.data, (out) => convolveColumns(machine, x, y, out, geometry));
  return placed(result, [
    ...dims.outputSpatialDimensions,
    dims.outputBatchDimension,
    dims.outputFeatureDimension,
  ]);
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
  const arithmetic = arithmeticOf(kind);
  const products = (kernel.data.length / outputs) * result.data.length;
  const machine = arithmetic === null ? null : tileMachine(arithmetic, products);
  if (machine === null) {
    convolveInJavaScript(input, kernel.data, result.data, geometry);
  } else {
    const [x, y] = [numbersOf(kind, input.data), numbersOf(kind, kernel.data)];
    computeNumbers(kind, result.data, (out) => convolvePatches(machine, x, y, out, geometry));
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
