import { changedSince, endEpoch } from './change.ts';
import type { Operation } from './operation.ts';

/**
 * Returns a function that computes something of an operation and all that is in it once for each of its states: the answer is kept until
 * a part of it is changed. Changes of locations, and of what is around the operation, are none.
 */
export function perState<K extends Operation, T>(compute: (op: K) => T): (op: K) => T {
  const known = new WeakMap<K, { readonly epoch: number; readonly answer: T }>();
  return (op) => {
    const last = known.get(op);
    if (last !== undefined && !changedSince(op, last.epoch)) return last.answer;
    const answer = compute(op);
    known.set(op, { epoch: endEpoch(), answer });
    return answer;
  };
}
