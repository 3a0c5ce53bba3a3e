import { areCompatibleShapes, areCompatibleSizes, shapeText } from '../inference/compatible-types.ts';
import { duplicateProblem, outOfRange } from '../inference/dimension-checks.ts';
import { dotDimensionsProblem } from '../inference/dot-general.ts';
import type { RaggedDotDimensions } from './ragged-dot-dimension-numbers-attr.ts';
import { lastOf } from '@shardform/ir-core';

type Shape = readonly number[];

/** Returns an error message for the violated constraint of a ragged contraction (CHLO, "ragged_dot"), or `null`. */
export function raggedDotProblem(
  lhs: Shape,
  rhs: Shape,
  groupSizes: Shape,
  dimensions: RaggedDotDimensions,
): string | null {
  const problem = dotDimensionsProblem(lhs, rhs, dimensions);
  if (problem !== null) return problem;
  const {
    lhsRaggedDimensions: lhsRagged,
    rhsGroupDimensions: rhsGroup,
    rhsBatchingDimensions: rhsBatching,
    rhsContractingDimensions: rhsContracting,
  } = dimensions;
  const [ragged] = lhsRagged;
  if (lhsRagged.length !== 1 || ragged === undefined) {
    return 'There must be exactly one ragged dimension in the lhs.';
  }
  if (outOfRange(lhsRagged, lhs.length) !== undefined) {
    return `Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, ${lhs.length}). got: ${ragged}.`;
  }
  const sizes = groupSizesProblem(lhs, groupSizes, dimensions, ragged);
  if (sizes !== null) return sizes;
  const outside = outOfRange(rhsGroup, rhs.length);
  if (outside !== undefined) {
    return `Expects rhs_group_dim to be in range [0, rhs_rank) i.e. [0, ${rhs.length}). got: ${outside}.`;
  }
  const twice =
    duplicateProblem('rhs_group_dimensions', rhsGroup, 'rhs_batching_dimensions', rhsBatching) ??
    duplicateProblem('rhs_group_dimensions', rhsGroup, 'rhs_contracting_dimensions', rhsContracting);
  if (twice !== null) return twice;
  if (raggedMode(dimensions, ragged) !== 'non-contracting') {
    return rhsGroup.length === 0
      ? null
      : 'There must be zero group dimensions in the rhs when the ragged dimension is batch or contracting.';
  }
  if (rhsGroup.length !== 1) {
    return 'There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting.';
  }
  const [groups, size] = [lastOf(groupSizes), rhs[rhsGroup[0]!]!];
  return areCompatibleSizes(groups, size)
    ? null
    : `rhs group dimension is expected to have size=${groups}, got ${size}`;
}

/** The role of the ragged dimension in the contraction. */
type RaggedMode = 'batch' | 'contracting' | 'non-contracting';

/** Returns the role of the ragged dimension in the contraction. */
export function raggedMode(
  { lhsBatchingDimensions: lhsBatching, lhsContractingDimensions: lhsContracting }: RaggedDotDimensions,
  ragged: number,
): RaggedMode {
  if (lhsBatching.includes(ragged)) return 'batch';
  return lhsContracting.includes(ragged) ? 'contracting' : 'non-contracting';
}

/**
 * Returns the dimensions of `lhs` that stand before the ragged one: for each of their indices there may be other
 * groups.
 */
export function groupPrefix(rank: number, dimensions: RaggedDotDimensions, ragged: number): Shape {
  const { lhsBatchingDimensions: lhsBatching, lhsContractingDimensions: lhsContracting } = dimensions;
  const before = (list: Shape): Shape => list.slice(0, list.indexOf(ragged));
  const free = Array.from({ length: rank }, (_, d) => d).filter(
    (d) => !lhsBatching.includes(d) && !lhsContracting.includes(d),
  );
  const prefix: Record<RaggedMode, Shape> = {
    batch: before(lhsBatching),
    contracting: [...lhsBatching, ...before(lhsContracting)],
    'non-contracting': [...lhsBatching, ...before(free)],
  };
  return prefix[raggedMode(dimensions, ragged)];
}

/** There is one list of group sizes, or one for each index of the dimensions that stand before the ragged one. */
function groupSizesProblem(
  lhs: Shape,
  groupSizes: Shape,
  dimensions: RaggedDotDimensions,
  ragged: number,
): string | null {
  const sizes = groupPrefix(lhs.length, dimensions, ragged).map((d) => lhs[d]!);
  if (groupSizes.length === 1) return null;
  if (groupSizes.length !== sizes.length + 1) {
    return `expected group_sizes to have rank ${sizes.length + 1}, got ${groupSizes.length}`;
  }
  const expected = [...sizes, lastOf(groupSizes)];
  return areCompatibleShapes(expected, groupSizes)
    ? null
    : `group_sizes is expected to have shape [${shapeText(expected)}], got [${shapeText(groupSizes)}]`;
}

/** Returns the result's shape. A contraction of the ragged dimension has a result for each group. */
export function raggedDotShape(
  lhs: Shape,
  rhs: Shape,
  groupSizes: Shape,
  dimensions: RaggedDotDimensions,
): number[] {
  const {
    lhsBatchingDimensions: lhsBatching,
    rhsBatchingDimensions: rhsBatching,
    lhsContractingDimensions: lhsContracting,
    rhsContractingDimensions: rhsContracting,
    lhsRaggedDimensions: lhsRagged,
    rhsGroupDimensions: rhsGroup,
  } = dimensions;
  const free = (shape: Shape, ...used: Shape[]): number[] =>
    shape.filter((_, d) => used.every((list) => !list.includes(d)));
  const groups = raggedMode(dimensions, lhsRagged[0]!) === 'contracting' ? [lastOf(groupSizes)] : [];
  return [
    ...groups,
    ...lhsBatching.map((d) => lhs[d]!),
    ...free(lhs, lhsBatching, lhsContracting),
    ...free(rhs, rhsBatching, rhsContracting, rhsGroup),
  ];
}
