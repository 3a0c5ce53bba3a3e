import type { WindowDimension } from '@shardform/dialect-stablehlo';
import { greatestCommonDivisor } from '@shardform/ir-core';

/** Of more places or elements of a window, as many evenly spaced ones stand for all: the time to count is bounded. */
const MOST_COUNTED = 100_000;

/**
 * Returns the pairs of a place of a window along a dimension and an element of the window at which there is an element of the tensor:
 * neither padding nor a hole between dilated elements.
 *
 * @param length of the tensor along the dimension.
 * @param places of the window.
 */
export function windowPositions(length: number, places: number, window: WindowDimension): number {
  const { size, stride, padLow, baseDilation, windowDilation } = window;
  // Elements of the tensor that steps from a position reach.
  const reached = (position: number, step: number, steps: number): number => {
    const period = baseDilation / greatestCommonDivisor(step, baseDilation);
    const first = firstAligned(position, step, baseDilation);
    if (first === null) return 0;
    const last = Math.min(steps - 1, ((length - 1) * baseDilation - position) / step);
    return Math.max(0, Math.floor((last - first) / period) + 1);
  };
  return size <= places
    ? sumOver(size, (tap) => reached(tap * windowDilation - padLow, stride, places))
    : sumOver(places, (place) => reached(place * stride - padLow, windowDilation, size));
}

/** Returns the places of a window along a dimension at which it has an element of the tensor. */
export function occupiedPlaces(length: number, places: number, window: WindowDimension): number {
  const { size, stride, padLow, baseDilation, windowDilation } = window;
  const end = (length - 1) * baseDilation;
  return sumOver(places, (place) => {
    const start = place * stride - padLow;
    const tap = firstAligned(start, windowDilation, baseDilation);
    return tap !== null && tap < size && start + tap * windowDilation <= end ? 1 : 0;
  });
}

/** The first step from a position at which it is a multiple of a number and not negative; `null` if none is. */
function firstAligned(position: number, step: number, modulus: number): number | null {
  const before = Math.max(0, Math.ceil(-position / step));
  if (modulus === 1) return before;
  const divisor = greatestCommonDivisor(step, modulus);
  const start = position + before * step;
  if (start % divisor !== 0) return null;
  const period = modulus / divisor;
  const wanted = BigInt(period - ((start / divisor) % period)) * BigInt(inverse(step / divisor, period));
  return before + Number(wanted % BigInt(period));
}

/** The inverse of a number modulo another one without a common divisor. */
function inverse(number: number, modulus: number): number {
  let [rest, next, own, other] = [modulus, number % modulus, 0, 1];
  while (next !== 0) {
    const times = Math.floor(rest / next);
    [rest, next, own, other] = [next, rest - times * next, other, own - times * other];
  }
  return ((own % modulus) + modulus) % modulus;
}

function sumOver(count: number, of: (index: number) => number): number {
  const counted = Math.min(count, MOST_COUNTED);
  let sum = 0;
  for (let i = 0; i < counted; i += 1)
    sum += of(count === counted ? i : Math.floor(((i + 0.5) * count) / counted));
  return count === counted ? sum : Math.round((sum * count) / counted);
}
