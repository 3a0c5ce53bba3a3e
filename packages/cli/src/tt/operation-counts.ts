import type { Operation } from '@shardform/ir-core';

/** Returns how many operations of each name a program has. */
export function countByName(root: Operation): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  root.walk(({ name }) => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  return counts;
}
