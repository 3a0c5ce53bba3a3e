import { endEpoch } from './change.ts';
import type { Context } from './context.ts';
import type { Operation } from './operation.ts';

/** An epoch before all others: everything has changed since. */
export const EVERYTHING = -1;

/** The epoch in which an operation was last found valid, with everything in it, and the context that found it so. */
interface Validity {
  readonly epoch: number;
  readonly context: Context;
}

const validities = new WeakMap<Operation, Validity>();

/** Notes that an operation, with everything in it, is valid as it is now. */
export function noteValid(op: Operation, context: Context): void {
  validities.set(op, { epoch: endEpoch(), context });
}

/** Makes a copy as changed and as valid as what it was copied from. */
export function copyHistory(from: Operation, copy: Operation): void {
  copy.changedAt = from.changedAt;
  copy.declaredChangedAt = from.declaredChangedAt;
  copy.changedInsideAt = from.changedInsideAt;
  if (from.regions.length === 0) return;
  const validity = validities.get(from);
  if (validity !== undefined) validities.set(copy, validity);
}

/** Returns the last epoch in which the operation was found valid by itself; {@link EVERYTHING} if it never was. */
export function validEpoch(op: Operation, context: Context): number {
  const validity = validities.get(op);
  return validity?.context === context ? validity.epoch : EVERYTHING;
}
