import type { Operation } from '@shardform/ir-core';
import type { Folded } from './elements.ts';

function hasOneType(op: Operation): boolean {
  const { type } = op.getResult();
  return op.operandTypes().every((operand) => operand === type);
}

function producerOfSameKind(op: Operation): Operation | null {
  const producer = op.getOperand(0).definingOp;
  return producer?.name === op.name && hasOneType(op) && hasOneType(producer) ? producer : null;
}

/** `f(f(x))` is `f(x)`. */
export function foldIdempotent(op: Operation): Folded {
  return producerOfSameKind(op) && [op.getOperand(0)];
}

/** `f(f(x))` is `x`. */
export function foldInvolution(op: Operation): Folded {
  const producer = producerOfSameKind(op);
  return producer && [producer.getOperand(0)];
}

/** `f(x, x)` is `x`. */
export function foldEqualOperands(op: Operation): Folded {
  return op.getOperand(0) === op.getOperand(1) && hasOneType(op) ? [op.getOperand(0)] : null;
}
