import type { RankedTensorType } from '@shardform/ir-core';
import type { DotDimensions } from '../attrs/dot-dimension-numbers-attr.ts';
import { type Dim, dimsOf, mostSpecificDim } from './bounded-shape.ts';
import { areCompatibleSizes } from './compatible-types.ts';

/**
 * Returns an error message for the violated constraint on the dimensions of a contraction (StableHLO spec,
 * "dot_general", C1 to C10), or `null`.
 */
export function dotDimensionsProblem(
  lhs: readonly number[],
  rhs: readonly number[],
  {
    lhsBatchingDimensions: lhsBatching,
    rhsBatchingDimensions: rhsBatching,
    lhsContractingDimensions: lhsContracting,
    rhsContractingDimensions: rhsContracting,
  }: DotDimensions,
): string | null {
  if (lhsBatching.length !== rhsBatching.length) {
    return 'lhs and rhs should have the same number of batching dimensions';
  }
  if (lhsContracting.length !== rhsContracting.length) {
    return 'lhs and rhs should have the same number of contracting dimensions';
  }
  const lists = [
    ['lhs_batching_dimensions', lhsBatching, lhs],
    ['lhs_contracting_dimensions', lhsContracting, lhs],
    ['rhs_batching_dimensions', rhsBatching, rhs],
    ['rhs_contracting_dimensions', rhsContracting, rhs],
  ] as const;
  for (const [a, b] of [
    [0, 1],
    [2, 3],
  ] as const) {
    const seen = new Set<number>();
    for (const dim of [...lists[a][1], ...lists[b][1]]) {
      if (seen.has(dim)) return `has duplicated dimension from ${lists[a][0]} and ${lists[b][0]}: ${dim}`;
      seen.add(dim);
    }
  }
  for (const [name, dims, shape] of lists) {
    for (const dim of dims) {
      if (dim < 0 || dim >= shape.length)
        return `${name} value: ${dim} is out of range: [0, ${shape.length})`;
    }
  }
  const differ = (a: readonly number[], b: readonly number[]): boolean =>
    a.some((dim, i) => !areCompatibleSizes(lhs[dim]!, rhs[b[i]!]!));
  if (differ(lhsBatching, rhsBatching)) return 'batching dimension sizes must match for lhs/rhs';
  return differ(lhsContracting, rhsContracting) ? 'contracting dimension sizes must match for lhs/rhs' : null;
}

/** Returns the result's dimensions: the batching ones, the remaining ones of `lhs`, the remaining ones of `rhs`. */
export function dotResultDims(
  lhs: RankedTensorType,
  rhs: RankedTensorType,
  {
    lhsBatchingDimensions: lhsBatching,
    rhsBatchingDimensions: rhsBatching,
    lhsContractingDimensions: lhsContracting,
    rhsContractingDimensions: rhsContracting,
  }: DotDimensions,
): Dim[] {
  const [left, right] = [dimsOf(lhs), dimsOf(rhs)];
  const free = (dims: readonly Dim[], ...used: (readonly number[])[]): Dim[] =>
    dims.filter((_, d) => used.every((list) => !list.includes(d)));
  const batching = lhsBatching.map((d, i) => {
    const merged = mostSpecificDim(left[d]!, right[rhsBatching[i]!]!, i);
    // Sizes that contradict each other are reported before.
    return typeof merged === 'string' ? left[d]! : merged;
  });
  return [
    ...batching,
    ...free(left, lhsBatching, lhsContracting),
    ...free(right, rhsBatching, rhsContracting),
  ];
}
