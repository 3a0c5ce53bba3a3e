import { DataFlowEdgeOp, FuncDataFlowEdgeOp } from '@shardform/dialect-sdy';
import {
  BroadcastInDimOp,
  CustomCallOp,
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  ReshapeOp,
  TransposeOp,
} from '@shardform/dialect-stablehlo';
import { type Operation, ShapedType } from '@shardform/ir-core';
import { BACKWARD, BOTH, type Direction, FORWARD, NONE } from './direction.ts';
import { isElementwise } from '../module/elementwise.ts';
import type { StepDirections } from './propagation-step.ts';
import { allFactors, factorsByKind } from './step-directions.ts';

/** The round in which shardings move at an operation. */
export interface OpPriority {
  /** The direction in the first rounds: of operations whose results have the operands' elements, or one made of each. */
  readonly early: Direction;
  /** The direction in later rounds, which includes the early one. */
  readonly late: Direction;
}

/** The directions in which shardings move at an operation, in one round. */
export type DirectionSchedule = (op: Operation, priority: OpPriority) => StepDirections;

const everywhere: StepDirections = /* @__PURE__ */ allFactors(BOTH);

/**
 * The rounds of op-priority propagation: each round propagates through everything the rounds before it did, and more.
 *
 * 1. pass-through operations whose operands have no other users;
 * 2. pass-through operations, whatever their operands' users;
 * 3. all operations, along pass-through factors; broadcasts backward only;
 * 4. all operations; broadcasts backward only;
 * 5. all operations.
 */
export const opPrioritySchedules: readonly DirectionSchedule[] = [
  (op, { early }) => allFactors(early !== NONE && areOperandsUsedOnce(op) ? early : NONE),
  (_op, { early }) => allFactors(early),
  (_op, { early, late }) => factorsByKind(late, early),
  (_op, { late }) => allFactors(late),
  () => everywhere,
];

/** One round through all operations. */
export const unrestrictedSchedules: readonly DirectionSchedule[] = [() => everywhere];

/** Shardings move from the beginning. */
export const unrestrictedPriority: OpPriority = { early: BOTH, late: BOTH };
const forwardFirst: OpPriority = { early: FORWARD, late: BOTH };
const later: OpPriority = { early: NONE, late: BOTH };
const backwardLater: OpPriority = { early: NONE, late: BACKWARD };

/** Returns the directions in which shardings move at an operation, in early and in later rounds. */
export function opPriorityOf(op: Operation): OpPriority {
  if (
    isElementwise(op) ||
    op instanceof ReshapeOp ||
    op instanceof TransposeOp ||
    op instanceof DataFlowEdgeOp ||
    op instanceof FuncDataFlowEdgeOp ||
    movesMemory(op)
  ) {
    return unrestrictedPriority;
  }
  if (op instanceof BroadcastInDimOp) return backwardLater;
  return op instanceof DynamicSliceOp || op instanceof DynamicUpdateSliceOp ? forwardFirst : later;
}

/** Moves between the memories of host and device leave elements where they are. */
function movesMemory(op: Operation): boolean {
  if (!(op instanceof CustomCallOp)) return false;
  const target = op.callTargetName.value;
  return target === 'MoveToDevice' || target === 'MoveToHost';
}

function areOperandsUsedOnce(op: Operation): boolean {
  for (const { value } of op.operands) {
    if (value.type instanceof ShapedType && value.type.shape?.length === 0) continue;
    if (!value.hasOneUse) return false;
  }
  return true;
}
