import type { Operation } from '@shardform/ir-core';

/** Returns whether an operation is, with all that are inside, more than so many; the walk ends where that is known. */
export function isMoreOperations(op: Operation, most: number): boolean {
  let count = 0;
  return op.walk(() => (++count > most ? 'interrupt' : 'advance')) === 'interrupt';
}
