import { type ArrayKind, narrowFormat } from '../array/array-kind.ts';
import type { NdArray } from '../array/nd-array.ts';
import { convert } from './convert.ts';

/**
 * The precision in which sums and products of many floats are accumulated.
 * - `wide`: floats narrower than f32 in f32, sums of f32 in f64 if that costs nothing, and rounded once, as XLA and
 *   accelerators compute.
 * - `each-step`: in the kind of the result, rounded at each step, as StableHLO's reference interpreter computes.
 */
export type Accumulation = 'wide' | 'each-step';

/** Returns the kind in which elements of `kind` are accumulated. */
export function accumulatorKind(kind: ArrayKind, accumulation: Accumulation): ArrayKind {
  return accumulation === 'wide' && narrowFormat(kind) !== null ? 'f32' : kind;
}

/** Returns the arrays, each converted to the kind that its elements are accumulated in. */
export function inAccumulators(arrays: readonly NdArray[], accumulation: Accumulation): readonly NdArray[] {
  return arrays.map((array) => convert(array, accumulatorKind(array.kind, accumulation)));
}
