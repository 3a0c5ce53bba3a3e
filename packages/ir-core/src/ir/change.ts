import type { Operation } from './operation.ts';

/**
 * The current epoch: mutations stamp operations with it. Each state of a program that is noted ends an epoch, so
 * that what has changed since then has a later stamp.
 */
let epoch = 1;

/** @internal The stamp of what changes now. */
export function currentEpoch(): number {
  return epoch;
}

/** Ends the current epoch and returns it: what changes from here on {@link changedSince} it. */
export function endEpoch(): number {
  return epoch++;
}

/** Returns true if an operation, or anything in it, was changed after the given epoch. */
export function changedSince(op: Operation, since: number): boolean {
  return op.changedAt > since || op.changedInsideAt > since;
}

/**
 * @internal Returns true for symbols that stand for what they hold as attributes, such as meshes: anything may be
 * checked against those. Functions and modules are looked at only by what refers to them.
 */
export function isValueSymbol(op: Operation): boolean {
  return op.regions.length === 0 && op.getAttr('sym_name') !== null;
}

/**
 * @internal Stamps an operation as changed, and those around it as changed inside. Every mutation of the IR comes by
 * here; attributes, types and locations are immutable, and locations are not counted.
 */
export function noteChange(op: Operation): void {
  op.declaredChangedAt = epoch;
  noteAttributeChange(op);
}

/**
 * @internal The same for a change of attributes that the operation's declaration doesn't know: discardable ones of an operation
 * without regions, or of the arguments and results of a function.
 */
export function noteAttributeChange(op: Operation): void {
  if (op.changedAt === epoch) return;
  op.changedAt = epoch;
  noteChangeInside(op.parentOp);
}

/** @internal Stamps an operation, and those around it, as changed inside. */
export function noteChangeInside(op: Operation | null): void {
  for (let outer = op; outer !== null && outer.changedInsideAt !== epoch; outer = outer.parentOp) {
    outer.changedInsideAt = epoch;
  }
}
