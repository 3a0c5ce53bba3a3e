import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import { note } from '../diagnostic/diagnostic.ts';
import type { Block } from '../ir/block.ts';
import { changedSince } from '../ir/change.ts';
import type { Context } from '../ir/context.ts';
import { DominanceInfo } from '../ir/dominance.ts';
import type { Operation } from '../ir/operation.ts';
import type { OpOperand } from '../ir/value.ts';
import { scopeOf } from './scope.ts';

/** An operation whose regions are to be checked, with the epoch up to which they are known to be valid. */
interface Work {
  readonly op: Operation;
  readonly since: number;
}

/**
 * Checks that every operand is defined before its use, wherever order means something. Nested operations that
 * are isolated from above are left to their own check. The first problem is reported.
 *
 * @param since the epoch in which what was not changed later was found valid.
 */
export function verifyDominance(root: Operation, context: Context, since: number): boolean {
  const dominance = new DominanceInfo();
  const work: Work[] = [{ op: root, since }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const scope = scopeOf(next.op, next.since, context);
    for (const region of next.op.regions) {
      for (const block of region.blocks)
        if (!verifyBlock(block, dominance, work, scope, context)) return false;
    }
  }
  return true;
}

function verifyBlock(
  block: Block,
  dominance: DominanceInfo,
  work: Work[],
  since: number,
  context: Context,
): boolean {
  // What control never reaches may use anything.
  const isReachable = dominance.isReachable(block);
  for (let op = block.firstOp; op !== null; op = op.next) {
    checkInterruptAfter(STEPS_PER_OPERATION);
    if (!changedSince(op, since)) continue;
    if (isReachable) {
      for (const operand of op.operands) {
        if (!dominance.properlyDominates(operand.value, op)) return explain(operand, context);
      }
    }
    if (op.regions.length > 0 && !op.definition.isIsolatedFromAbove) work.push({ op, since });
  }
  return true;
}

function explain({ value, owner, index }: OpOperand, context: Context): false {
  const { definingOp } = value;
  const explanation =
    definingOp === null
      ? note(value.location, 'operand defined as a block argument')
      : note(definingOp.location, `operand defined here (${relation(definingOp, owner)})`);
  context.diagnostics.emitOn(owner, 'error', `operand #${index} does not dominate this use`, [explanation]);
  return false;
}

function relation(definition: Operation, use: Operation): string {
  if (definition.parent === use.parent) return 'op in the same block';
  if (definition.parentRegion === use.parentRegion) return 'op in the same region';
  for (let op = use.parentOp; op !== null; op = op.parentOp) {
    if (op.parentRegion === definition.parentRegion) return 'op in a parent region';
  }
  return 'op is neither in a parent nor in a child region';
}
