import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import { checkPlan } from './check-plan.ts';

/**
 * What the check of an operation finds out about those inside it on its way, so that the checks of dominance, isolation
 * and symbols, which come afterwards in MLIR's order, need not visit them all once more.
 */
export class Findings {
  /**
   * True if every operand that was visited is defined before its use in the same block: it dominates its use and comes
   * from no region outside.
   */
  operandsAreLocal = true;
  /** False if no operation inside uses symbols. */
  mayUseSymbols = false;

  visit(op: Operation, context: Context): void {
    if (checkPlan(op, context).isSymbolUser) this.mayUseSymbols = true;
    if (!this.operandsAreLocal) return;
    for (const { value } of op.operands) if (!isDefinedBefore(value, op)) this.operandsAreLocal = false;
  }

  /** Notes operations that are known to be valid; nothing else is known of them. */
  skip(): void {
    this.mayUseSymbols = true;
  }

  /** Adds those of an operation that is isolated from above, whose operands are its own business. */
  addIsolated(inner: Findings): void {
    if (inner.mayUseSymbols) this.mayUseSymbols = true;
  }
}

function isDefinedBefore(value: Value, op: Operation): boolean {
  const { definingOp } = value;
  if (definingOp === null) return value.parentBlock === op.parent;
  return definingOp.parent === op.parent && definingOp.isBefore(op);
}
