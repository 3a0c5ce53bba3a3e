import {
  type AxisList,
  areAxisListsEqual,
  axisListSize,
  compareAxisLists,
  type FactorType,
  isAxisListPrefixOf,
  isAxisListStrictPrefixOf,
  type OpShardingRuleAttr,
  truncateWithoutOverlap,
} from '@shardform/dialect-sdy';
import type { ReshardSite } from './reshard-site.ts';
import { zip } from '@shardform/ir-core';

/** Axes that a factor could be split along. */
interface Candidate {
  readonly factor: number;
  axes: AxisList;
  /** Number of elements of the tensors that have these axes already, or go on from them. */
  readonly sourceSize: number;
  /** Number of elements, on one device, of the largest of these tensors. Looked at in the earlier ranking only. */
  largestSource: number;
  /** By how much the factor would be split further. */
  gainedSize: number;
}

const preferenceByType: Readonly<Record<FactorType, number>> = {
  'pass-through': 3,
  reduction: 2,
  permutation: 1,
  'need-replication': 0,
};

/** Before October 2025; the axes of a reduction save a gather, those of a factor that passes through an all-reduce. */
const earlierPreferenceByType: Readonly<Record<FactorType, number>> = { ...preferenceByType, reduction: 3 };

/**
 * Chooses axes for the factors of an operation, best candidate first, so that as few elements as possible have to be
 * resharded. Each pick shortens or removes the candidates that it conflicts with.
 */
export function greedyFactorAxes(site: ReshardSite): AxisList[] {
  const { rule, mesh } = site;
  const assigned = new Array<AxisList>(rule.factorCount).fill([]);
  const dependencies = new FactorDependencies(rule);
  let candidates = initialCandidates(site);
  for (
    let best = bestOf(candidates, site, dependencies);
    best !== null;
    best = bestOf(candidates, site, dependencies)
  ) {
    assigned[best.factor] = best.axes;
    const size = axisListSize(best.axes, mesh);
    if (size === rule.factorSizes[best.factor]) dependencies.drop(best.factor);
    const { axes } = best;
    candidates = candidates.filter((candidate) => {
      if (candidate.factor === best.factor) {
        if (!isAxisListStrictPrefixOf(axes, candidate.axes)) return false;
        candidate.gainedSize = axisListSize(candidate.axes, mesh) / size;
        return true;
      }
      const rest = truncateWithoutOverlap(candidate.axes, axes);
      if (rest === candidate.axes) {
        // As upstream: what the factor has already is counted as a gain again.
        candidate.gainedSize = axisListSize(rest, mesh);
        return true;
      }
      const own = assigned[candidate.factor]!;
      if (areAxisListsEqual(rest, own)) return false;
      candidate.axes = rest;
      candidate.gainedSize = axisListSize(rest, mesh) / axisListSize(own, mesh);
      return true;
    });
    if (site.earlierRanking) updateLargestSources(candidates, assigned, site);
  }
  return assigned;
}

/** As upstream did: after the first pick all tensors with the factor count, split as has been assigned so far. */
function updateLargestSources(
  candidates: readonly Candidate[],
  assigned: readonly AxisList[],
  { projection, tensors, mesh }: ReshardSite,
): void {
  const sizes = zip(projection.tensors, tensors).map(([{ factors }, tensor]) =>
    factors.reduce(
      (size, sharding, factor) =>
        sharding === null ? size : Math.trunc(size / axisListSize(assigned[factor]!, mesh)),
      tensor.elementCount,
    ),
  );
  for (const candidate of candidates) {
    candidate.largestSource = Math.max(
      0,
      ...sizes.filter((_, i) => (projection.tensors[i]!.factors[candidate.factor] ?? null) !== null),
    );
  }
}

/** Every beginning of every list of axes that a tensor has for a factor. */
function initialCandidates({ projection, tensors, rule, mesh }: ReshardSite): Candidate[] {
  const candidates: Candidate[] = [];
  for (let factor = 0; factor < rule.factorCount; factor++) {
    const lists: AxisList[] = [];
    for (const { factors } of projection.tensors) {
      const axes = factors[factor]?.axes ?? [];
      for (let length = 1; length <= axes.length; length++) {
        const prefix = axes.slice(0, length);
        if (!lists.some((list) => areAxisListsEqual(list, prefix))) lists.push(prefix);
      }
    }
    for (const axes of lists) {
      const sizes = zip(projection.tensors, tensors).flatMap(([{ factors }, tensor]) => {
        const own = factors[factor]?.axes ?? null;
        return own !== null && isAxisListPrefixOf(axes, own) ? [tensor.elementCount] : [];
      });
      candidates.push({
        factor,
        axes,
        sourceSize: sizes.reduce((sum, size) => sum + size, 0),
        largestSource: Math.max(0, ...sizes),
        gainedSize: axisListSize(axes, mesh),
      });
    }
  }
  return candidates;
}

function bestOf(
  candidates: readonly Candidate[],
  site: ReshardSite,
  dependencies: FactorDependencies,
): Candidate | null {
  let best: Candidate | null = null;
  for (const candidate of candidates) {
    if (!dependencies.areMet(candidate.factor)) continue;
    if (best === null || isBetter(candidate, best, site)) best = candidate;
  }
  return best;
}

function isBetter(a: Candidate, b: Candidate, { rule, earlierRanking }: ReshardSite): boolean {
  if (a.sourceSize !== b.sourceSize) return a.sourceSize > b.sourceSize;
  const preferences = earlierRanking ? earlierPreferenceByType : preferenceByType;
  const [preferenceA, preferenceB] = [a, b].map(({ factor }) => preferences[rule.factorType(factor)]);
  if (preferenceA !== preferenceB) return preferenceA! > preferenceB!;
  if (earlierRanking && a.largestSource !== b.largestSource) return a.largestSource > b.largestSource;
  if (a.gainedSize !== b.gainedSize) return a.gainedSize > b.gainedSize;
  if (a.factor !== b.factor) return a.factor > b.factor;
  return compareAxisLists(a.axes, b.axes) > 0;
}

/** A factor can be split only when those major of it in the same dimension are split completely. */
class FactorDependencies {
  readonly #missing: Set<number>[];

  constructor({ operands, results, factorSizes }: OpShardingRuleAttr) {
    this.#missing = factorSizes.map(() => new Set());
    for (const { dimMappings: dims } of [...operands, ...results]) {
      for (const { factorIndices: factors } of dims) {
        for (let i = 1; i < factors.length; i++) this.#missing[factors[i]!]!.add(factors[i - 1]!);
      }
    }
  }

  areMet(factor: number): boolean {
    return this.#missing[factor]!.size === 0;
  }

  drop(factor: number): void {
    for (const missing of this.#missing) missing.delete(factor);
  }
}
