import { Operation, type Value } from '@shardform/ir-core';
import type { Item } from '../problem/program-graph.ts';

/** Returns the value that an item's first splits are of. */
export function valueOf(item: Item): Value | null {
  return item instanceof Operation ? (item.results[0] ?? null) : item;
}
