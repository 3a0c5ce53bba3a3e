import { bytesOfTypes } from '@shardform/cost-model';
import { collectiveName } from '@shardform/dialect-stablehlo';
import { groupBy, idKey, type Operation } from '@shardform/ir-core';
import type { OperationTime } from './program-times.ts';
import type { Task } from './tasks.ts';

/** An operation with the time that it takes. */
export interface TimedOperation {
  readonly op: Operation;
  readonly time: OperationTime;
}

/**
 * Returns the tasks of consecutive operations of a block. What is used in the regions of one is used by it. Collectives of one
 * kind, location and channel stay in their order, by which they are told from each other later.
 */
export function tasksOf(timed: readonly TimedOperation[]): readonly Task[] {
  const ops = timed.map(({ op }) => op);
  const users = usersIn(ops);
  const collectives = [...ops.keys()].filter((number) => collectiveName(ops[number]!.name) !== null);
  const byLocation = groupBy(collectives, (number) => ops[number]!.location.resolved());
  for (const numbers of byLocation.values())
    for (const same of groupBy(numbers, (number) => kindAndChannel(ops[number]!)).values())
      for (const [i, number] of same.slice(1).entries()) users[same[i]!]!.add(number);
  const makers: number[][] = ops.map(() => []);
  for (const [number, own] of users.entries()) for (const user of own) makers[user]!.push(number);
  return timed.map(({ op, time }, number) => ({
    users: [...users[number]!].sort((a, b) => a - b),
    makers: makers[number]!,
    ...time,
    bytes: bytesOfTypes(op.resultTypes()),
  }));
}

function kindAndChannel(op: Operation): string {
  return `${op.name}|${idKey([op.getAttr('channel_handle')])}`;
}

/** By operation, the numbers of those that use its results. */
function usersIn(ops: readonly Operation[]): Set<number>[] {
  const numbers = new Map(ops.map((op, number) => [op, number]));
  const block = ops[0]!.parent!;
  return ops.map((op) => {
    const found = new Set<number>();
    for (const result of op.results)
      for (let use = result.firstUse; use !== null; use = use.nextUse) {
        const user = numbers.get(block.findAncestorOp(use.owner) ?? use.owner);
        if (user !== undefined) found.add(user);
      }
    return found;
  });
}
