import { CostError } from '@shardform/cost-model';
import type { CallOp, FuncOp } from '@shardform/dialect-func';
import { checkInterrupt, currentBudget, lookupNearestSymbol } from '@shardform/ir-core';

/** Limit of calls that inline to no operation: functions that call others twice are exponentially many. */
const MOST_EMPTY_CALLS = 100_000;

/** The calls that are being inlined, the outermost first. */
export class InlinedCalls {
  readonly #open = new Set<FuncOp>();
  #count = 0;

  /**
   * Inlines a call.
   *
   * @param operations that there are so far.
   * @param inline reads the body of the callee.
   * @throws CostError for a callee without a body, for recursion, for calls that nest deeper than regions may, and for more
   *   calls than operations.
   */
  inline(op: CallOp, operations: number, inline: (callee: FuncOp) => void): void {
    checkInterrupt();
    this.#count++;
    if (this.#count > MOST_EMPTY_CALLS + operations)
      throw new CostError(op, 'is one of too many calls: written out, calls of calls have no end in sight');
    // The verifier of calls accepts functions alone.
    const callee = lookupNearestSymbol(op, op.callee) as FuncOp | null;
    const name = `'@${op.callee.root}'`;
    if (callee === null || callee.isDeclaration) throw new CostError(op, `what ${name} does is not known`);
    if (this.#open.has(callee)) throw new CostError(op, `calls ${name} recursively`);
    const most = Math.floor(currentBudget().limits.nesting / 2);
    if (this.#open.size >= most) throw new CostError(op, `is one of calls that are more than ${most} deep`);
    this.#open.add(callee);
    inline(callee);
    this.#open.delete(callee);
  }
}
