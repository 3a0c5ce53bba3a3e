import type { WindowDimension } from '@shardform/dialect-stablehlo';

/**
 * Returns the pairs of a place of a window along a dimension and an element of the window at which there is an element of the tensor:
 * neither padding nor a hole between dilated elements.
 *
 * @param length of the tensor along the dimension.
 * @param places of the window.
 */
export function windowPositions(length: number, places: number, window: WindowDimension): number {
  const { size, stride, padLow, baseDilation, windowDilation } = window;
  const period = baseDilation / commonDivisor(stride, baseDilation);
  const step = period * stride;
  let pairs = 0;
  for (let tap = 0; tap < size; tap += 1) {
    // Every `period`-th place is at an element or none is.
    let place = 0;
    let position = tap * windowDilation - padLow;
    while (place < period && position % baseDilation !== 0) {
      place += 1;
      position += stride;
    }
    if (place === period) continue;
    const first = Math.max(0, Math.ceil(-position / step));
    const last = Math.min((places - 1 - place) / period, ((length - 1) * baseDilation - position) / step);
    pairs += Math.max(0, Math.floor(last) - first + 1);
  }
  return pairs;
}

/** Returns the places of a window along a dimension at which it has an element of the tensor. */
export function occupiedPlaces(length: number, places: number, window: WindowDimension): number {
  const { size, stride, padLow, baseDilation, windowDilation } = window;
  const end = (length - 1) * baseDilation;
  const period = baseDilation / commonDivisor(windowDilation, baseDilation);
  let occupied = 0;
  for (let place = 0; place < places; place += 1) {
    const start = place * stride - padLow;
    const first = Math.max(0, Math.ceil(-start / windowDilation));
    // Of as many elements of the window, one is at an element or none is.
    for (let tap = first; tap < Math.min(size, first + period); tap += 1) {
      const position = start + tap * windowDilation;
      if (position > end) break;
      if (position % baseDilation !== 0) continue;
      occupied += 1;
      break;
    }
  }
  return occupied;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
