import { oneLine } from '@shardform/ir-core';
import { type CountMeaning, weakerMeaning } from '@shardform/runtime-sim';
import type { InsertedCollective } from './inserted-collective.ts';

/** Sums over the collectives of a program that runs once, whoever partitioned it. */
export interface CollectiveSums {
  /** That each device sends. */
  readonly bytes: number;
  /** How many collectives of each kind there are. */
  readonly countByKind: Readonly<Record<string, number>>;
  /** How often those of each kind are executed. */
  readonly executionsByKind: Readonly<Record<string, number>>;
  /** Of all collectives. */
  readonly executions: number;
  readonly meaning: CountMeaning;
}

/** What {@link CollectiveSums} takes of a collective. */
export type SummedCollective = Pick<
  InsertedCollective,
  'kind' | 'bytes' | 'executions' | 'executionsMeaning'
>;

/** Sums over the collectives of a program of ours. */
export interface CollectiveTotals extends CollectiveSums {
  /** By the axes along which they are sent, such as `data` or `data,model`. */
  readonly bytesByAxes: Readonly<Record<string, number>>;
}

/** Sums up the collectives of a program, by axes too. */
export function collectiveTotals(collectives: readonly InsertedCollective[]): CollectiveTotals {
  // Axes may have names such as '__proto__'.
  const bytesByAxes = new Map<string, number>();
  for (const { axisNames, bytes, executions } of collectives) {
    const axes = axisNames.map(oneLine).join();
    bytesByAxes.set(axes, (bytesByAxes.get(axes) ?? 0) + bytes * executions);
  }
  return { ...collectiveSums(collectives), bytesByAxes: Object.fromEntries(bytesByAxes) };
}

/** Sums up collectives. */
export function collectiveSums(collectives: readonly SummedCollective[]): CollectiveSums {
  const countByKind: Record<string, number> = {};
  const executionsByKind: Record<string, number> = {};
  let bytes = 0;
  let executions = 0;
  let meaning: CountMeaning = 'exact';
  for (const collective of collectives) {
    const { kind, executions: times } = collective;
    bytes += collective.bytes * times;
    executions += times;
    countByKind[kind] = (countByKind[kind] ?? 0) + 1;
    executionsByKind[kind] = (executionsByKind[kind] ?? 0) + times;
    meaning = weakerMeaning(meaning, collective.executionsMeaning);
  }
  return { bytes, countByKind, executionsByKind, executions, meaning };
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
