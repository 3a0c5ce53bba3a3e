import { ConvertOp } from '@shardform/dialect-stablehlo';
import type { Operation } from '@shardform/ir-core';

/** Whether an operation converts to the type that its operand has, as JAX writes it: compilers make nothing of it. */
export function isSameType(op: Operation): boolean {
  return op instanceof ConvertOp && op.operand.type === op.result.type;
}
