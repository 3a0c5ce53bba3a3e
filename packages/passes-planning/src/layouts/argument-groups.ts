import { argumentName, namePath } from '@shardform/inspect';
import { RankedTensorType, type Type } from '@shardform/ir-core';
import type { ShardingProblem } from '../problem/sharding-problem.ts';

/**
 * Returns groups of arguments that a layout splits alike: those of repeated layers, and a parameter with what an optimizer keeps for it,
 * whose path ends as the parameter's does. Each argument is in one group; the first of a group is the parameter.
 *
 * @param likeness by argument, a number that those of repeated layers have alike.
 */
export function argumentGroups(
  { func, classOf }: Pick<ShardingProblem, 'func' | 'classOf'>,
  likeness: readonly number[] = [],
): number[][] {
  const { inputs } = func.functionType;
  const paths = Array.from(inputs, (_, index) => namePath(argumentName(func, index) ?? ''));
  const leaders = Array.from(inputs, (_, index) => index);
  const join = (index: number, other: number): void => {
    leaders[leaderOf(leaders, index)] = leaderOf(leaders, other);
  };
  const firstOfClass = new Map<number, number>();
  const firstOfLike = new Map<number, number>();
  const joinFirst = (firsts: Map<number, number>, key: number | undefined, index: number): void => {
    if (key === undefined) return;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, index);
    else join(index, first);
  };
  const firstOfEnd = new Map<string, number>();
  for (const [index, path] of paths.entries()) {
    joinFirst(firstOfClass, classOf.get(func.entry.getArgument(index)), index);
    joinFirst(firstOfLike, likeness[index], index);
    const end = endKey(path.slice(1), inputs[index]);
    if (path.length > 1 && !firstOfEnd.has(end)) firstOfEnd.set(end, index);
  }
  // The longest end of a path that is the whole path of another argument below its root.
  for (const [index, path] of paths.entries())
    for (let start = 1; start < path.length; start++) {
      const other = firstOfEnd.get(endKey(path.slice(start), inputs[index]));
      if (other === undefined || other === index) continue;
      join(index, other);
      break;
    }
  const found = new Map<number, number[]>();
  for (const index of inputs.keys()) {
    const leader = leaderOf(leaders, index);
    found.set(leader, [...(found.get(leader) ?? []), index]);
  }
  return [...found.values()];
}

function leaderOf(leaders: readonly number[], index: number): number {
  let at = index;
  while (leaders[at] !== at) at = leaders[at]!;
  return at;
}

function endKey(path: readonly string[], type: Type | undefined): string {
  const shape = type instanceof RankedTensorType ? type.shape.join() : '';
  return `${path.join('/')} ${shape}`;
}
