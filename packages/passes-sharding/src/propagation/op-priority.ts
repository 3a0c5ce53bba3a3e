import { DataFlowEdgeOp, FuncDataFlowEdgeOp } from '@shardform/dialect-sdy';
import { BroadcastInDimOp, ReshapeOp, TransposeOp } from '@shardform/dialect-stablehlo';
import { type Operation, ShapedType } from '@shardform/ir-core';
import { BACKWARD, BOTH, NONE } from './direction.ts';
import { isElementwise } from './elementwise.ts';
import type { StepDirections } from './propagation-step.ts';
import { allFactors, factorsByKind } from './step-directions.ts';

/** Along which way shardings move at an operation, in one round. */
export type DirectionSchedule = (op: Operation) => StepDirections;

const everywhere: StepDirections = /* @__PURE__ */ allFactors(BOTH);
const nowhere: StepDirections = /* @__PURE__ */ allFactors(NONE);

/**
 * The rounds of a propagation that prefers operations along which shardings move best: each round propagates
 * through what the ones before it did, and more.
 *
 * 1. operations that only pass elements on, where nobody else uses their operands;
 * 2. the same without regard to other users;
 * 3. all operations, along pass-through factors; broadcasts backward only;
 * 4. all operations; broadcasts backward only;
 * 5. all operations.
 */
export const opPrioritySchedules: readonly DirectionSchedule[] = [
  (op) => (isPassThroughOp(op) && areOperandsUsedOnce(op) ? everywhere : nowhere),
  (op) => (isPassThroughOp(op) ? everywhere : nowhere),
  (op) => {
    if (isPassThroughOp(op)) return everywhere;
    return op instanceof BroadcastInDimOp ? factorsByKind(BACKWARD, NONE) : factorsByKind(BOTH, NONE);
  },
  (op) => (op instanceof BroadcastInDimOp ? allFactors(BACKWARD) : everywhere),
  () => everywhere,
];

/** One round through all operations. */
export const unrestrictedSchedules: readonly DirectionSchedule[] = [() => everywhere];

/** Operations whose results have the elements of the operands, or one made from each. */
function isPassThroughOp(op: Operation): boolean {
  return (
    isElementwise(op) ||
    op instanceof ReshapeOp ||
    op instanceof TransposeOp ||
    op instanceof DataFlowEdgeOp ||
    op instanceof FuncDataFlowEdgeOp
  );
}

function areOperandsUsedOnce(op: Operation): boolean {
  for (const { value } of op.operands) {
    if (value.type instanceof ShapedType && value.type.shape?.length === 0) continue;
    if (!value.hasOneUse) return false;
  }
  return true;
}
