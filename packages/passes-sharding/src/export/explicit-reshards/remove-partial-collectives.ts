import type { FuncOp } from '@shardform/dialect-func';
import {
  AllReduceOp,
  axisListsOverlap,
  getSharding,
  ReplicatedToUnreducedOp,
  ReshardOp,
  ShardedToUnreducedOp,
} from '@shardform/dialect-sdy';
import type { Context, Operation, Value } from '@shardform/ir-core';

/**
 * Removes the collectives by which Shardy's propagation makes values partial, or combines what is partial, before all reshards
 * are chosen: sums of an operation's parts depend on how it is split, the others become changes of shardings.
 */
export function removePartialCollectives(func: FuncOp, context: Context): void {
  func.walkOf(AllReduceOp, (op) => {
    const partial = getSharding(op.tensor, context)?.unreducedAxes ?? [];
    if (axisListsOverlap(partial, op.reductionAxes.value)) replaceByReshard(op);
    else replace(op, op.tensor);
  });
  func.walkOf(ReplicatedToUnreducedOp, replaceByReshard);
  func.walkOf(ShardedToUnreducedOp, replaceByReshard);
}

function replaceByReshard(op: AllReduceOp | ReplicatedToUnreducedOp | ShardedToUnreducedOp): void {
  const input = { input: op.tensor, sharding: op.outSharding };
  const reshard = ReshardOp.create(input, [op.result.type], { location: op.location });
  reshard.moveBefore(op);
  replace(op, reshard.result);
}

function replace(op: Operation, value: Value): void {
  op.replaceAllUsesWith([value]);
  op.erase();
}
