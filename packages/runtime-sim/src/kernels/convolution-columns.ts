import { lastOf } from '@shardform/ir-core';
import { elementCount, rowMajorStrides } from '../array/nd-array.ts';
import { boxOffsets } from '../array/take.ts';
import { extentOf, windowSegments } from './convolution-lines.ts';
import type { PatchGeometry } from './convolution-patches.ts';
import { computeLines, type LineBlock } from './line-products.ts';
import {
  type Line,
  type MatmulNumbers,
  matrixRows,
  roundUp,
  type Segment,
  type TileMachine,
} from './tile-machine.ts';

/** Elements of the images that are worked on at a time, unless one tap along the first dimension has more. */
const blockElements = 1 << 18;

/** Elements of all results, and of the images for one tap along the first dimension, that there is room for. */
const mostElements = 1 << 22;

/** Steps that follow each other under the window from which on columns are worth it. */
const leastDepth = 8;

/** Lines that the positions are divided into, if there are fewer. */
const mostLines = 32;

/** Up to this many elements a loop is faster than a bulk copy. */
const shortRun = 24;

/** Returns whether {@link convolveColumns} is worth it: elements under the window lie together, and results are not too many. */
export function prefersColumns(geometry: PatchGeometry): boolean {
  const { windows, places, batch, outputs } = geometry;
  if (windows.length === 0 || windows.some(({ baseDilation }) => baseDilation > 1)) return false;
  const columns = new ImageColumns(geometry);
  if (Math.max(elementCount(places) * batch * outputs, columns.elementsFor(1)) > mostElements) return false;
  return columns.depth >= leastDepth * columns.segments(windows[0].size).length;
}

/**
 * Convolution of images `[feature, ...image, batch]` without holes, batch innermost, with a kernel `[...taps, feature, outputs]`
 * into `[...positions, batch, outputs]`: of each position a product whose left operand is a matrix of columns. That is
 * how JAX writes the gradient of a convolution with respect to its filter, and it needs no transposition. The order of the
 * sums is that of `convolvePatches`.
 */
export function convolveColumns(
  machine: TileMachine,
  input: MatmulNumbers,
  kernel: MatmulNumbers,
  out: MatmulNumbers,
  geometry: PatchGeometry,
): void {
  const { batch, outputs } = geometry;
  const blocks = new ImageColumns(geometry).blocks(input);
  const rhs = matrixRows(kernel, 0, outputs);
  computeLines(machine, blocks, { lhsPitch: 1, lhsStep: batch }, rhs, out, outputs);
}

class ImageColumns {
  readonly #geometry: PatchGeometry;
  /** Steps of depth that belong to a tap along the first dimension. */
  readonly #depthOfTap: number;

  constructor(geometry: PatchGeometry) {
    this.#geometry = geometry;
    this.#depthOfTap = elementCount(geometry.windows.slice(1).map(({ size }) => size)) * geometry.feature;
  }

  /** Rows of the kernel. */
  get depth(): number {
    return this.#geometry.windows[0].size * this.#depthOfTap;
  }

  /** Elements of a copy of the images for so many taps along the first dimension. */
  elementsFor(taps: number): number {
    const { extents, strides } = this.#layout(taps);
    return extents[0] * strides[0];
  }

  /** What lies under the window for so many taps along the first dimension. */
  segments(taps: number): Segment[] {
    const { windows, batch } = this.#geometry;
    const { strides } = this.#layout(taps);
    const last = windows.length - 1;
    const sizes = windows.map(({ size }, d) => (d === 0 ? taps : size));
    const steps = windows.map(({ windowDilation }, d) => strides[d] * (d === last ? 1 : windowDilation));
    return windowSegments(sizes, steps, this.#geometry, batch);
  }

  /** Taps along the first dimension are worked on a few at a time: their products are added to the same results. */
  blocks(input: MatmulNumbers): LineBlock[] {
    const { size, windowDilation } = this.#geometry.windows[0];
    const elementsOfTap = windowDilation * this.#layout(1).strides[0];
    const taps = Math.max(1, Math.floor(blockElements / elementsOfTap));
    return Array.from({ length: Math.ceil(size / taps) }, (_, i) =>
      this.#block(input, i * taps, Math.min(taps, size - i * taps)),
    );
  }

  /**
   * How images are copied for taps along the first dimension: `[...extents, feature, batch]`. Along the last dimension, elements
   * that the window meets one after the other lie together: those at distances of its dilation.
   */
  #layout(taps: number): { readonly extents: readonly number[]; readonly strides: readonly number[] } {
    const { windows, places, feature, batch } = this.#geometry;
    const extents = windows.map((window, d) => {
      const extent = extentOf(window, places[d], d === 0 ? taps : window.size);
      return d === windows.length - 1 ? roundUp(extent, window.windowDilation) : extent;
    });
    return { extents, strides: rowMajorStrides([...extents, feature * batch]).slice(0, -1) };
  }

  /** The place along the last dimension of an element of a padded image. */
  #placeOf(element: number, extent: number): number {
    const { windowDilation } = lastOf(this.#geometry.windows);
    return (element % windowDilation) * (extent / windowDilation) + Math.floor(element / windowDilation);
  }

  #block(input: MatmulNumbers, firstTap: number, taps: number): LineBlock {
    const { windows, places, reversed, batch } = this.#geometry;
    const { extents, strides } = this.#layout(taps);
    const last = windows.length - 1;
    const outer = boxOffsets(
      places.slice(0, -1),
      windows.slice(0, -1).map(({ stride }, d) => stride * strides[d]),
    );
    const perLine = roundUp(Math.ceil(batch / Math.ceil(mostLines / elementCount(places))), 2);
    const lines: Line[] = [];
    for (let place = 0, out = 0; place < elementCount(places); place += 1, out += batch) {
      const [row, column] = [Math.floor(place / places[last]), place % places[last]];
      const along = this.#placeOf(column * windows[last].stride, extents[last]) * strides[last];
      for (let image = 0; image < batch; image += perLine) {
        const rows = Math.min(perLine, batch - image);
        lines.push({ lhs: outer[row] + along + image, out: out + image, strip: 0, rows });
      }
    }
    const { size } = windows[0];
    // Of a window that is turned round, the last taps meet the first elements.
    const firstElement = (reversed[0] ? size - firstTap - taps : firstTap) * windows[0].windowDilation;
    return {
      elements: extents[0] * strides[0],
      lines,
      segments: this.segments(taps),
      depth: taps * this.#depthOfTap,
      firstDepth: firstTap * this.#depthOfTap,
      row: 0,
      rows: elementCount(places) * batch,
      begins: firstTap === 0,
      ends: firstTap + taps === size,
      fill: (target, at) => this.#copyImages(input, target, at, firstElement, extents, strides),
    };
  }

  /** Copies what lies under the window, zeros where that is padding. */
  #copyImages(
    input: MatmulNumbers,
    target: MatmulNumbers,
    at: number,
    firstElement: number,
    extents: readonly number[],
    strides: readonly number[],
  ): void {
    const { image, windows, feature, batch } = this.#geometry;
    target.fill(0, at, at + extents[0] * strides[0]);
    const own = rowMajorStrides([...image, batch]).slice(0, -1);
    const last = windows.length - 1;
    let elements = [{ from: 0, to: 0 }];
    for (let d = 0; d <= last; d += 1) {
      const offset = (d === 0 ? firstElement : 0) - windows[d].padLow;
      const along: { from: number; to: number }[] = [];
      for (let p = Math.max(0, -offset); p < Math.min(extents[d], image[d] - offset); p += 1) {
        const place = d === last ? this.#placeOf(p, extents[d]) : p;
        along.push({ from: (p + offset) * own[d], to: place * strides[d] });
      }
      elements = elements.flatMap(({ from, to }) =>
        along.map((next) => ({ from: from + next.from, to: to + next.to })),
      );
    }
    const perFeature = elementCount(image) * batch;
    for (let f = 0; f < feature; f += 1) {
      for (const { from, to } of elements) {
        const source = f * perFeature + from;
        const goal = at + to + f * batch;
        if (batch > shortRun) target.set(input.subarray(source, source + batch), goal);
        else for (let b = 0; b < batch; b += 1) target[goal + b] = input[source + b];
      }
    }
  }
}
