import { elementCount } from '../array/nd-array.ts';
import type { PatchGeometry } from './convolution-patches.ts';
import { tapSources } from './convolution-taps.ts';
import { type MatmulNumbers, matrixRows, type RowSource, type SimdMatmul } from './matmul-simd.ts';

/** Up to this many elements a loop is faster than a bulk copy. */
const shortRun = 24;

/**
 * Convolution of images `[feature, ...image, batch]`, batch innermost, with a kernel `[outputs, ...taps, feature]` into
 * zeroed `[outputs, ...positions, batch]`: the product of the kernel with a matrix of patches as columns. That is the
 * layout in which JAX writes the gradient of a convolution with respect to its filter, and it needs no transposition of
 * the images. The numbers are those of `convolvePatches`.
 */
export function convolveColumns(
  matmul: SimdMatmul,
  input: MatmulNumbers,
  kernel: MatmulNumbers,
  out: MatmulNumbers,
  geometry: PatchGeometry,
): void {
  const { batch, feature, places, windows, outputs } = geometry;
  const k = elementCount(windows.map(({ size }) => size)) * feature;
  const columns = elementCount(places) * batch;
  matmul.multiply(matrixRows(kernel, 0, k), patchColumns(input, geometry), out, 0, outputs, columns, k);
}

/** The matrix of patches: a row for each tap and feature, with the elements of all images at each position. */
function patchColumns(
  input: MatmulNumbers,
  { batch, image, feature, places, windows, reversed }: PatchGeometry,
): RowSource {
  const sources = tapSources(image, places, windows, reversed);
  const taps = elementCount(windows.map(({ size }) => size));
  const perImage = elementCount(image);
  return (target, at, row, count, start, length) => {
    let to = at;
    for (let r = row; r < row + count; r += 1, to += length) {
      const tap = Math.floor(r / feature);
      const own = (r - tap * feature) * perImage;
      fillRow(target, to, input, own, sources, tap, taps, batch, start, length);
    }
  };
}

/** Elements `start` to `start + length` of a row: the batch at each position's source, zero outside the image. */
function fillRow(
  target: MatmulNumbers,
  at: number,
  input: MatmulNumbers,
  image: number,
  sources: Int32Array,
  tap: number,
  taps: number,
  batch: number,
  start: number,
  length: number,
): void {
  const end = at + length;
  let place = Math.floor(start / batch);
  let skipped = start - place * batch;
  for (let to = at; to < end; place += 1) {
    const source = sources[place * taps + tap];
    let run = batch - skipped;
    // Positions that are neighbours in the image are copied at once.
    for (let next = source + 1; run < end - to && source >= 0; next += 1) {
      if (sources[(place + 1) * taps + tap] !== next) break;
      place += 1;
      run += batch;
    }
    run = Math.min(run, end - to);
    const from = (image + source) * batch + skipped;
    if (source < 0) target.fill(0, to, to + run);
    else if (run > shortRun) target.set(input.subarray(from, from + run), to);
    else for (let i = 0; i < run; i += 1) target[to + i] = input[from + i];
    to += run;
    skipped = 0;
  }
}
