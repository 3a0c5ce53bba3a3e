import {
  type CollectiveTraffic,
  collectiveName,
  replicaGroups,
  ringTraffic,
} from '@shardform/dialect-stablehlo';
import { bytesOfTypes } from '@shardform/cost-model';
import { DenseElementsAttr, type Operation } from '@shardform/ir-core';

/**
 * Returns what each device does for a collective of StableHLO around a ring; `null` for other operations, and for groups that
 * are axes of a mesh, which programs for other partitioners have.
 */
export function trafficOf(op: Operation): CollectiveTraffic | null {
  const kind = collectiveName(op.name);
  if (kind === null) return null;
  const bytes = bytesOfTypes(op.operandTypes());
  if (kind === 'collective_permute') return ringTraffic(kind, 2, bytes);
  const groups = op.getAttr('replica_groups');
  if (!(groups instanceof DenseElementsAttr)) return null;
  return ringTraffic(kind, largestGroup(groups), bytes);
}

/** Programs have many collectives of the same few groups. */
const groupSizes = new WeakMap<DenseElementsAttr, number>();

function largestGroup(groups: DenseElementsAttr): number {
  let size = groupSizes.get(groups);
  if (size === undefined) {
    size = Math.max(0, ...replicaGroups(groups).map(({ length }) => length));
    groupSizes.set(groups, size);
  }
  return size;
}
