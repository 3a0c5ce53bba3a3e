import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import { lanesOf } from '../array/array-kind.ts';
import { elementCount, rowMajorStrides, zeros } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { boxOffsets, take } from '../array/take.ts';
import { concatenate } from './concatenate.ts';
import { convert } from './convert.ts';
import { matmul } from './dot-general.ts';
import { windowPlaces } from './reduce-window.ts';
import type { WindowDim } from './reduce-window.ts';
import { slice } from './slice.ts';
import { transpose } from './transpose.ts';

/** What the dimensions of a convolution's operands and result are; 0-based. */
export interface ConvDims {
  readonly inputBatch: number;
  readonly inputFeature: number;
  readonly inputSpatial: readonly number[];
  readonly kernelInputFeature: number;
  readonly kernelOutputFeature: number;
  readonly kernelSpatial: readonly number[];
  readonly outputBatch: number;
  readonly outputFeature: number;
  readonly outputSpatial: readonly number[];
}

/** How the window of a convolution moves. */
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

/**
 * Convolution of `lhs` with the kernel `rhs` (StableHLO spec, "convolution"), the operands first converted to `kind`, the
 * result's. Each product and each sum is rounded or wrapped to `kind`, over the kernel row-major, features innermost.
 */
export function convolution(
  lhs: NdArray,
  rhs: NdArray,
  dims: ConvDims,
  window: ConvWindow,
  kind: ArrayKind,
): NdArray {
  const input = transpose(convert(lhs, kind), [dims.inputBatch, ...dims.inputSpatial, dims.inputFeature]);
  const kernel = transpose(convert(rhs, kind), [
    ...dims.kernelSpatial,
    dims.kernelInputFeature,
    dims.kernelOutputFeature,
  ]);
  const groups = Math.max(window.featureGroups, window.batchGroups);
  const last = input.shape.length - 1;
  const parts = Array.from({ length: groups }, (_, group) =>
    convolveGroup(
      part(input, window.batchGroups > 1 ? 0 : last, group, groups),
      part(kernel, last, group, groups),
      window,
    ),
  );
  const joined = groups === 1 ? parts[0]! : concatenate(parts, last);
  const back = new Array<number>(joined.shape.length);
  [dims.outputBatch, ...dims.outputSpatial, dims.outputFeature].forEach((dim, i) => (back[dim] = i));
  return transpose(joined, back);
}

/** Part `index` of `count` equal parts along a dimension. */
function part(array: NdArray, dim: number, index: number, count: number): NdArray {
  if (count === 1) return array;
  const size = array.shape[dim]! / count;
  return slice(
    array,
    array.shape.map((_, d) => (d === dim ? index * size : 0)),
    array.shape.map((full, d) => (d === dim ? (index + 1) * size : full)),
    array.shape.map(() => 1),
  );
}

/** `[batch, ...spatial, feature]` with `[...spatial, feature, output feature]`, as products of matrices of patches. */
function convolveGroup(input: NdArray, kernel: NdArray, { windows, reversed }: ConvWindow): NdArray {
  const { kind } = input;
  const [batch, feature] = [input.shape[0]!, input.shape.at(-1)!];
  const outputs = kernel.shape.at(-1)!;
  const spatial = windows.map((window, i) => windowPlaces(input.shape[i + 1]!, window));
  const result = zeros(kind, [batch, ...spatial, outputs]);
  const taps = elementCount(kernel.shape.slice(0, -2));
  const k = taps * feature;
  const rows = batch * elementCount(spatial);
  if (rows === 0 || k === 0 || outputs === 0) return result;
  const sources = tapSources(input.shape.slice(1, -1), spatial, windows, reversed);
  const perImage = elementCount(input.shape.slice(1, -1));
  const places = elementCount(spatial);
  const height = Math.max(1, Math.min(rows, Math.floor(patchElements / k)));
  const lanes = lanesOf(kind);
  for (let start = 0; start < rows; start += height) {
    const count = Math.min(height, rows - start);
    const positions = new Int32Array(count * k);
    for (let row = 0, at = 0; row < count; row += 1) {
      const image = Math.floor((start + row) / places) * perImage;
      const place = ((start + row) % places) * taps;
      for (let tap = 0; tap < taps; tap += 1) {
        const source = sources[place + tap]!;
        const from = (image + source) * feature;
        for (let f = 0; f < feature; f += 1, at += 1) positions[at] = source < 0 ? -1 : from + f;
      }
    }
    const patches = take(input, positions);
    const out = rowsOf(result.data, start * outputs * lanes, count * outputs * lanes);
    matmul(kind, patches, kernel.data, out, { batch: 1, m: count, n: outputs, k });
  }
  return result;
}

function rowsOf(data: ArrayData, start: number, length: number): ArrayData {
  return data.subarray(start, start + length);
}

/** For each place of the window and each tap of the kernel, the element of an image; -1 for holes and padding. */
function tapSources(
  image: readonly number[],
  places: readonly number[],
  windows: readonly WindowDim[],
  reversed: readonly boolean[],
): Int32Array {
  const sizes = windows.map(({ size }) => size);
  const strides = rowMajorStrides(image);
  const count = elementCount(places) * elementCount(sizes);
  const sources = new Int32Array(count);
  windows.forEach((window, dim) => {
    // Of each pair of a place and a tap: the position along this dimension in the padded, dilated image.
    const box = [...places, ...sizes];
    const steps = box.map(() => 0);
    steps[dim] = window.stride;
    steps[places.length + dim] = reversed[dim] === true ? -window.windowDilation : window.windowDilation;
    const along = boxOffsets(box, steps);
    const first = (reversed[dim] === true ? (window.size - 1) * window.windowDilation : 0) - window.padLow;
    for (let i = 0; i < count; i += 1) {
      const dilated = along[i]! + first;
      const at = dilated / window.baseDilation;
      const isElement = dilated >= 0 && dilated % window.baseDilation === 0 && at < image[dim]!;
      if (!isElement) sources[i] = -1;
      else if (sources[i]! >= 0) sources[i]! += at * strides[dim]!;
    }
  });
  return sources;
}
