import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import type { Operation } from '../ir/operation.ts';

interface Open {
  readonly op: Operation;
  /** True if a use may still be found that leaves the operation's regions or those around it. */
  isUndecided: boolean;
}

/**
 * Adds the operations at or in `root` whose regions use values from outside to `open`. Their regions share the numbers of the values
 * around them.
 */
export function addOpenRegions(root: Operation, open: Set<Operation>): void {
  const stack: Open[] = [];
  const visit = (op: Operation): void => {
    checkInterruptAfter(STEPS_PER_OPERATION);
    if (stack.length > 0 && stack.at(-1)!.isUndecided) markUses(op, stack, open);
    if (op.regions.length === 0) return;
    stack.push({ op, isUndecided: !op.definition.isIsolatedFromAbove });
    for (const region of op.regions) {
      for (const block of region.blocks) {
        for (let inner = block.firstOp; inner !== null; inner = inner.next) visit(inner);
      }
    }
    stack.pop();
  };
  visit(root);
}

function markUses(op: Operation, stack: readonly Open[], open: Set<Operation>): void {
  const { operands, parentRegion } = op;
  for (const { current } of operands) {
    const region = current.parentBlock?.parent ?? null;
    if (region === parentRegion) continue;
    const container = region === null ? null : region.parent;
    let at = stack.length - 1;
    while (at >= 0 && stack[at]!.isUndecided && stack[at]!.op !== container) at--;
    const isUndecided = stack[at]?.isUndecided ?? false;
    for (let above = stack.length - 1; above > at; above--) {
      stack[above]!.isUndecided = isUndecided;
      open.add(stack[above]!.op);
    }
  }
}
