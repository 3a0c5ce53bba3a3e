import {
  type AxisList,
  areAxisListsEqual,
  axisListSize,
  axisListsOverlap,
  truncateWithoutOverlap,
} from '@shardform/dialect-sdy';
import { greedyFactorAxes } from './greedy-factor-axes.ts';
import { replicateNeedReplicationFactors } from './need-replication-factors.ts';
import type { ReshardSite } from './reshard-site.ts';

/**
 * Axes per factor on which all operands and results of an operation should agree: those they have already if they
 * agree; else those of the larger one of two tensors, or what a greedy search finds for the least communication.
 */
export function commonFactorAxes(site: ReshardSite): AxisList[] {
  return compatibleFactorAxes(site) ?? unaryFactorAxes(site) ?? searchedFactorAxes(site);
}

function searchedFactorAxes(site: ReshardSite): AxisList[] {
  const axes = greedyFactorAxes(site);
  replicateNeedReplicationFactors(axes, site);
  return axes;
}

/** Returns the axes of a factor in a tensor; none where the tensor lacks it. */
export function axesOf({ projection }: ReshardSite, tensor: number, factor: number): AxisList {
  return projection.tensors[tensor]!.factors[factor]?.axes ?? NO_AXES;
}

const NO_AXES: AxisList = [];

/** The axes that all tensors agree on already; `null` when they don't agree, or the operation can't use them. */
function compatibleFactorAxes({ rule, projection }: ReshardSite): AxisList[] | null {
  const common = new Array<AxisList | null>(rule.factorCount).fill(null);
  for (const { factors } of projection.tensors) {
    for (const [factor, sharding] of factors.entries()) {
      if (sharding === null) continue;
      if (sharding.overflowAxes.length > 0) return null;
      const axes = common[factor] ?? null;
      if (axes === null) common[factor] = sharding.axes;
      else if (!areAxisListsEqual(axes, sharding.axes)) return null;
    }
  }
  const lists = common.map((axes) => axes ?? NO_AXES);
  if (rule.needReplication.some((factor) => lists[factor]!.length > 0)) return null;
  for (let i = 0; i < lists.length; i++) {
    if (lists[i]!.length === 0) continue;
    for (let j = i + 1; j < lists.length; j++) if (axisListsOverlap(lists[i]!, lists[j]!)) return null;
  }
  return lists;
}

/**
 * If only two tensors have dimensions, returns the axes of the one that is costlier to reshard; `null` for other
 * operations.
 */
function unaryFactorAxes(site: ReshardSite): AxisList[] | null {
  const { rule, tensors, projection, mesh } = site;
  if (rule.hasNeedReplication) return null;
  const shaped = tensors.flatMap(({ mapping }, i) => (mapping.rank > 0 ? [i] : []));
  const [first, second] = shaped;
  if (shaped.length !== 2 || first === undefined || second === undefined) return null;
  if (
    shaped.some((i) =>
      tensors[i]!.mapping.dimMappings.some(({ factorIndices: factors }) => factors.length > 1),
    )
  )
    return null;
  const rank = (i: number): readonly number[] => [
    rule.permutation.some((factor) => axesOf(site, i, factor).length > 0) ? 0 : 1,
    tensors[i]!.elementCount,
    projection.tensors[i]!.factors.reduce(
      (size, sharding) => size * axisListSize(sharding?.axes ?? NO_AXES, mesh),
      1,
    ),
  ];
  const [preferred, other] = isLexicographicallyLess(rank(first), rank(second))
    ? [second, first]
    : [first, second];
  const preferredAxes = projection.tensors[preferred]!.factors.flatMap(
    (sharding) => sharding?.axes ?? NO_AXES,
  );
  return rule.factorSizes.map((_, factor) =>
    (projection.tensors[preferred]!.factors[factor] ?? null) !== null
      ? axesOf(site, preferred, factor)
      : truncateWithoutOverlap(axesOf(site, other, factor), preferredAxes),
  );
}

function isLexicographicallyLess(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! < b[i]!;
  return false;
}
