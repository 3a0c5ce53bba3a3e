import {
  type Class,
  constantOf,
  isInstance,
  type Operation,
  type Rewriter,
  type Value,
} from '@shardform/ir-core';
import { FullOp, splatNumber } from '@shardform/dialect-ttir';

/** Returns the number that all elements of a value have; `null` when it is none that is known. */
export function numberOf(value: Value): number | null {
  const op = value.definingOp;
  // The attribute has more digits than an element may have.
  if (op instanceof FullOp) return Number(op.fillValue.value);
  const number = splatNumber(constantOf(value));
  return number === null ? null : Number(number);
}

/** Returns true if all elements of a value are a number, up to `tolerance`. */
export function isNumber(value: Value, expected: number, tolerance = 1e-6): boolean {
  const number = numberOf(value);
  return number !== null && Math.abs(number - expected) <= tolerance;
}

/** Returns the value from which operations of some classes make this one, with their first operand. */
export function lookThrough(value: Value, ...classes: readonly Class<Operation>[]): Value {
  let source = value;
  for (let op = source.definingOp; op !== null; op = source.definingOp) {
    const through = op;
    if (!classes.some((cls) => isInstance(cls, through))) break;
    source = op.getOperand(0);
  }
  return source;
}

/** Both orders of two operands. */
export function eitherWay<T extends Value>({
  lhs,
  rhs,
}: {
  readonly lhs: T;
  readonly rhs: T;
}): readonly (readonly [T, T])[] {
  return [
    [lhs, rhs],
    [rhs, lhs],
  ];
}

/** Moves what computes a value before an operation of its block, as far as it is not there. */
export function moveBefore(value: Value, target: Operation, rewriter: Rewriter): void {
  const op = value.definingOp;
  if (op?.parent !== target.parent || op === target || op.isBefore(target)) return;
  for (const operand of op.operandValues()) moveBefore(operand, target, rewriter);
  rewriter.moveBefore(op, target);
}

/** Returns true if a value is computed from another one. */
export function dependsOn(value: Value, other: Operation): boolean {
  const seen = new Set<Operation>();
  const pending = [value.definingOp];
  for (let op = pending.pop(); op !== undefined; op = pending.pop()) {
    if (op === other) return true;
    if (op === null || seen.has(op)) continue;
    seen.add(op);
    pending.push(...op.operandValues().map(({ definingOp }) => definingOp));
  }
  return false;
}
