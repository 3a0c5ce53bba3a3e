import type { FuncOp } from '@shardform/dialect-func';
import { Operation, type Value } from '@shardform/ir-core';
import { splitsKey } from '../problem/dim-splits.ts';
import type { Strategy } from '../problem/op-strategies.ts';
import type { Item } from '../problem/program-graph.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';

/**
 * Returns the choices of a plan in the problem of the same program with more shardings to keep, by class; `null` if the plan
 * does not keep all.
 *
 * @param choices of the plan, by class of `from`.
 * @param counterparts the items of `from`, by those of `to`; by default, those of the same place in the text.
 */
export function transferredChoices(
  choices: readonly number[],
  from: ShardingProblem,
  to: ShardingProblem,
  counterparts: ReadonlyMap<Item, Item> = counterpartsOf(to.func, from.func),
): number[] | null {
  const found: number[] = [];
  for (const { members, strategies } of to.classes) {
    const item = counterparts.get(members[0]!);
    const wanted = item === undefined ? null : keyIn(item, choices, from);
    const choice = wanted === null ? -1 : strategies.findIndex((own) => keyOf(own) === wanted);
    if (choice < 0) return null;
    found.push(choice);
  }
  return found;
}

/** How a plan divides an item. A result whose sharding is kept is an item in one problem only. */
function keyIn(item: Item, choices: readonly number[], { classes, classOf }: ShardingProblem): string | null {
  const number = classOf.get(item);
  if (number !== undefined) return keyOf(classes[number]!.strategies[choices[number]!]!);
  const op = item instanceof Operation ? null : item.definingOp;
  const maker = op === null ? undefined : classOf.get(op);
  if (op === null || maker === undefined) return null;
  const { results } = classes[maker]!.strategies[choices[maker]!]!;
  const splits = results[op.results.findIndex((result) => result === item)];
  return splits === undefined ? null : keyOf({ operands: [splits], results: [splits] });
}

function keyOf({ operands, results }: Pick<Strategy, 'operands' | 'results'>): string {
  return [...operands, ...results].map(splitsKey).join(';');
}

/** Items of one copy of a function, by those of another copy. */
function counterpartsOf(one: FuncOp, other: FuncOp): Map<Item, Item> {
  const found = new Map<Item, Item>();
  const [ones, others] = [itemsOf(one), itemsOf(other)];
  if (ones.length === others.length) for (const [i, item] of ones.entries()) found.set(item, others[i]!);
  return found;
}

/** An operation with everything in its regions, in the order of the text. */
export function itemsOf(root: Operation): Item[] {
  const items: Item[] = [];
  root.walk((op) => {
    const values: Value[] = [...op.results];
    for (const region of op.regions) for (const block of region.blocks) values.push(...block.arguments);
    items.push(op, ...values);
  });
  return items;
}
