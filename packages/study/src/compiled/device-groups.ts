import type { HloModule, Instruction } from '@shardform/hlo-module';
import { groupsOf } from '@shardform/import-hlo';
import { currentBudget } from '@shardform/ir-core';

/**
 * Returns the groups of devices that communicate for a collective, or the pairs of a permute; one group of all devices where
 * none are listed.
 */
export function deviceGroups(
  { attributes: { replicaGroups, sourceTargetPairs } }: Instruction,
  module: HloModule,
): readonly (readonly number[])[] {
  if (sourceTargetPairs !== undefined) return sourceTargetPairs;
  const groups = groupsOf(replicaGroups);
  if (groups.length > 0) return groups;
  const devices = Math.max(module.numPartitions, module.replicaCount);
  currentBudget().check('devices', 'the program is for', devices);
  return [Array.from({ length: devices }, (_, device) => device)];
}
