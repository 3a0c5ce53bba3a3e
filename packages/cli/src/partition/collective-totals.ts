import { type CountMeaning, weakerMeaning } from '@shardform/runtime-sim';
import type { InsertedCollective } from './collective-schema.ts';
import type { CollectiveTotals } from './partition-schema.ts';

/** Sums up the collectives of a program. */
export function collectiveTotals(collectives: readonly InsertedCollective[]): CollectiveTotals {
  const bytesByAxes: Record<string, number> = {};
  const countByKind: Record<string, number> = {};
  const executionsByKind: Record<string, number> = {};
  let bytes = 0;
  let executions = 0;
  let meaning: CountMeaning = 'exact';
  for (const collective of collectives) {
    const axes = collective.axisNames.join();
    const { kind, executions: times } = collective;
    bytes += collective.bytes * times;
    executions += times;
    bytesByAxes[axes] = (bytesByAxes[axes] ?? 0) + collective.bytes * times;
    countByKind[kind] = (countByKind[kind] ?? 0) + 1;
    executionsByKind[kind] = (executionsByKind[kind] ?? 0) + times;
    meaning = weakerMeaning(meaning, collective.executionsMeaning);
  }
  return { bytes, bytesByAxes, countByKind, executionsByKind, executions, meaning };
}

/** Returns the qualification of a number of bytes or executions that isn't exact. */
export function meaningText(meaning: CountMeaning): string {
  switch (meaning) {
    case 'exact':
      return '';
    case 'at-most':
      return ', if all branches that have some are taken';
    case 'per-iteration':
      return ', counting one iteration of each loop of unknown length';
  }
}
