import {
  addAxisOrMerge,
  areAxisListsEqual,
  type AxisList,
  type AxisRefAttr,
  axisListSize,
  type MeshAttr,
} from '@shardform/dialect-sdy';
import type { ReshardSite } from './reshard-site.ts';

/**
 * Takes the axes off the factors that need replication. Where all tensors have such a factor, its axes go to the
 * batching factors that they divide: all devices then still have work. Of earlier rankings, only the axes that all
 * operands have there do so.
 */
export function replicateNeedReplicationFactors(axes: AxisList[], site: ReshardSite): void {
  const { rule, mesh, earlierRanking } = site;
  for (const factor of rule.needReplication) {
    const freed = axes[factor]!;
    axes[factor] = [];
    const moves = !earlierRanking || areSplitAlike(factor, freed, site);
    if (freed.length > 0 && rule.isInAllNonScalars(factor) && moves) {
      distribute([...freed], axes, rule.batchingFactors, rule.factorSizes, mesh);
    }
  }
}

/** Returns true if all operands that have a factor are split along it by the same axes. */
function areSplitAlike(factor: number, axes: AxisList, { rule, projection }: ReshardSite): boolean {
  return projection.tensors.slice(0, rule.operands.length).every(({ factors }) => {
    const sharding = factors[factor];
    return sharding == null || areAxisListsEqual(sharding.axes, axes);
  });
}

function distribute(
  freed: AxisRefAttr[],
  axes: AxisList[],
  batchingFactors: readonly number[],
  factorSizes: readonly number[],
  mesh: MeshAttr,
): void {
  for (const factor of batchingFactors) {
    const size = factorSizes[factor]!;
    const parts = axisListSize(axes[factor]!, mesh);
    if (size === 0 || size % parts !== 0) continue;
    let capacity = size / parts;
    const own = [...axes[factor]!];
    while (freed.length > 0 && capacity % freed[0]!.size(mesh) === 0) {
      const axis = freed.shift()!;
      capacity /= axis.size(mesh);
      addAxisOrMerge(own, axis, mesh);
    }
    axes[factor] = own;
  }
}
