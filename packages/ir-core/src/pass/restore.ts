import { Interrupted } from '../budget/limit-error.ts';
import { cloneOp } from '../ir/clone.ts';
import type { Operation } from '../ir/operation.ts';

/**
 * Does work that changes an operation and can be interrupted. Then the operation gets its attributes and regions back, as
 * copies of what they were; values that lie in them are other objects.
 */
export function restoredWhenInterrupted<T>(op: Operation, work: () => T): T {
  const before = cloneOp(op);
  try {
    return work();
  } catch (error) {
    if (error instanceof Interrupted) restore(op, before);
    throw error;
  }
}

function restore(op: Operation, before: Operation): void {
  for (const [name] of op.sortedDiscardable()) op.setAttr(name, null);
  for (const [name, attribute] of before.sortedDiscardable()) op.setAttr(name, attribute);
  op.setProperties(before.properties);
  for (const region of op.regions) {
    region.clear();
    region.takeBody(before.getRegion(region.index));
  }
}
