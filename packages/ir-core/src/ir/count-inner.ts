import type { Operation } from './operation.ts';

/** Returns how many operations an operation has in its regions, at any depth. */
export function countInner(op: Operation): number {
  let count = -1;
  op.walk(() => {
    count++;
  });
  return count;
}
