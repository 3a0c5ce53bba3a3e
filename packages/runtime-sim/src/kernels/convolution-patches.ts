import { elementCount } from '../array/nd-array.ts';
import { convolveLines } from './convolution-lines.ts';
import { tapClasses, tapSources } from './convolution-taps.ts';
import { multiply } from './matmul-simd.ts';
import { type MatmulNumbers, matrixRows, type RowSource, type TileMachine } from './tile-machine.ts';
import { type WindowDim, windowPositions } from './reduce-window.ts';
import { lastOf } from '@shardform/ir-core';

/** The geometry of a convolution: the image's sizes, the window's positions, and its movement. */
export interface PatchGeometry {
  readonly batch: number;
  readonly image: readonly number[];
  readonly feature: number;
  readonly places: readonly number[];
  readonly windows: readonly WindowDim[];
  readonly reversed: readonly boolean[];
  /** Features of the output. */
  readonly outputs: number;
}

/** Returns the geometry of an image `[batch, ...image, feature]` and a kernel `[...taps, feature, outputs]`. */
export function patchGeometry(
  input: readonly number[],
  kernel: readonly number[],
  { windows, reversed }: Pick<PatchGeometry, 'windows' | 'reversed'>,
): PatchGeometry {
  const image = input.slice(1, -1);
  return {
    batch: input[0],
    image,
    feature: lastOf(input),
    places: windows.map((window, i) => windowPositions(image[i], window)),
    windows,
    reversed,
    outputs: lastOf(kernel),
  };
}

/** Up to this many elements a loop is faster than a bulk copy. */
const shortRun = 24;

/**
 * Convolution of an image `[batch, ...image, feature]` with a kernel `[...taps, feature, outputs]` into zeroed `[batch,
 * ...positions, outputs]`: products of matrices whose rows are the patches under the window, which are materialized a
 * block at a time.
 *
 * Products with the holes of a dilated image are skipped unless a weight is infinite or NaN: they are zero.
 */
export function convolvePatches(
  machine: TileMachine,
  input: MatmulNumbers,
  kernel: MatmulNumbers,
  out: MatmulNumbers,
  geometry: PatchGeometry,
): void {
  if (convolveLines(machine, input, kernel, out, geometry)) return;
  const { batch, image, feature, places, windows, reversed, outputs } = geometry;
  const sources = tapSources(image, places, windows, reversed);
  const perImage = elementCount(image);
  const count = elementCount(places);
  const taps = elementCount(windows.map(({ size }) => size));
  const hasHoles = windows.some(({ baseDilation }) => baseDilation > 1);
  if (!hasHoles || !kernel.every(Number.isFinite)) {
    const rows = patchRows(input, sources, count, taps, feature, perImage);
    multiply(machine, rows, matrixRows(kernel, 0, outputs), out, 0, batch * count, outputs, taps * feature);
    return;
  }
  for (const { places: own, taps: hit } of tapClasses(places, windows, reversed)) {
    const rows = patchRows(input, picked(sources, taps, own, hit), own.length, hit.length, feature, perImage);
    const product = numbersLike(out, batch * own.length * outputs);
    const weights = pickedRows(kernel, hit, feature * outputs);
    multiply(
      machine,
      rows,
      matrixRows(weights, 0, outputs),
      product,
      0,
      batch * own.length,
      outputs,
      hit.length * feature,
    );
    putRows(product, out, batch, own, count, outputs);
  }
}

/** The patches of `batch` images of `count` positions each, one after the other. */
function patchRows(
  input: MatmulNumbers,
  sources: Int32Array,
  count: number,
  taps: number,
  feature: number,
  perImage: number,
): RowSource {
  return (target, at, row, rows, start, depth) => {
    let to = at;
    for (let r = row; r < row + rows; r += 1) {
      const image = Math.floor(r / count);
      const place = r - image * count;
      fillPatch(target, to, input, image * perImage, sources, place * taps, feature, start, depth);
      to += depth;
    }
  };
}

/** Elements `start` to `start + depth` of a patch: of each tap all features, zero outside the image. */
function fillPatch(
  target: MatmulNumbers,
  at: number,
  input: MatmulNumbers,
  image: number,
  sources: Int32Array,
  firstTap: number,
  feature: number,
  start: number,
  depth: number,
): void {
  let to = at;
  const end = at + depth;
  let tap = Math.floor(start / feature);
  let skipped = start - tap * feature;
  while (to < end) {
    const source = sources[firstTap + tap];
    let length = feature - skipped;
    // Taps that are neighbours in the image are copied at once.
    for (let next = source + 1; length < end - to && source >= 0; next += 1) {
      if (sources[firstTap + tap + 1] !== next) break;
      tap += 1;
      length += feature;
    }
    length = Math.min(length, end - to);
    if (source < 0) {
      target.fill(0, to, to + length);
    } else {
      const from = (image + source) * feature + skipped;
      if (length > shortRun) target.set(input.subarray(from, from + length), to);
      else for (let i = 0; i < length; i += 1) target[to + i] = input[from + i];
    }
    to += length;
    tap += 1;
    skipped = 0;
  }
}

/** Of a table of `columns` columns the given rows and columns. */
function picked(table: Int32Array, columns: number, rows: Int32Array, taken: Int32Array): Int32Array {
  const result = new Int32Array(rows.length * taken.length);
  let at = 0;
  for (const row of rows) {
    for (const column of taken) {
      result[at] = table[row * columns + column];
      at += 1;
    }
  }
  return result;
}

/** The given rows of `length` numbers. */
function pickedRows(numbers: MatmulNumbers, rows: Int32Array, length: number): MatmulNumbers {
  const result = numbersLike(numbers, rows.length * length);
  rows.forEach((row, i) => result.set(numbers.subarray(row * length, (row + 1) * length), i * length));
  return result;
}

/** Writes rows of `length` numbers to the given rows of the `count` rows of each of `batch` blocks. */
function putRows(
  rows: MatmulNumbers,
  out: MatmulNumbers,
  batch: number,
  places: Int32Array,
  count: number,
  length: number,
): void {
  for (let b = 0, from = 0; b < batch; b += 1) {
    for (const place of places) {
      out.set(rows.subarray(from, from + length), (b * count + place) * length);
      from += length;
    }
  }
}

/** Zeros of the same type of number. */
function numbersLike(numbers: MatmulNumbers, length: number): MatmulNumbers {
  if (numbers instanceof Float64Array) return new Float64Array(length);
  return numbers instanceof Int32Array ? new Int32Array(length) : new Float32Array(length);
}
