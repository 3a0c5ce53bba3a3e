import { splitsKey } from '../problem/dim-splits.ts';
import type { Item } from '../problem/program-graph.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import type { Candidate } from './candidate.ts';

/**
 * Returns candidates in the order in which they are simulated: every other one is the first whose arguments and results are
 * divided in a way that none before it has. Plans that promise most are often alike, and then so is what estimates don't see.
 *
 * @param candidates the most promising first.
 */
export function mixed(candidates: readonly Candidate[], problem: ShardingProblem): Candidate[] {
  const known = new Set<string>();
  const others: Candidate[] = [];
  const firsts = candidates.filter((own) => {
    const key = borderKey(own, problem);
    if (!known.has(key)) return known.add(key);
    others.push(own);
    return false;
  });
  return candidates.flatMap((_, i) => [firsts[i] ?? [], others[i] ?? []].flat());
}

/** How the arguments and results of the program are divided. */
function borderKey(
  { model: { choices } }: Candidate,
  { func, graph, classes, classOf }: ShardingProblem,
): string {
  const keyOf = (item: Item, result: number): string => {
    const number = classOf.get(item);
    if (number === undefined) return '';
    return splitsKey(classes[number]!.strategies[choices[number]!]!.results[result] ?? []);
  };
  const args = func.entry.arguments.map((argument) => keyOf(argument, 0));
  const results = graph.results.map((origin) => (origin === null ? '' : keyOf(origin.item, origin.result)));
  return [...args, ...results].join(';');
}
