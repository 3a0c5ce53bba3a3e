import type { CallOp, FuncOp } from '@shardform/dialect-func';
import { currentBudget, lookupNearestSymbol } from '@shardform/ir-core';
import { FlattenError } from './flatten-error.ts';

/** The calls that are being inlined, the outermost first. */
export class InlinedCalls {
  readonly #open = new Set<FuncOp>();

  /**
   * Inlines a call.
   *
   * @param inline reads the body of the callee.
   * @throws FlattenError for a callee without a body, for recursion, and for calls that nest deeper than regions may.
   */
  inline(op: CallOp, inline: (callee: FuncOp) => void): void {
    // The verifier of calls accepts functions alone.
    const callee = lookupNearestSymbol(op, op.callee) as FuncOp | null;
    const name = `'@${op.callee.root}'`;
    if (callee === null || callee.isDeclaration) throw new FlattenError(op, `what ${name} does is not known`);
    if (this.#open.has(callee)) throw new FlattenError(op, `calls ${name} recursively`);
    const most = Math.floor(currentBudget().limits.nesting / 2);
    if (this.#open.size >= most)
      throw new FlattenError(op, `is one of calls that are more than ${most} deep`);
    this.#open.add(callee);
    inline(callee);
    this.#open.delete(callee);
  }
}
