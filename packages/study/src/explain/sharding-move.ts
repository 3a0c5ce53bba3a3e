import type { Machine } from '@shardform/cost-model';
import { type FuncOp, programEntry, setValueAttr } from '@shardform/dialect-func';
import { SHARDING, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { copyOf } from '@shardform/inspect';
import type { Context, ModuleOp } from '@shardform/ir-core';

import { type MeasuredStages, measureStages } from '../time/measured-program.ts';
import { partitionOn } from '../choice/partition-on.ts';
import type { Partitioner } from '../choice/partitioner.ts';
import { givenSharding, otherShardings, tiedTo } from './other-shardings.ts';

/** Another sharding of arguments and results of a program's main function. */
export interface ShardingMove {
  readonly args: readonly number[];
  readonly results: readonly number[];
  readonly sharding: TensorShardingAttr;
}

/** Returns the number of operations of a program, by which the time of a trial is estimated. */
export function operationCount(module: ModuleOp): number {
  let count = 0;
  module.walk(() => {
    count++;
  });
  return count;
}

/** Returns a copy of a program with other shardings. @param module has a main function. */
export function moved(module: ModuleOp, moves: readonly ShardingMove[]): ModuleOp {
  const copy = copyOf(module);
  const func = programEntry(copy)!;
  for (const { args, results, sharding } of moves) {
    for (const index of args) setValueAttr(func, 'arg_attrs', index, SHARDING, sharding);
    for (const index of results) setValueAttr(func, 'res_attrs', index, SHARDING, sharding);
  }
  return copy;
}

/**
 * Partitions and measures a copy of a program with other shardings. Diagnostics are discarded.
 *
 * @returns `null` when it can't be partitioned.
 * @throws Interrupted when the budget's interrupt ends the work.
 */
export function measureMoved(
  given: ModuleOp,
  moves: readonly ShardingMove[],
  context: Context,
  machine: Machine,
  partitioner: Partitioner,
): MeasuredStages | null {
  const module = moved(given, moves);
  const { result } = context.diagnostics.capture(() => {
    const { stages, run } = partitionOn(machine, module, context, {}, partitioner);
    const { collectives, local } = stages;
    return local === null ? null : measureStages({ module, collectives, local, context }, machine, run);
  });
  return result;
}

/**
 * Returns the moves by one axis of the arguments that the program gives shardings.
 * Arguments of the same type and sharding, such as the weights of all layers, change together, and with them what is tied
 * to one of them.
 */
export function singleMoves(module: ModuleOp, func: FuncOp): ShardingMove[] {
  const groups = new Map<string, number[]>();
  for (const [index, type] of func.functionType.inputs.entries()) {
    const sharding = givenSharding(func, 'arg_attrs', index);
    if (sharding === null) continue;
    const key = `${String(type)} ${sharding.text}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [index]);
    else known.push(index);
  }
  const byGroup = [...groups.values()].map((args) => {
    const tied = args.map((index) => tiedTo(func, index));
    const all = [...new Set([...args, ...tied.flatMap((own) => own.args)])];
    const results = [...new Set(tied.flatMap((own) => own.results))];
    return otherShardings(module, func, args[0]!).map((sharding) => ({ args: all, results, sharding }));
  });
  // A little of each group comes first, as there may not be time for all.
  const longest = Math.max(0, ...byGroup.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => byGroup.flatMap((moves) => moves[i] ?? [])).flat();
}
