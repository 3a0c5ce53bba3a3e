import {
  type Class,
  constantOf,
  FloatType,
  isInstance,
  type Operation,
  RankedTensorType,
  type Rewriter,
  type Value,
} from '@shardform/ir-core';
import { FullOp, splatNumber, TypecastOp } from '@shardform/dialect-ttir';

/** Returns the number that all elements of a value have; `null` when it is none that is known. */
export function numberOf(value: Value): number | null {
  const op = value.definingOp;
  // The attribute has more digits than an element may have.
  if (op instanceof FullOp) return Number(op.fillValue.value);
  const number = splatNumber(constantOf(value));
  return number === null ? null : Number(number);
}

/** Constants of f32 come from texts with fewer digits than it has. */
const LEAST_TOLERANCE = 1e-6;

/** Returns true if all elements of a value are a number, rounded to their type. */
export function isNumber(value: Value, expected: number): boolean {
  const number = numberOf(value);
  const type = value.type instanceof RankedTensorType ? value.type.elementType : null;
  const rounding = type instanceof FloatType ? 2 ** -(type.format.mantissaBits + 1) : 0;
  const tolerance = Math.max(LEAST_TOLERANCE, rounding);
  // Of zero nothing is a part: a small bound is another one than none.
  return number !== null && Math.abs(number - expected) <= tolerance * Math.abs(expected);
}

/** Returns true if an operation only changes the digits of floats; casts to integers and back cut off fractions. */
export function isFloatCast(op: Operation): boolean {
  return (
    op instanceof TypecastOp &&
    op.input.type.elementType instanceof FloatType &&
    op.result.type.elementType instanceof FloatType
  );
}

/**
 * Returns the value from which operations of some classes make this one, with their first operand. Casts are those
 * between floats.
 */
export function lookThrough(value: Value, ...classes: readonly Class<Operation>[]): Value {
  let source = value;
  for (let op = source.definingOp; op !== null; op = source.definingOp) {
    const through = op;
    if (!classes.some((cls) => isInstance(cls, through))) break;
    if (through instanceof TypecastOp && !isFloatCast(through)) break;
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
