import { bytesText, oneLine } from '@shardform/ir-core';
import { type CountMeaning, weakerMeaning } from '@shardform/runtime-sim';
import type { InsertedCollective } from './inserted-collective.ts';

/** The meaning of a total; `at-least` where a call may send more that nobody knows of. */
export type TotalMeaning = CountMeaning | 'at-least';

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
  readonly meaning: TotalMeaning;
}

/** What {@link CollectiveSums} takes of a collective. */
export type SummedCollective = Pick<
  InsertedCollective,
  'kind' | 'bytes' | 'executions' | 'executionsMeaning'
> &
  Partial<Pick<InsertedCollective, 'bytesMeaning'>>;

/** Sums over the collectives of a program of ours. */
export interface CollectiveTotals extends CollectiveSums {
  /** By the axes along which they are sent, such as `data` or `data,model`. */
  readonly bytesByAxes: Readonly<Record<string, number>>;
}

/** Sums up the collectives of a program, by axes too. */
export function collectiveTotals(collectives: readonly InsertedCollective[]): CollectiveTotals {
  // Axes may have names such as '__proto__'.
  const bytesByAxes = new Map<string, number>();
  for (const { axisNames, bytes, bytesMeaning, executions } of collectives) {
    if (bytesMeaning === 'at-least' && bytes === 0) continue;
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
  let isLeast = false;
  for (const collective of collectives) {
    const { kind, executions: times } = collective;
    bytes += collective.bytes * times;
    executions += times;
    countByKind[kind] = (countByKind[kind] ?? 0) + 1;
    executionsByKind[kind] = (executionsByKind[kind] ?? 0) + times;
    meaning = weakerMeaning(meaning, collective.executionsMeaning);
    if (collective.bytesMeaning === 'at-most') meaning = weakerMeaning(meaning, 'at-most');
    isLeast ||= collective.bytesMeaning === 'at-least';
  }
  return { bytes, countByKind, executionsByKind, executions, meaning: isLeast ? 'at-least' : meaning };
}

/** Returns a number of bytes with its qualification before it: `at least 48 B`. */
export function sentText({
  bytes,
  meaning,
}: {
  readonly bytes: number;
  readonly meaning: TotalMeaning;
}): string {
  if (meaning === 'at-least' && bytes === 0) return 'unknown';
  const text = bytesText(bytes);
  return meaning === 'at-least' || meaning === 'at-most' ? `${meaning.replace('-', ' ')} ${text}` : text;
}

/** Returns the qualification of a number of bytes or executions that isn't exact. */
export function meaningText(meaning: TotalMeaning): string {
  switch (meaning) {
    case 'exact':
      return '';
    case 'at-most':
      return ', if all branches that have some are taken and all is sent that sizes allow';
    case 'per-iteration':
      return ', counting one iteration of each loop of unknown length';
    case 'at-least':
      return '; devices may send more for calls whose target is not known';
  }
}
