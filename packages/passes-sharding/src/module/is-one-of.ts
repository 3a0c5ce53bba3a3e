import type { AnyOpClass, Operation } from '@shardform/ir-core';

/** Returns whether an operation is of one of some classes, which `instanceof` would have to try one by one. */
export function isOneOf(op: Operation, classes: ReadonlySet<AnyOpClass>): boolean {
  // Operations with a declaration are made by such a class; any other is not found.
  return classes.has(op.constructor as unknown as AnyOpClass);
}
