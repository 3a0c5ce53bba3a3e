import type { Context } from '../ir/context.ts';
import { DominanceInfo } from '../ir/dominance.ts';
import type { Operation } from '../ir/operation.ts';
import { note } from '../diagnostic/diagnostic.ts';

/** Checks that every operand is defined before its use, wherever order means something. */
export function verifyDominance(root: Operation, context: Context): boolean {
  const dominance = new DominanceInfo();
  let valid = true;
  root.walk((op) => {
    for (const { value, index } of op.operands) {
      if (dominance.properlyDominates(value, op)) continue;
      valid = false;
      const { definingOp } = value;
      const explanation =
        definingOp === null
          ? note(value.location, 'operand defined as a block argument')
          : note(definingOp.location, `operand defined here (${relation(definingOp, op)})`);
      context.diagnostics.error(op.location, `operand #${index} does not dominate this use`, [explanation]);
    }
  }, 'pre');
  return valid;
}

function relation(definition: Operation, use: Operation): string {
  if (definition.parent === use.parent) return 'op in the same block';
  if (definition.parentRegion === use.parentRegion) return 'op in the same region';
  for (let op = use.parentOp; op !== null; op = op.parentOp) {
    if (op.parentRegion === definition.parentRegion) return 'op in a parent region';
  }
  return 'op is neither in a parent nor in a child region';
}
