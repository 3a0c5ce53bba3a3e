import { type CountMeaning, weakerMeaning } from '@shardform/runtime-sim';
import type { InsertedCollective } from './collective-list.ts';

/** Sums over the collectives of a program, when it runs once. */
export interface CollectiveTotals {
  /** Bytes that each device sends. */
  readonly bytes: number;
  /** The same by the axes along which it is sent, such as `data` or `data,model`. */
  readonly bytesByAxes: Readonly<Record<string, number>>;
  /** How many operations of each kind the program has. */
  readonly countByKind: Readonly<Record<string, number>>;
  /** How often collectives of each kind are executed. */
  readonly executionsByKind: Readonly<Record<string, number>>;
  readonly executions: number;
  /**
   * `exact`; `at-most` when some are in branches that may not be taken; `per-iteration` when some are in loops of which
   * it isn't known how often they run, of which one iteration is counted.
   */
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

/** What is to be said after a number of bytes or executions that isn't exact. */
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
