import {
  AllGatherOp,
  AllReduceOp,
  AllToAllOp,
  CollectivePermuteOp,
  ReduceScatterOp,
  replicaGroups,
} from '@shardform/dialect-stablehlo';
import { DenseElementsAttr, type ModuleOp, type Operation } from '@shardform/ir-core';

/**
 * Removes collectives for which each device is alone, which change nothing. JAX leaves them where a `shard_map` goes along axes of
 * size 1, without the computation that they were in.
 *
 * @param devices that run the program.
 */
export function dropLoneCollectives(module: ModuleOp, devices: number): void {
  const lone: Operation[] = [];
  module.walk((op) => {
    if (isLone(op, devices)) lone.push(op);
  });
  for (const op of lone) {
    op.replaceAllUsesWith(op.operandValues());
    op.erase();
  }
}

function isLone(op: Operation, devices: number): boolean {
  const values = op.operandValues();
  const isSame =
    values.length === op.results.length && values.every(({ type }, i) => type === op.results[i]?.type);
  if (!isSame) return false;
  if (op instanceof CollectivePermuteOp) {
    const ids = op.sourceTargetPairs.integers().map(Number);
    return ids.length === 2 * devices && ids.every((id, i) => id === ids[i - (i % 2)]);
  }
  const isGrouped =
    op instanceof AllGatherOp ||
    op instanceof AllReduceOp ||
    op instanceof AllToAllOp ||
    op instanceof ReduceScatterOp;
  if (!isGrouped || op.channelHandle === null || !(op.replicaGroups instanceof DenseElementsAttr))
    return false;
  const groups = replicaGroups(op.replicaGroups);
  return groups.length === devices && groups.every((ids) => ids.length === 1);
}
