import { Operation } from '@shardform/ir-core';
import type { Flow, Item, ProgramGraph } from './program-graph.ts';

/**
 * Where communication stands in a program: before everything that computes much, as gathering parameters does, after it,
 * as reducing gradients does, or between. What is early or late can be done while other things are computed.
 */
export type Slack = 'early' | 'between' | 'late';

const HEAVY: ReadonlySet<string> = new Set([
  'stablehlo.dot_general',
  'stablehlo.dot',
  'stablehlo.convolution',
  'stablehlo.custom_call',
  'chlo.ragged_dot',
]);

/** Which items compute much before or after other items. */
export class Slacks {
  /** Items that are heavy or are computed from heavy ones. */
  readonly #after: ReadonlySet<Item>;
  /** Items that heavy ones are computed from. */
  readonly #before: ReadonlySet<Item>;

  constructor({ items, flows }: ProgramGraph) {
    const heavy = [...items.keys()].filter((item) => item instanceof Operation && HEAVY.has(item.name));
    const ends = new Map<Item, Item[]>();
    const starts = new Map<Item, Item[]>();
    for (const { from, to } of flows) {
      listOf(ends, from.item).push(to);
      listOf(starts, to).push(from.item);
    }
    this.#after = new Set([...heavy, ...reached(heavy, ends)]);
    this.#before = reached(heavy, starts);
  }

  /** Of what happens to a tensor on its way. */
  ofFlow({ from, to }: Flow): Slack {
    if (!this.#after.has(from.item)) return 'early';
    const isLast = !this.#before.has(to) && !(to instanceof Operation && HEAVY.has(to.name));
    return isLast ? 'late' : 'between';
  }

  /** Of the reduction of what an item leaves. */
  ofResults(item: Item): Slack {
    if (!this.#after.has(item)) return 'early';
    return this.#before.has(item) ? 'between' : 'late';
  }
}

function listOf(lists: Map<Item, Item[]>, item: Item): Item[] {
  let list = lists.get(item);
  if (list === undefined) lists.set(item, (list = []));
  return list;
}

/** Items that are reached from others in one step or more. */
function reached(from: readonly Item[], next: ReadonlyMap<Item, readonly Item[]>): Set<Item> {
  const found = new Set<Item>();
  const queue = [...from];
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    for (const other of next.get(item) ?? []) {
      if (found.has(other)) continue;
      found.add(other);
      queue.push(other);
    }
  }
  return found;
}
