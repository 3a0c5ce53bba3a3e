import { changedSince, isValueSymbol, noteChange } from '../ir/change.ts';
import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import { EVERYTHING, validEpoch } from '../ir/validity.ts';
import { checkPlan } from './check-plan.ts';

/** Returns the last epoch in which an operation was found valid, by itself or as part of another. */
export function lastValidEpoch(op: Operation, context: Context): number {
  let latest = EVERYTHING;
  for (let outer: Operation | null = op; outer !== null; outer = outer.parentOp)
    latest = Math.max(latest, validEpoch(outer, context));
  return latest;
}

/**
 * Returns the epoch since which changes in the regions of an operation matter, given the one for the operation:
 * {@link EVERYTHING} when the operation itself changed, or a symbol such as a mesh, which anything inside may be
 * checked against. Functions are looked at by `verifySymbolUses` alone, which is called for every use.
 */
export function scopeOf(op: Operation, since: number, context: Context): number {
  if (since === EVERYTHING) return EVERYTHING;
  const known = Math.max(since, validEpoch(op, context));
  if (op.changedAt > known) return EVERYTHING;
  return checkPlan(op).isSymbolTable && hasChangedSymbol(op, known) ? EVERYTHING : known;
}

function hasChangedSymbol({ regions }: Operation, since: number): boolean {
  for (const { blocks } of regions) {
    for (const block of blocks) {
      for (let op = block.firstOp; op !== null; op = op.next) {
        if (op.changedAt > since && isValueSymbol(op)) return true;
      }
    }
  }
  return false;
}

/** Stamps as changed what defines the operands of changed operations, and what uses their results. */
export function touchNeighbours(root: Operation, since: number, context: Context): void {
  const neighbours: Operation[] = [];
  const collect = (op: Operation, sinceOuter: number): void => {
    if (!changedSince(op, sinceOuter)) return;
    if (op.changedAt > sinceOuter) {
      for (const { value } of op.operands) if (value.definingOp !== null) neighbours.push(value.definingOp);
      for (const result of op.results) {
        for (let use = result.firstUse; use !== null; use = use.nextUse) neighbours.push(use.owner);
      }
    }
    if (op.regions.length === 0) return;
    const scope = scopeOf(op, sinceOuter, context);
    // All in it is checked anyway, and nothing in it has neighbours outside.
    if (scope === EVERYTHING && op.definition.isIsolatedFromAbove) return;
    for (const { blocks } of op.regions) {
      for (const block of blocks)
        for (let inner = block.firstOp; inner !== null; inner = inner.next) collect(inner, scope);
    }
  };
  collect(root, since);
  for (const neighbour of neighbours) noteChange(neighbour);
}
