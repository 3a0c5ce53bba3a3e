import { bytesOfClass, bytesOfCopy, type ByTensor } from './held-tensors.ts';
import type { PairCosts, PairwiseProblem } from './pairwise-problem.ts';
import { pricedUses } from './priced-uses.ts';
import type { SharedUses } from './shared-uses.ts';
import type { ShardingProblem } from './sharding-problem.ts';
import type { Slack } from './slack.ts';

/** What is not known before a plan is simulated. */
export interface Assumptions {
  /** The part of communication's time that counts: what is hidden behind computing costs nothing. */
  readonly exposed: Readonly<Record<Slack, number>>;
  /** The same of single classes and flows of classes, by number, where it is known. */
  readonly exposedOf?: ExposedParts;
  /** What is held when memory is short, times its price in seconds per byte. */
  readonly memory?: ByTensor;
}

/** The parts of communication's time that count, by class and by flow of classes; `undefined` where not known. */
export interface ExposedParts {
  readonly classes: readonly (number | undefined)[];
  readonly flows: readonly (number | undefined)[];
}

/** Nothing is hidden, and memory is free. */
export const ALL_EXPOSED: Assumptions = { exposed: { early: 1, between: 1, late: 1 } };

/**
 * Returns the problem of the classes of a program: its costs are seconds of one run.
 *
 * @param shared uses that share copies, which are nodes that are not asked for. Others have copies of their own.
 */
export function pricedProblem(
  problem: ShardingProblem,
  axisSizes: readonly number[],
  assumptions: Assumptions,
  shared: readonly SharedUses[] = [],
): PairwiseProblem {
  const { exposed, exposedOf, memory } = assumptions;
  const nodes: Float64Array[] = problem.classes.map(({ strategies, times, slack }, number) => {
    const part = exposedOf?.classes[number] ?? exposed[slack];
    const isPriced = memory !== undefined && (memory.results.has(number) || memory.partial.has(number));
    return Float64Array.from(strategies, ({ seconds, communication }, choice) => {
      const cost = times * (seconds + part * communication);
      return isPriced ? cost + bytesOfClass(problem, axisSizes, memory, number, choice) : cost;
    });
  });
  const shares = new Set(shared.flatMap(({ flows }) => flows));
  const edges = problem.flows.flatMap((flow, number): PairCosts[] => {
    if (shares.has(number)) return [];
    const { a, b, rows, columns, communication, kernels, times, slack } = flow;
    const part = exposedOf?.flows[number] ?? exposed[slack];
    const costs = communication.map((own, at) => times * (part * own + kernels[at]!));
    const price = memory?.copies.get(number) ?? 0;
    if (price > 0)
      for (let at = 0; at < costs.length; at++)
        costs[at]! += price * bytesOfCopy(problem, axisSizes, number, at);
    return [{ a, b, rows, columns, costs }];
  });
  for (const uses of shared) {
    const priced = pricedUses(problem, axisSizes, assumptions, uses, nodes.length);
    nodes.push(priced.costs);
    edges.push(...priced.edges);
  }
  return { nodes, edges, asked: problem.classes.length };
}
