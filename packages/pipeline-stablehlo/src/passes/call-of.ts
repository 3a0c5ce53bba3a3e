import { CustomCallOp } from '@shardform/dialect-stablehlo';
import type { Operation } from '@shardform/ir-core';

/** Returns true for a custom call of a target. */
export function isCallOf(op: Operation | null, target: string): op is CustomCallOp {
  return op instanceof CustomCallOp && op.callTargetName.value === target;
}
