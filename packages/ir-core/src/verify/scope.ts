import { changedSince, isValueSymbol, noteAttributeChange, noteChange } from '../ir/change.ts';
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
  if (op.declaredChangedAt > known) return EVERYTHING;
  return checkPlan(op, context).isSymbolTable && hasChangedSymbol(op, known) ? EVERYTHING : known;
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

/**
 * Returns whether an operation was found valid before and has other discardable attributes, or stands next to such operations, at
 * most: then only the dialects of the attributes may find something.
 */
export function isKnownButForAttributes(op: Operation, since: number, context: Context): boolean {
  const { isRegistered, dialect } = op.definition;
  if (since === EVERYTHING || op.declaredChangedAt > since || op.regions.length > 0 || !isRegistered)
    return false;
  return context.dialects.get(dialect)?.checksDeclaredOnly === true;
}

/** Stamps as changed what defines the operands of changed operations, and what uses their results. */
export function touchNeighbours(root: Operation, since: number, context: Context): void {
  const neighbours: Operation[] = [];
  const neighboursOfAttributes: Operation[] = [];
  const collect = (op: Operation, sinceOuter: number): void => {
    if (!changedSince(op, sinceOuter)) return;
    if (op.changedAt > sinceOuter) {
      const own = op.declaredChangedAt > sinceOuter ? neighbours : neighboursOfAttributes;
      for (const { value } of op.operands) if (value.definingOp !== null) own.push(value.definingOp);
      for (const result of op.results) {
        for (let use = result.firstUse; use !== null; use = use.nextUse) own.push(use.owner);
      }
      if (own === neighboursOfAttributes) addInside(op, own);
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
  for (const neighbour of neighboursOfAttributes) noteAttributeChange(neighbour);
}

/** Adds what uses the arguments of an operation's regions, and what returns from these. */
function addInside({ regions }: Operation, neighbours: Operation[]): void {
  for (const { blocks } of regions) {
    for (const block of blocks) {
      if (block.lastOp !== null) neighbours.push(block.lastOp);
      for (const argument of block.arguments)
        for (let use = argument.firstUse; use !== null; use = use.nextUse) neighbours.push(use.owner);
    }
  }
}
