import { PmapOp } from '@shardform/dialect-dist';
import { ManualComputationOp } from '@shardform/dialect-sdy';
import { BlockArgument, type Operation, type Value } from '@shardform/ir-core';

/** Returns whether a value is inside a region that each device executes on its own sizes, as those of manual computations. */
export function isPerDevice(value: Value): boolean {
  let op: Operation | null = value.parentBlock?.parentOp ?? null;
  while (op !== null && !(op instanceof ManualComputationOp || op instanceof PmapOp)) op = op.parentOp;
  return op !== null;
}

/** Returns the operand that an argument of a manual computation is a shard of; `null` for other values. */
export function manualOperand(value: Value): Value | null {
  if (!(value instanceof BlockArgument)) return null;
  const { parentOp } = value.owner;
  return parentOp instanceof ManualComputationOp ? (parentOp.operandValues()[value.index] ?? null) : null;
}
