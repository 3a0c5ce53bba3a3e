import { PmapOp } from '@shardform/dialect-dist';
import { ManualComputationOp } from '@shardform/dialect-sdy';
import type { Operation, Value } from '@shardform/ir-core';

/** Returns whether a value is inside a region that each device executes on its own sizes, as those of manual computations. */
export function isPerDevice(value: Value): boolean {
  let op: Operation | null = value.parentBlock?.parentOp ?? null;
  while (op !== null && !(op instanceof ManualComputationOp || op instanceof PmapOp)) op = op.parentOp;
  return op !== null;
}
