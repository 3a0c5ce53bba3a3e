import {
  type ArrayKind,
  compareArrays,
  defaultTolerance,
  type NdArray,
  elementAt,
  sliceShard,
  type Scalar,
  type Tolerance,
} from '@shardform/runtime-sim';
import type { ShardedFunction } from './sharded-function.ts';

/** What became of one result. */
export interface ResultComparison {
  readonly index: number;
  readonly description: string;
  /** Largest difference over all devices. */
  readonly maxDifference: number;
  /** `maxDifference` as a part of the largest magnitude of the result. */
  readonly relative: number;
  /** The first difference beyond the tolerance, or `null`. */
  readonly mismatch: DeviceMismatch | null;
  /**
   * Of a result that differs no more than this: how much it changes, as a part of the largest magnitude, with other last
   * digits of the inputs.
   */
  readonly roundingEffect?: number;
}

/** Two numbers that should be equal. */
export interface DeviceMismatch {
  readonly device: number;
  /** Index in the global result. */
  readonly position: readonly number[];
  readonly actual: Scalar;
  readonly expected: Scalar;
}

/**
 * Compares what every device holds of each result with the same part of the expected result. Replicas are
 * compared too, each of them.
 *
 * @param tolerance largest difference as a part of the result's largest magnitude; `null` for the kind's default.
 */
export function compareResults(
  shards: readonly (readonly NdArray[])[],
  expected: readonly NdArray[],
  program: ShardedFunction,
  tolerance: number | null,
): ResultComparison[] {
  return expected.map((global, index) => {
    const { layout, type } = program.results[index]!;
    const magnitude = largestMagnitude(global);
    const limits = toleranceFor(global.kind, magnitude, tolerance);
    let maxDifference = 0;
    let mismatch: DeviceMismatch | null = null;
    shards.forEach((own, device) => {
      const offsets = layout.offsets.get(device)!;
      const actual = own[index]!;
      const difference = compareArrays(actual, sliceShard(global, offsets, actual.shape), limits);
      maxDifference = Math.max(maxDifference, difference.maxAbsolute);
      const first = difference.firstMismatch;
      if (first === null || mismatch !== null) return;
      const position = first.index.map((at, d) => at + offsets[d]!);
      mismatch = { device, position, actual: first.actual, expected: first.expected };
    });
    const description = String(type);
    const relative = magnitude === 0 ? maxDifference : maxDifference / magnitude;
    return { index, description, maxDifference, relative, mismatch };
  });
}

/**
 * What elements of an array may differ by.
 *
 * @param magnitude the largest of the array.
 * @param tolerance see {@link compareResults}.
 */
export function toleranceFor(kind: ArrayKind, magnitude: number, tolerance: number | null): Tolerance {
  const base = defaultTolerance(kind);
  const part = tolerance ?? base.relative / 10;
  return {
    absolute: Math.max(tolerance === null ? base.absolute : 0, part * magnitude),
    relative: tolerance ?? base.relative,
    ulps: tolerance === null ? base.ulps : 0,
  };
}

/** The largest finite absolute value of an array. */
export function largestMagnitude(array: NdArray): number {
  let largest = 0;
  const count = array.shape.reduce((product, size) => product * size, 1);
  for (let i = 0; i < count; i++) {
    const element = elementAt(array, i);
    const size = typeof element === 'object' ? Math.hypot(element.re, element.im) : Math.abs(Number(element));
    if (size > largest && Number.isFinite(size)) largest = size;
  }
  return largest;
}

/** One line about a difference: output, index, device and both numbers. */
export function describeMismatch({ index, mismatch }: ResultComparison): string {
  const { device, position, actual, expected } = mismatch!;
  return (
    `output res${index}[${position.join(', ')}] differs: device ${device} has ${numberText(actual)}, ` +
    `sequential execution has ${numberText(expected)}`
  );
}

/** A number as messages show it. */
export function numberText(value: Scalar): string {
  return typeof value === 'object' ? `(${value.re}, ${value.im})` : String(value);
}
