import { type CountMeaning, weakerMeaning } from '@shardform/runtime-sim';
import type { InsertedCollective } from './inserted-collective.ts';

/** Sums over the collectives of a program that runs once. */
export interface CollectiveTotals {
  /** That each device sends. */
  readonly bytes: number;
  /** By the axes along which they are sent, such as `data` or `data,model`. */
  readonly bytesByAxes: Readonly<Record<string, number>>;
  /** How many collectives of each kind there are. */
  readonly countByKind: Readonly<Record<string, number>>;
  /** How often those of each kind are executed. */
  readonly executionsByKind: Readonly<Record<string, number>>;
  /** Of all collectives. */
  readonly executions: number;
  readonly meaning: CountMeaning;
}

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
