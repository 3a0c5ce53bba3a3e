import { checkInterrupt, encodeNarrowFloat, f32ToBits, f64ToBits, isFloatKind } from '@shardform/ir-core';
import { isBigKind, isComplexKind, lanesOf, narrowFormat, partKind } from './array-kind.ts';
import type { ArrayKind } from './array-kind.ts';
import { asDoubles } from './lanes.ts';
import { elementAt } from './nd-array.ts';
import type { NdArray, Scalar } from './nd-array.ts';
import { RUN } from './runs.ts';

/** The tolerance within which two elements count as equal: any one of the three suffices. NaN equals NaN. */
export interface Tolerance {
  /** Largest `|actual - expected|`. */
  readonly absolute: number;
  /** Largest `|actual - expected| / |expected|`. */
  readonly relative: number;
  /** Largest distance in units in the last place of the kind; for complex numbers of each component. */
  readonly ulps: number;
}

/** The first pair of elements, in row-major order, that is not within tolerance. */
export interface Mismatch {
  readonly index: readonly number[];
  readonly actual: Scalar;
  readonly expected: Scalar;
}

/** The result of {@link compareArrays}. */
export interface ArrayDifference {
  /** Elements that are not within tolerance; a complex number counts once. */
  readonly mismatches: number;
  readonly firstMismatch: Mismatch | null;
  /** Over all elements; Infinity where exactly one of two is a NaN or they are different infinities. */
  readonly maxAbsolute: number;
  /** Over all elements; a difference from an expected zero is Infinity. */
  readonly maxRelative: number;
  /** Over all elements; 0 for integers that are equal, their difference otherwise. */
  readonly maxUlps: number;
}

/** No tolerance. */
export const exact: Tolerance = { absolute: 0, relative: 0, ulps: 0 };

/**
 * Tolerance for results that differ only in the order of additions and the last bit of elementary functions: exact for
 * integers, and a few units in the last place of the kind for floats.
 */
export function defaultTolerance(kind: ArrayKind): Tolerance {
  if (!isComplexKind(kind) && !isFloatKind(kind)) return exact;
  switch (isComplexKind(kind) ? partKind(kind) : kind) {
    case 'f64':
      return { absolute: 1e-12, relative: 1e-10, ulps: 16 };
    case 'f32':
      return { absolute: 1e-5, relative: 1e-4, ulps: 16 };
    case 'f16':
      return { absolute: 1e-3, relative: 1e-2, ulps: 8 };
    case 'bf16':
      return { absolute: 1e-2, relative: 4e-2, ulps: 4 };
    default:
      return { absolute: 0, relative: 0, ulps: 1 };
  }
}

/**
 * Compares two arrays of one kind and shape element by element.
 * @throws when kinds or shapes differ.
 */
export function compareArrays(
  actual: NdArray,
  expected: NdArray,
  tolerance: Tolerance = defaultTolerance(actual.kind),
): ArrayDifference {
  if (actual.kind !== expected.kind || actual.shape.join() !== expected.shape.join()) {
    throw new Error(`cannot compare ${describe(actual)} with ${describe(expected)}`);
  }
  const { kind } = actual;
  const lanes = lanesOf(kind);
  const left = asDoubles(kind, actual.data);
  const right = asDoubles(kind, expected.data);
  const ulpsBetween = ulpDistance(kind);
  let mismatches = 0;
  let first = -1;
  let last = -1;
  let maxAbsolute = 0;
  let maxRelative = 0;
  let maxUlps = 0;
  for (let i = 0; i < left.length; i += 1) {
    const a = left[i];
    const b = right[i];
    if (i % RUN === 0) checkInterrupt();
    // Different 64-bit integers may be equal once rounded to doubles.
    if (actual.data[i] === expected.data[i] && a === a) continue;
    if (isBigKind(kind) ? false : a === b || (a !== a && b !== b)) continue;
    const absolute = isBigKind(kind) ? bigDistance(actual.data[i], expected.data[i]) : distance(a, b);
    const relative = b === 0 || absolute === Infinity ? Infinity : absolute / Math.abs(b);
    const ulps = absolute === Infinity ? Infinity : ulpsBetween(a, b, absolute);
    maxAbsolute = Math.max(maxAbsolute, absolute);
    maxRelative = Math.max(maxRelative, relative);
    maxUlps = Math.max(maxUlps, ulps);
    if (absolute <= tolerance.absolute || relative <= tolerance.relative || ulps <= tolerance.ulps) continue;
    const element = Math.floor(i / lanes);
    if (first < 0) first = element;
    if (element !== last) mismatches += 1;
    last = element;
  }
  const firstMismatch = first < 0 ? null : mismatchAt(actual, expected, first);
  return { mismatches, firstMismatch, maxAbsolute, maxRelative, maxUlps };
}

/** Position of the row-major element `position`, by dimension. */
export function indexOfPosition(shape: readonly number[], position: number): number[] {
  const index = new Array<number>(shape.length);
  let rest = position;
  for (let dim = shape.length - 1; dim >= 0; dim -= 1) {
    index[dim] = rest % shape[dim];
    rest = Math.floor(rest / shape[dim]);
  }
  return index;
}

function mismatchAt(actual: NdArray, expected: NdArray, position: number): Mismatch {
  return {
    index: indexOfPosition(actual.shape, position),
    actual: elementAt(actual, position),
    expected: elementAt(expected, position),
  };
}

/** Infinity when a NaN or an infinity is involved: equal ones never get here. */
function distance(a: number, b: number): number {
  const difference = Math.abs(a - b);
  return difference === difference ? difference : Infinity;
}

function bigDistance(a: number | bigint, b: number | bigint): number {
  return Math.abs(Number(BigInt(a) - BigInt(b)));
}

/** Distance of two different finite values of `kind` in units in the last place, crossing zero where signs differ. */
function ulpDistance(kind: ArrayKind): (a: number, b: number, absolute: number) => number {
  const format = narrowFormat(kind);
  if (format !== null) {
    const signBit = format.specials === 'exponent' ? Infinity : 2 ** (format.width - 1);
    return (a, b) => signedDistance(encodeNarrowFloat(format, a), encodeNarrowFloat(format, b), signBit);
  }
  if (kind === 'f32' || kind === 'complex<f32>') {
    return (a, b) => signedDistance(f32ToBits(a), f32ToBits(b), 2 ** 31);
  }
  if (kind === 'f64' || kind === 'complex<f64>') {
    return (a, b) => {
      const left = f64ToBits(Math.abs(a));
      const right = f64ToBits(Math.abs(b));
      return Number(a < 0 === b < 0 ? (left > right ? left - right : right - left) : left + right);
    };
  }
  return (_a, _b, absolute) => absolute;
}

/** Distance of two sign-and-magnitude patterns. */
function signedDistance(a: number, b: number, signBit: number): number {
  const left = a >= signBit ? signBit - a : a;
  const right = b >= signBit ? signBit - b : b;
  return Math.abs(left - right);
}

function describe(array: NdArray): string {
  return `${array.kind}[${array.shape.join(', ')}]`;
}
