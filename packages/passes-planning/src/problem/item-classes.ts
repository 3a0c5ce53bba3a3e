import { Operation } from '@shardform/ir-core';
import type { Item, ProgramGraph } from './program-graph.ts';

/** Numbers texts in the order in which they are seen first. */
class Numbering {
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#numbers.size;
  }

  of(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) this.#numbers.set(text, (number = this.#numbers.size));
    return number;
  }
}

/**
 * Returns the class of each item, numbered from 0 in the order of the first members. Items of a class do the same with
 * tensors of the same types, and so do their neighbours up to a distance: the repeated layers of a model have the
 * same classes, its ends have their own.
 *
 * @param keyOf what else distinguishes an item: its sharding rule, an annotation.
 */
export function itemClasses(
  { items, flows }: ProgramGraph,
  keyOf: (item: Item) => string,
  distance: number,
): ReadonlyMap<Item, number> {
  let colours = new Map<Item, number>();
  let numbering = new Numbering();
  for (const [item, times] of items)
    colours.set(item, numbering.of(`${times} ${itemText(item)} ${keyOf(item)}`));
  for (let round = 0; round < distance; round++) {
    const neighbours = new Map<Item, string[]>();
    for (const item of items.keys()) neighbours.set(item, []);
    for (const { from, to, operand } of flows) {
      neighbours.get(to)!.push(`<${operand}:${colours.get(from.item)!}.${from.result}`);
      neighbours.get(from.item)!.push(`>${from.result}:${colours.get(to)!}.${operand}`);
    }
    const before = numbering.size;
    numbering = new Numbering();
    const next = new Map<Item, number>();
    for (const [item, own] of neighbours)
      next.set(item, numbering.of(`${colours.get(item)!} ${own.sort().join(' ')}`));
    colours = next;
    if (numbering.size === before) break;
  }
  return colours;
}

function itemText(item: Item): string {
  if (!(item instanceof Operation)) return `value ${item.type.id}`;
  const types = item.operandValues().map(({ type }) => type.id);
  return `${item.name} ${types.join()} ${item.results.map(({ type }) => type.id).join()}`;
}
