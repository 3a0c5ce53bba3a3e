import type { Operation, Region } from '@shardform/ir-core';

/** Floating-point operations of an operation; `null` if unknown. */
export type FlopsOf = (op: Operation) => number | null;

/** Returns the floating-point operations of executions of each region of an operation; `null` if unknown. */
export function flopsOfRegions(
  { regions }: Operation,
  executions: readonly number[] | null,
  flopsOf: FlopsOf,
): number | null {
  return sumOrNull(executions, (times, i) => {
    const once = flopsOfRegion(regions[i], flopsOf);
    return once === null ? null : times * once;
  });
}

function flopsOfRegion({ blocks }: Region, flopsOf: FlopsOf): number | null {
  const operations = [...blocks].flatMap((block) => [...block]);
  return sumOrNull(operations, (op) => (op.definition.isTerminator ? 0 : flopsOf(op)));
}

/** The sum of numbers of all items; `null` if one is unknown. */
function sumOrNull<T>(
  items: readonly T[] | null,
  of: (item: T, index: number) => number | null,
): number | null {
  const numbers = items?.map(of) ?? [null];
  return numbers.reduce((sum, number) => (sum === null || number === null ? null : sum + number), 0);
}
