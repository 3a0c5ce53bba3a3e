import { LossGradOp } from '@shardform/dialect-dist';
import { type Block, type Operation, UnitAttr, type Value } from '@shardform/ir-core';

/** Attribute of operations of the backward pass. */
export const BACKWARD = 'dist.backward';

/**
 * Returns the operations of the backward pass: those marked, gradients of the loss, and their users; in a program
 * without any, those that no scalar result of the program depends on, if it has one.
 */
export function backwardOps(block: Block): Set<Operation> {
  const ops = [...block].filter((op) => !op.definition.isTerminator);
  const backward = new Set<Operation>();
  for (const op of ops) {
    const isLater = op.operands.some(
      ({ value }) => value.definingOp !== null && backward.has(value.definingOp),
    );
    if (isLater || op instanceof LossGradOp || op.hasAttr(BACKWARD)) backward.add(op);
  }
  if (backward.size > 0) return backward;
  const scalars = (block.terminator?.operandValues() ?? []).filter(isScalar);
  if (scalars.length === 0) return backward;
  const forward = ancestorsOf(scalars);
  return new Set(ops.filter((op) => !forward.has(op)));
}

function isScalar({ type }: Value): boolean {
  return 'rank' in type && type.rank === 0;
}

function ancestorsOf(values: readonly Value[]): Set<Operation> {
  const found = new Set<Operation>();
  const pending = [...values];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const { definingOp } = value;
    if (definingOp === null || found.has(definingOp)) continue;
    found.add(definingOp);
    pending.push(...definingOp.operandValues());
  }
  return found;
}

/** Marks an operation as one of the backward pass. */
export function markBackward(op: Operation): void {
  op.setAttr(BACKWARD, UnitAttr.instance);
}
