import { bytesOfType } from '@shardform/cost-model';
import { BlockArgument, Operation, RankedTensorType } from '@shardform/ir-core';

import type { RestrictedPlanning } from '../layouts/restricted-planning.ts';
import { type DimSplits, splitsKey } from '../problem/dim-splits.ts';
import { itemClasses } from '../problem/item-classes.ts';
import type { Item } from '../problem/program-graph.ts';
import { valueOf } from './value-of.ts';

/** What a plan chose for values that are alike, and the best plan without that choice. */
export interface Alternative {
  /** Of one function; the first one stands for all. */
  readonly items: readonly Item[];
  readonly chosen: DimSplits;
  readonly second: DimSplits;
  /** Of the second best plan, by class. */
  readonly choices: readonly number[];
}

/** So many decisions are looked at, of problems of fewer costs of pairs than this divided by their number. */
const [MOST_DECISIONS, WORK] = [20, 3e6];

/** Values whose neighbours differ at this distance or less are decided on their own. */
const DISTANCE = 2;

/** Values so far from a decision are split as in the plan when its second best is looked for. */
const REACH = 4;

/**
 * Returns the second best of a plan's decisions. For each the program is planned again with the choice forbidden and what is
 * far from it as in the plan. Decisions are about arguments and products, the largest first.
 *
 * @param choices of the plan, by class.
 * @throws Interrupted
 */
export function alternativesOf(planning: RestrictedPlanning, choices: readonly number[]): Alternative[] {
  const { classes, classOf, flows } = planning.problem;
  const entries = flows.reduce((sum, { communication }) => sum + communication.length, 1);
  const most = Math.min(MOST_DECISIONS, Math.ceil(WORK / entries));
  return candidates(planning, choices)
    .slice(0, most)
    .flatMap(({ items, chosen }) => {
      const members = new Set(items.flatMap((item) => classOf.get(item) ?? []));
      const near = classesNear(planning, members);
      const key = choiceKey(chosen);
      const others = planning.solve((item, strategies) => {
        const number = classOf.get(item) ?? -1;
        if (members.has(number))
          return strategies.filter(({ results: [own] }) => own !== undefined && choiceKey(own) !== key);
        return near.has(number) ? strategies : strategies.slice(choices[number], choices[number]! + 1);
      });
      const number = classOf.get(items[0]!)!;
      const second = others === null ? undefined : classes[number]!.strategies[others[number]!]?.results[0];
      if (others === null || second === undefined || choiceKey(second) === key) return [];
      return [{ items, chosen, second, choices: others }];
    });
}

/** The axes of each dimension in any order: an order alone is no decision. */
function choiceKey(splits: DimSplits): string {
  return splitsKey(splits.map((axes) => [...axes].sort((a, b) => a - b)));
}

function classesNear({ problem: { flows } }: RestrictedPlanning, start: ReadonlySet<number>): Set<number> {
  const neighbours = new Map<number, number[]>();
  for (const { a, b } of flows)
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const)
      neighbours.set(from, [...(neighbours.get(from) ?? []), to]);
  const near = new Set(start);
  let last = [...start];
  for (let distance = 0; distance < REACH; distance++) {
    last = last.flatMap((own) => neighbours.get(own) ?? []).filter((own) => !near.has(own));
    for (const own of last) near.add(own);
  }
  return near;
}

interface Candidate {
  readonly items: readonly Item[];
  readonly chosen: DimSplits;
}

/** Half of the candidates are arguments, half are products. */
function candidates({ problem }: RestrictedPlanning, choices: readonly number[]): Candidate[] {
  const { graph, func, classes, classOf } = problem;
  const chosenOf = (item: Item): DimSplits | undefined => {
    const number = classOf.get(item)!;
    return classes[number]!.strategies[choices[number]!]?.results[0];
  };
  const groups = new Map<string, { readonly items: Item[]; readonly chosen: DimSplits }>();
  for (const [item, number] of itemClasses(graph, () => '', DISTANCE)) {
    const chosen = isCandidate(item) ? chosenOf(item) : undefined;
    if (chosen === undefined) continue;
    const key = `${number} ${splitsKey(chosen)}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { items: [item], chosen });
    else known.items.push(item);
  }
  const largest = [...groups.values()].sort((a, b) => bytesOf(b.items) - bytesOf(a.items));
  const isArgument = ({ items: [item] }: Candidate): boolean =>
    item instanceof BlockArgument && item.owner === func.entry;
  const [args, products] = [largest.filter(isArgument), largest.filter((own) => !isArgument(own))];
  return largest.flatMap((_, i) => [args[i] ?? [], products[i] ?? []].flat());
}

/** Operations whose division decides about their neighbours. */
const PRODUCTS: ReadonlySet<string> = new Set(['stablehlo.dot_general', 'stablehlo.convolution']);

function isCandidate(item: Item): boolean {
  if (item instanceof Operation) return PRODUCTS.has(item.name);
  return item.type instanceof RankedTensorType && item.type.shape.length > 0;
}

function bytesOf(items: readonly Item[]): number {
  return items.reduce((sum, item) => {
    const value = valueOf(item);
    return sum + (value === null ? 0 : bytesOfType(value.type));
  }, 0);
}
