import { elementCount } from '../array/nd-array.ts';
import { tapSources } from './convolution-taps.ts';
import type { PatchGeometry } from './convolution-patches.ts';
import { type LaneProducts, laneProducts } from './lane-products.ts';

/**
 * Many convolutions side by side, such as a depthwise one: images `[batch, ...image, feature, lanes]` with kernels
 * `[...taps, feature, outputs, lanes]` into zeroed `[batch, ...positions, outputs, lanes]`, a row of lanes at a time.
 * Each lane sums in the order of taps and features, every product and every sum rounded to f32.
 */
export function convolveLanes(
  input: Float32Array,
  kernel: Float32Array,
  out: Float32Array,
  lanes: number,
  { batch, image, feature, places, windows, reversed, outputs }: PatchGeometry,
): void {
  const sources = tapSources(image, places, windows, reversed);
  const perImage = elementCount(image) * feature * lanes;
  const perOutput = elementCount(places) * outputs * lanes;
  const taps = elementCount(windows.map(({ size }) => size));
  // Zeros outside the image change no sum unless a weight is infinite or NaN.
  const usesZeros = !kernel.every(Number.isFinite);
  const work = laneProducts();
  const rows = { sources, taps, feature, outputs, lanes, usesZeros };
  for (let b = 0; b < batch; b += 1) {
    const own = input.subarray(b * perImage, (b + 1) * perImage);
    const target = out.subarray(b * perOutput, (b + 1) * perOutput);
    if (work === null) convolveImage(own, kernel, target, rows);
    else convolveImageWithVectors(work, own, kernel, target, rows);
  }
}

/** The kernel rows of an image's lanes, and their number. */
interface LaneRows {
  readonly sources: Int32Array;
  readonly taps: number;
  readonly feature: number;
  readonly outputs: number;
  readonly lanes: number;
  readonly usesZeros: boolean;
}

/** Calls `add` with the rows of the image, -1 for zeros, of the kernel and of the output whose products are summed, in order. */
function forEachProduct(
  { sources, taps, feature, outputs, usesZeros }: LaneRows,
  add: (image: number, kernel: number, output: number) => void,
): void {
  for (let place = 0; place < sources.length / taps; place += 1) {
    for (let output = 0; output < outputs; output += 1) {
      for (let tap = 0; tap < taps; tap += 1) {
        const source = sources[place * taps + tap];
        if (source < 0 && !usesZeros) continue;
        for (let f = 0; f < feature; f += 1) {
          const image = source < 0 ? -1 : source * feature + f;
          add(image, (tap * feature + f) * outputs + output, place * outputs + output);
        }
      }
    }
  }
}

function convolveImage(image: Float32Array, kernel: Float32Array, out: Float32Array, rows: LaneRows): void {
  const { lanes } = rows;
  const zeros = new Float32Array(lanes);
  forEachProduct(rows, (x, y, sum) => {
    addProducts(x < 0 ? zeros : image, Math.max(0, x) * lanes, kernel, y * lanes, out, sum * lanes, lanes);
  });
}

/** The same in the memory of `work`, where rows of sums are padded to whole vectors. */
function convolveImageWithVectors(
  work: LaneProducts,
  image: Float32Array,
  kernel: Float32Array,
  out: Float32Array,
  rows: LaneRows,
): void {
  const { lanes } = rows;
  const pitch = Math.ceil(lanes / 4) * 4;
  const [zerosAt, imageAt] = [0, pitch];
  const kernelAt = imageAt + image.length;
  const sumsAt = Math.ceil((kernelAt + kernel.length) / 4) * 4 + 4;
  const count = out.length / lanes;
  const memory = work.memory(sumsAt + count * pitch);
  memory.fill(0, zerosAt, imageAt);
  memory.set(image, imageAt);
  memory.set(kernel, kernelAt);
  memory.fill(0, sumsAt, sumsAt + count * pitch);
  forEachProduct(rows, (x, y, sum) => {
    work.add(x < 0 ? zerosAt : imageAt + x * lanes, kernelAt + y * lanes, sumsAt + sum * pitch, lanes);
  });
  for (let row = 0; row < count; row += 1) {
    out.set(memory.subarray(sumsAt + row * pitch, sumsAt + row * pitch + lanes), row * lanes);
  }
}

function addProducts(
  x: Float32Array,
  xAt: number,
  y: Float32Array,
  yAt: number,
  sums: Float32Array,
  at: number,
  count: number,
): void {
  for (let i = 0; i < count; i += 1) {
    sums[at + i] = Math.fround(sums[at + i] + Math.fround(x[xAt + i] * y[yAt + i]));
  }
}
