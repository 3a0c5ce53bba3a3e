import { lastOf } from '@shardform/ir-core';
import { elementCount, rowMajorStrides } from '../array/nd-array.ts';
import { boxOffsets } from '../array/take.ts';
import type { PatchGeometry } from './convolution-patches.ts';
import type { WindowDim } from './reduce-window.ts';
import { computeLines, type LineBlock } from './line-products.ts';
import {
  type MatmulNumbers,
  matrixRows,
  segmentsOf,
  type Segment,
  type TileMachine,
} from './tile-machine.ts';

/** Elements of the images, or of the results, that are worked on at a time, unless a single line has more. */
const blockElements = 1 << 18;

/** Products of elements that are computed between two looks at the interrupt: some milliseconds. */
const blockProducts = 1 << 28;

/** Positions along the last dimension, and elements that follow each other under the window, from which on lines are worth it. */
const leastPositions = 4;
const leastDepth = 8;

/**
 * Convolution of images `[batch, ...image, feature]` without holes with a kernel `[...taps, feature, outputs]` into
 * `[batch, ...positions, outputs]`. Images are copied with their padding; a line of positions along the last dimension is
 * then a product whose rows overlap. The order of the sums is that of `convolvePatches`.
 *
 * @returns false, when nothing was done, where lines are short or elements under the window lie apart.
 */
export function convolveLines(
  machine: TileMachine,
  input: MatmulNumbers,
  kernel: MatmulNumbers,
  out: MatmulNumbers,
  geometry: PatchGeometry,
): boolean {
  const { windows, places, feature, outputs } = geometry;
  const isDense = windows.every(({ baseDilation }) => baseDilation === 1);
  if (windows.length === 0 || !isDense || lastOf(places) < leastPositions) return false;
  const lines = new ImageLines(input, geometry);
  if (lines.depth < leastDepth * lines.segments.length) return false;
  const pitches = { lhsPitch: lastOf(windows).stride * feature, lhsStep: 1 };
  const rhs = matrixRows(kernel, 0, outputs);
  computeLines(machine, lines.blocks(machine.panelWidth(outputs, lines.depth)), pitches, rhs, out, outputs);
  return true;
}

/** Elements that a window meets along a dimension at so many positions with so many of its taps. */
export function extentOf({ stride, windowDilation }: WindowDim, positions: number, taps: number): number {
  return (positions - 1) * stride + (taps - 1) * windowDilation + 1;
}

/**
 * The segments under a window, in the order of the kernel.
 *
 * @param steps distances of taps in the image, by dimension.
 * @param feature steps of depth of a tap, which have a distance.
 */
export function windowSegments(
  taps: readonly number[],
  steps: readonly number[],
  { reversed, feature }: PatchGeometry,
  distance = 1,
): Segment[] {
  const start = steps.reduce((sum, step, d) => (reversed[d] ? sum + step * (taps[d] - 1) : sum), 0);
  const along = steps.map((step, d) => (reversed[d] ? -step : step));
  const runs: { lhs: number; depth: number }[] = [];
  for (const offset of boxOffsets(taps, along)) {
    const [lhs, last] = [start + offset, runs.at(-1)];
    if (last !== undefined && last.lhs + last.depth * distance === lhs) last.depth += feature;
    else runs.push({ lhs, depth: feature });
  }
  return runs.flatMap((run) => segmentsOf(run.lhs, run.depth, distance));
}

/** Positions of the window that are worked on at a time: of whole images, or some along the first dimension of one. */
interface Positions {
  readonly image: number;
  readonly images: number;
  readonly first: number;
  readonly places: number;
}

class ImageLines {
  readonly #input: MatmulNumbers;
  readonly #geometry: PatchGeometry;
  /** Elements under the window along each dimension, at all positions. */
  readonly #extents: readonly number[];
  /** Distances of neighbours in a copied image, by dimension. */
  readonly #strides: readonly number[];
  readonly segments: readonly Segment[];
  /** Rows of the kernel. */
  readonly depth: number;

  constructor(input: MatmulNumbers, geometry: PatchGeometry) {
    const { places, windows, feature } = geometry;
    this.#input = input;
    this.#geometry = geometry;
    this.#extents = windows.map((_, d) => this.#extentOf(d, places[d]));
    this.#strides = rowMajorStrides([...this.#extents, feature]).slice(0, -1);
    const taps = windows.map(({ size }) => size);
    this.depth = elementCount(taps) * feature;
    const steps = windows.map(({ windowDilation }, d) => windowDilation * this.#strides[d]);
    this.segments = windowSegments(taps, steps, geometry);
  }

  #extentOf(dim: number, places: number): number {
    const window = this.#geometry.windows[dim];
    return extentOf(window, places, window.size);
  }

  /** Elements of an image of which `places` positions along the first dimension are worked on. */
  #imageElements(places: number): number {
    return this.#extentOf(0, places) * this.#strides[0];
  }

  /** @param width elements of a row of results. */
  blocks(width: number): LineBlock[] {
    const { batch, places, windows } = this.#geometry;
    // Of an image, or a position along its first dimension: what is nearest to its limit, as a part of that.
    const results = elementCount(places) * width;
    const share = (elements: number, sums: number): number =>
      Math.max(elements / blockElements, sums / blockElements, (sums * this.depth) / blockProducts);
    const images = Math.floor(1 / share(this.#imageElements(places[0]), results));
    const perPlace = share(windows[0].stride * this.#strides[0], results / places[0]);
    const step = images > 0 ? places[0] : Math.max(1, Math.floor(1 / perPlace));
    const together = Math.max(1, images);
    const blocks: LineBlock[] = [];
    let row = 0;
    for (let image = 0; image < batch; image += together) {
      for (let first = 0; first < places[0]; first += step) {
        const positions = {
          image,
          images: Math.min(together, batch - image),
          first,
          places: Math.min(step, places[0] - first),
        };
        const block = this.#block(positions, row);
        blocks.push(block);
        row += block.rows;
      }
    }
    return blocks;
  }

  #block(positions: Positions, row: number): LineBlock {
    const { places: all, windows } = this.#geometry;
    const { images, places } = positions;
    const size = this.#imageElements(places);
    const outer = all.length === 1 ? [] : [places, ...all.slice(1, -1)];
    const steps = outer.map((_, d) => windows[d].stride * this.#strides[d]);
    const perLine = all.length === 1 ? places : lastOf(all);
    const lines = Array.from(boxOffsets([images, ...outer], [size, ...steps]), (lhs, i) => ({
      lhs,
      out: i * perLine,
      strip: 0,
      rows: perLine,
    }));
    return {
      elements: images * size,
      lines,
      segments: this.segments,
      depth: this.depth,
      firstDepth: 0,
      row,
      rows: lines.length * perLine,
      begins: true,
      ends: true,
      fill: (target, at) => this.#copyImages(target, at, positions),
    };
  }

  /** Copies what lies under the window at some positions, zeros where that is padding. */
  #copyImages(target: MatmulNumbers, at: number, { image: from, images, first, places }: Positions): void {
    const { image, windows, feature } = this.#geometry;
    const perImage = elementCount(image) * feature;
    const size = this.#imageElements(places);
    target.fill(0, at, at + images * size);
    const last = image.length - 1;
    // The elements that count along the last dimension, which may be the first one, too.
    const { stride, padLow } = windows[last];
    const [offset, extent] =
      last === 0 ? [first * stride - padLow, this.#extentOf(0, places)] : [-padLow, this.#extents[last]];
    const begin = Math.max(0, -offset);
    const length = (Math.min(extent, image[last] - offset) - begin) * feature;
    if (length <= 0) return;
    const rows = this.#rowsOf(first, places);
    for (let i = 0; i < images; i += 1) {
      const start = (from + i) * perImage + (begin + offset) * feature;
      const to = at + i * size + begin * feature;
      for (const { copied, own } of rows)
        target.set(this.#input.subarray(start + own, start + own + length), to + copied);
    }
  }

  /** Rows along the last dimension that an image has: where they lie in a copied one, and in itself. */
  #rowsOf(first: number, places: number): readonly { readonly copied: number; readonly own: number }[] {
    const { image, windows, feature } = this.#geometry;
    const strides = rowMajorStrides([...image, feature]);
    let rows = [{ copied: 0, own: 0 }];
    for (let d = 0; d < image.length - 1; d += 1) {
      const offset = (d === 0 ? first * windows[0].stride : 0) - windows[d].padLow;
      const extent = d === 0 ? this.#extentOf(0, places) : this.#extents[d];
      rows = rows.flatMap(({ copied, own }) => {
        const along: { copied: number; own: number }[] = [];
        for (let p = Math.max(0, -offset); p < Math.min(extent, image[d] - offset); p += 1)
          along.push({ copied: copied + p * this.#strides[d], own: own + (p + offset) * strides[d] });
        return along;
      });
    }
    return rows;
  }
}
