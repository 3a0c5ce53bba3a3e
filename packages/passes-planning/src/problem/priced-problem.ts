import { Operation } from '@shardform/ir-core';
import { bytesOfType } from '@shardform/runtime-dist';
import { partsOf } from './dim-splits.ts';
import type { PairwiseProblem } from './pairwise-problem.ts';
import type { Item } from './program-graph.ts';
import type { ShardingProblem } from './sharding-problem.ts';
import type { Slack } from './slack.ts';

/** What is not known before a plan is simulated. */
export interface Assumptions {
  /** The part of communication's time that counts: what is hidden behind computing costs nothing. */
  readonly exposed: Readonly<Record<Slack, number>>;
  /** The same of single classes and flows of classes, by number, where it is known. */
  readonly exposedOf?: ExposedParts;
  /** By class, how many results of its members are held when memory is short, by number of the result, times their price in seconds per byte. */
  readonly memory?: ReadonlyMap<number, readonly number[]>;
}

/** The parts of communication's time that count, by class and by flow of classes; `undefined` where not known. */
export interface ExposedParts {
  readonly classes: readonly (number | undefined)[];
  readonly flows: readonly (number | undefined)[];
}

/** Nothing is hidden, and memory is free. */
export const ALL_EXPOSED: Assumptions = { exposed: { early: 1, between: 1, late: 1 } };

/** Returns the problem of the classes of a program: its costs are seconds of one run. */
export function pricedProblem(
  { classes, flows }: ShardingProblem,
  axisSizes: readonly number[],
  { exposed, exposedOf, memory }: Assumptions,
): PairwiseProblem {
  const nodes = classes.map(({ strategies, times, slack, members }, number) => {
    const held = memory?.get(number) ?? [];
    const part = exposedOf?.classes[number] ?? exposed[slack];
    return Float64Array.from(strategies, ({ seconds, communication, results }) => {
      let cost = times * (seconds + part * communication);
      for (const [result, price] of held.entries())
        if (price > 0)
          cost += (price * bytesOfResult(members[0]!, result)) / partsOf(results[result]!, axisSizes);
      return cost;
    });
  });
  const edges = flows.map(({ a, b, rows, columns, communication, kernels, times, slack }, number) => {
    const part = exposedOf?.flows[number] ?? exposed[slack];
    const costs = communication.map((own, at) => times * (part * own + kernels[at]!));
    return { a, b, rows, columns, costs };
  });
  return { nodes, edges };
}

/** Bytes of what an item leaves, on all devices together if it is split. */
export function bytesOfResult(item: Item, result: number): number {
  return bytesOfType(item instanceof Operation ? item.results[result]?.type : item.type);
}
