import { type Block, type Operation, returnLike, type Value } from '@shardform/ir-core';
import { keepsNoOperand, mayShareStorage } from './keeps-no-operand.ts';

/**
 * Returns the values of a block that others may refer to than its own operations: what is returned, what regions see, operands of operations
 * that may keep them, and what results that leave may share storage with. Nobody can tell when they are dead.
 *
 * @param isLent true if that is told of what the block returns.
 */
export function leavingValues(block: Block, isLent: boolean): ReadonlySet<Value> {
  const leaving = new Set<Value>();
  const leave = (op: Operation): void => {
    for (const { value } of op.operands) leaving.add(value);
  };
  for (const op of [...block].reverse()) {
    op.walk((nested) => {
      if (nested !== op) leave(nested);
    });
    if (op.hasTrait(returnLike)) {
      if (!isLent) leave(op);
    } else if (!keepsNoOperand(op)) leave(op);
    else if (mayShareStorage(op) && op.results.some((result) => leaving.has(result))) leave(op);
  }
  return leaving;
}
