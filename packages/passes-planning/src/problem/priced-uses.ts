import { partsOf } from './dim-splits.ts';
import type { PairCosts } from './pairwise-problem.ts';
import type { Assumptions } from './priced-problem.ts';
import type { CopyCosts, SharedUses } from './shared-uses.ts';
import type { ShardingProblem } from './sharding-problem.ts';

/** A node whose choices are the states of uses that may share a copy, with its edges. */
export interface PricedUses {
  readonly costs: Float64Array;
  readonly edges: readonly PairCosts[];
}

/** @param node the number of the node. */
export function pricedUses(
  problem: ShardingProblem,
  axisSizes: readonly number[],
  { exposed, exposedOf, memory }: Assumptions,
  { flows: numbers, made, copies, making, using }: SharedUses,
  node: number,
): PricedUses {
  const flows = numbers.map((number) => problem.flows[number]!);
  const first = flows[0]!;
  const known = numbers.map((number) => exposedOf?.flows[number]);
  const prices = numbers.map((number) => memory?.copies.get(number) ?? 0);
  const bytesOf = (splits: (typeof copies)[number]): number =>
    splits === null ? 0 : first.bytes / partsOf(splits, axisSizes);
  const seconds = ({ communication, kernels }: CopyCosts, part: number): Float64Array<ArrayBuffer> =>
    Float64Array.from(communication, (own, at) => first.times * (part * own + kernels[at]!));

  // A copy is made by the use that needs it first: of this one it is known how much of it is exposed.
  const costs = seconds(making, known.find((part) => part !== undefined) ?? exposed[first.slack]);
  const most = Math.max(...prices);
  if (most > 0) for (const [state, copy] of copies.entries()) costs[state]! += most * bytesOf(copy);

  const isMade = new Float64Array(first.made.length * made.length).fill(Infinity);
  for (const [state, row] of made.entries()) isMade[row * made.length + state] = 0;
  const edges: PairCosts[] = [{ a: first.a, b: node, costs: isMade, rows: first.rows }];
  for (const [i, { b, columns, needed, slack }] of flows.entries()) {
    const own = seconds(using[i]!, known[i] ?? exposed[slack]);
    const price = prices[i]!;
    if (price > 0)
      for (let at = 0; at < own.length; at++)
        if (using[i]!.communication[at]! > 0 || using[i]!.kernels[at]! > 0)
          own[at]! += price * bytesOf(needed[at % needed.length]!);
    edges.push({ a: node, b, costs: own, columns });
  }
  return { costs, edges };
}
