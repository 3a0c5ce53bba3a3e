import type { ArrayKind } from '../array/array-kind.ts';
import { elementCount } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { resultArray } from '../memory/result-storage.ts';
import { type Accumulation, accumulatorKind } from './accumulation.ts';
import { convert } from './convert.ts';
import { matmul } from './matmul.ts';
import { transpose } from './transpose.ts';

/** Dimension numbers of a contraction, pairwise; 0-based. */
export interface DotDimensions {
  readonly lhsBatchingDimensions: readonly number[];
  readonly rhsBatchingDimensions: readonly number[];
  readonly lhsContractingDimensions: readonly number[];
  readonly rhsContractingDimensions: readonly number[];
}

/**
 * Contraction of two arrays (StableHLO spec, "dot_general"): the result has the batching dimensions, then the other
 * dimensions of `lhs`, then those of `rhs`. The operands are converted to the kind of the accumulators before anything else,
 * which is that of the result, `kind`, or f32 for narrower floats (see {@link Accumulation}). Each product and each sum is
 * rounded or wrapped to that kind, in row-major order of the contracted elements.
 */
export function dotGeneral(
  lhs: NdArray,
  rhs: NdArray,
  dims: DotDimensions,
  kind: ArrayKind,
  accumulation: Accumulation = 'wide',
): NdArray {
  const sums = accumulatorKind(kind, accumulation);
  if (sums !== kind) return convert(dotGeneral(lhs, rhs, dims, sums), kind);
  const lhsFree = otherDims(lhs, dims.lhsBatchingDimensions, dims.lhsContractingDimensions);
  const rhsFree = otherDims(rhs, dims.rhsBatchingDimensions, dims.rhsContractingDimensions);
  const sizesOf = (array: NdArray, which: readonly number[]): number[] =>
    which.map((dim) => array.shape[dim]);
  const shape = [
    ...sizesOf(lhs, dims.lhsBatchingDimensions),
    ...sizesOf(lhs, lhsFree),
    ...sizesOf(rhs, rhsFree),
  ];
  const sizes = {
    batch: elementCount(sizesOf(lhs, dims.lhsBatchingDimensions)),
    m: elementCount(sizesOf(lhs, lhsFree)),
    n: elementCount(sizesOf(rhs, rhsFree)),
    k: elementCount(sizesOf(lhs, dims.lhsContractingDimensions)),
  };
  // [batch, m, k] and [batch, k, n]; the order within k is that of the contracting dimensions.
  const left = transpose(convert(lhs, kind), [
    ...dims.lhsBatchingDimensions,
    ...lhsFree,
    ...dims.lhsContractingDimensions,
  ]);
  const right = transpose(convert(rhs, kind), [
    ...dims.rhsBatchingDimensions,
    ...dims.rhsContractingDimensions,
    ...rhsFree,
  ]);
  const result = resultArray(kind, shape);
  matmul(kind, left.data, right.data, result.data, sizes);
  return result;
}

/** Dimensions of `array` in none of the two lists, ascending. */
function otherDims(array: NdArray, batching: readonly number[], contracting: readonly number[]): number[] {
  return array.shape
    .map((_, dim) => dim)
    .filter((dim) => !batching.includes(dim) && !contracting.includes(dim));
}
