import { elementCount, rowMajorStrides } from '../array/nd-array.ts';
import { boxOffsets } from '../array/take.ts';
import type { WindowDim } from './reduce-window.ts';

/**
 * For each position of the window and each tap of the kernel, the index of the element of an image; -1 for holes and
 * padding.
 */
export function tapSources(
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
    // For each pair of a position and a tap: the index along this dimension in the padded, dilated image.
    const box = [...places, ...sizes];
    const steps = box.map(() => 0);
    steps[dim] = window.stride;
    steps[places.length + dim] = reversed[dim] ? -window.windowDilation : window.windowDilation;
    const along = boxOffsets(box, steps);
    const first = (reversed[dim] ? (window.size - 1) * window.windowDilation : 0) - window.padLow;
    for (let i = 0; i < count; i += 1) {
      const dilated = along[i] + first;
      const at = dilated / window.baseDilation;
      const isElement = dilated >= 0 && dilated % window.baseDilation === 0 && at < image[dim];
      if (!isElement) sources[i] = -1;
      else if (sources[i] >= 0) sources[i] += at * strides[dim];
    }
  });
  return sources;
}

/**
 * Positions of the window by the taps that hit elements rather than the holes of a dilated image, which depend on the
 * position modulo the dilation. One class, with all taps, if there are no holes.
 */
interface TapClass {
  /** Ascending; the same as in `tapSources`. */
  readonly places: Int32Array;
  readonly taps: Int32Array;
}

/** Returns the classes of positions; see {@link TapClass}. Positions whose taps all hit holes are in none. */
export function tapClasses(
  places: readonly number[],
  windows: readonly WindowDim[],
  reversed: readonly boolean[],
): readonly TapClass[] {
  let classes: TapClass[] = [{ places: new Int32Array(1), taps: new Int32Array(1) }];
  windows.forEach((window, dim) => {
    const { size, baseDilation, stride } = window;
    // Taps that hit elements, by the remainder of the position.
    const byPhase = new Map<number, { places: number[]; taps: number[] }>();
    for (let place = 0; place < places[dim]; place += 1) {
      const phase = (place * stride) % baseDilation;
      let along = byPhase.get(phase);
      if (along === undefined) {
        const taps = Array.from({ length: size }, (_, tap) => tap).filter((tap) => {
          const at = reversed[dim] ? size - 1 - tap : tap;
          return (phase + at * window.windowDilation - window.padLow) % baseDilation === 0;
        });
        byPhase.set(phase, (along = { places: [], taps }));
      }
      along.places.push(place);
    }
    classes = classes.flatMap((outer) =>
      [...byPhase.values()].map((along) => ({
        places: combined(outer.places, along.places, places[dim]),
        taps: combined(outer.taps, along.taps, size),
      })),
    );
  });
  return classes.filter(({ taps }) => taps.length > 0);
}

/** Row-major positions of all pairs of an outer and an inner index, of which there are `size`. */
function combined(outer: Int32Array, inner: readonly number[], size: number): Int32Array {
  const positions = new Int32Array(outer.length * inner.length);
  let at = 0;
  for (const first of outer) {
    for (const second of inner) {
      positions[at] = first * size + second;
      at += 1;
    }
  }
  return positions;
}
