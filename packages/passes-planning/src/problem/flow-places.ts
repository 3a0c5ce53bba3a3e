import { Operation } from '@shardform/ir-core';
import type { Flow } from './program-graph.ts';

/** Returns, by flow, a number for its tensor and the block of its user: uses of one place that are divided alike share a copy. */
export function flowPlaces(flows: readonly Flow[]): Int32Array {
  const [items, blocks, pairs] = [new Numbers(), new Numbers(), new Numbers()];
  return Int32Array.from(flows, ({ from, to }) => {
    const block = to instanceof Operation ? to.parent : to;
    return pairs.of(`${items.of(from.item)}.${from.result} ${blocks.of(block)}`);
  });
}

/** Numbers things in the order in which they are asked for. */
export class Numbers {
  readonly #numbers = new Map<unknown, number>();

  of(thing: unknown): number {
    let number = this.#numbers.get(thing);
    if (number === undefined) this.#numbers.set(thing, (number = this.#numbers.size));
    return number;
  }
}
