import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import { goOn } from './block.ts';
import type { Operation } from './operation.ts';

/**
 * The continuation of {@link Operation.walk} after an operation: on to its nested operations, past them, or no further.
 */
export type WalkResult = 'advance' | 'skip' | 'interrupt';

/** Called for each operation of a walk. Nothing returned means that the walk goes on. */
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- visitors need not return
export type Visitor<T extends Operation> = (op: T) => WalkResult | void;

/** @internal See {@link Operation.walk}. */
export function walkOperation(root: Operation, visit: Visitor<Operation>, order: 'pre' | 'post'): WalkResult {
  // Here rather than for each nested operation: passes also walk the operations of a block one by one.
  checkInterruptAfter(STEPS_PER_OPERATION);
  if (order === 'pre') {
    const decision = visit(root) ?? 'advance';
    if (decision === 'interrupt') return decision;
    if (decision === 'skip') return 'advance';
  }
  for (const region of root.regions) {
    for (const block of region.blocks) {
      for (let op = block.firstOp; op !== null;) {
        const next: Operation | null = op.next;
        // Most operations have no regions: they need no walk of their own.
        if (op.regions.length > 0) {
          if (walkOperation(op, visit, order) === 'interrupt') return 'interrupt';
        } else {
          checkInterruptAfter(STEPS_PER_OPERATION);
          if (visit(op) === 'interrupt') return 'interrupt';
        }
        op = next === null || next.parent === block ? next : goOn(block, op, next);
      }
    }
  }
  if (order === 'post' && visit(root) === 'interrupt') return 'interrupt';
  return 'advance';
}
