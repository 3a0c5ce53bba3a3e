import { distances, type HeldShard, largestMagnitude } from '@shardform/inspect';
import { zip } from '@shardform/ir-core';
import { asDoubles, isBigKind, lanesOf, type NdArray, sliceShard } from '@shardform/runtime-sim';

/** How far what devices hold of a tensor is from it. */
export interface ArrayError {
  /** True if it is equal bit for bit, but for the bits of NaN and the sign of zero. */
  readonly isEqual: boolean;
  /** The largest difference of an element; Infinity where only one of both is finite. */
  readonly absolute: number;
  /** The largest difference as a part of the largest magnitude of the tensor. */
  readonly relative: number;
  /** The largest magnitude of the tensor. */
  readonly magnitude: number;
  /** The largest difference of an element as a part of that element, where it isn't zero. */
  readonly byElement: number;
  /**
   * Pearson's correlation coefficient over the elements of all shards; `null` where one side is constant, or not finite,
   * and for integers of 64 bits.
   */
  readonly correlation: number | null;
  /** The device that is furthest off; `null` where none is. */
  readonly device: number | null;
  /** By position in the list of shards, the largest difference as a part of the largest magnitude. */
  readonly byDevice: readonly number[];
}

/** Compares shards, among them all replicas, with the tensor that they are of. */
export function arrayError(parts: readonly HeldShard[], expected: NdArray): ArrayError {
  const magnitude = largestMagnitude(expected);
  const sums = new CorrelationSums();
  let [absolute, byElement]: [number, number] = [0, 0];
  let device: number | null = null;
  const byDevice: number[] = [];
  for (const part of parts) {
    const wanted = isWhole(part.array, expected)
      ? expected
      : sliceShard(expected, part.offsets, part.array.shape);
    const own = distances(part.array, wanted);
    let most = 0;
    for (const distance of own) if (distance > most) most = distance;
    if (most > absolute) [absolute, device] = [most, part.device];
    if (most > 0) byElement = Math.max(byElement, relativeByElement(own, wanted));
    sums.add(part.array, wanted);
    byDevice.push(relativeTo(most, magnitude));
  }
  return {
    isEqual: absolute === 0,
    ...{ absolute, relative: relativeTo(absolute, magnitude), magnitude, byElement },
    correlation: sums.coefficient,
    ...{ device, byDevice },
  };
}

function isWhole({ shape }: NdArray, expected: NdArray): boolean {
  return shape.length === expected.shape.length && zip(shape, expected.shape).every(([a, b]) => a === b);
}

function relativeTo(difference: number, magnitude: number): number {
  return difference === 0 || magnitude === 0 ? difference : difference / magnitude;
}

function relativeByElement(own: Float64Array, { kind, data }: NdArray): number {
  if (isBigKind(kind)) return 0;
  const lanes = lanesOf(kind);
  const values = asDoubles(kind, data);
  let most = 0;
  for (const [i, distance] of own.entries()) {
    const size = lanes === 1 ? Math.abs(values[i]!) : Math.hypot(values[2 * i]!, values[2 * i + 1]!);
    if (size > 0 && size < Infinity) most = Math.max(most, distance / size);
  }
  return most;
}

/** Sums from which Pearson's correlation coefficient follows; the first element is the origin, so that they stay small. */
class CorrelationSums {
  #count = 0;
  #origin = 0;
  #left = 0;
  #right = 0;
  #leftSquares = 0;
  #rightSquares = 0;
  #products = 0;
  #isKnown = true;

  add({ kind, data }: NdArray, expected: NdArray): void {
    this.#isKnown &&= !isBigKind(kind) && !isBigKind(expected.kind);
    if (!this.#isKnown) return;
    const [left, right] = [asDoubles(kind, data), asDoubles(expected.kind, expected.data)];
    if (this.#count === 0) this.#origin = right[0] ?? 0;
    for (let i = 0; i < left.length; i++) {
      const [a, b] = [left[i]! - this.#origin, right[i]! - this.#origin];
      this.#left += a;
      this.#right += b;
      this.#leftSquares += a * a;
      this.#rightSquares += b * b;
      this.#products += a * b;
    }
    this.#count += left.length;
  }

  get coefficient(): number | null {
    if (!this.#isKnown || this.#count === 0) return null;
    const leftVariance = this.#leftSquares - this.#left ** 2 / this.#count;
    const rightVariance = this.#rightSquares - this.#right ** 2 / this.#count;
    const covariance = this.#products - (this.#left * this.#right) / this.#count;
    if (!(leftVariance > 0 && rightVariance > 0)) return null;
    const coefficient = covariance / Math.sqrt(leftVariance * rightVariance);
    return Number.isFinite(coefficient) ? Math.max(-1, Math.min(1, coefficient)) : null;
  }
}
