import { constantOf, IntegerType, type Operation, type Value } from '@shardform/ir-core';
import { tensorType } from '../constraints.ts';
import { splatNumber } from '../splat-number.ts';
import { type Folded, foldTo } from './elements.ts';

/** Operations whose elements are all zero or one. */
const TRUTHS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  [
    ...['eq', 'ne', 'ge', 'gt', 'le', 'lt'],
    ...['logical_and', 'logical_or', 'logical_xor', 'logical_not', 'isfinite'],
  ].map((word) => `ttir.${word}`),
);

/** The one number that all elements of a constant are equal to. */
function constantNumber(value: Value): number | null {
  const number = splatNumber(constantOf(value));
  return number === null ? null : Number(number);
}

/** Returns true if the value is a constant of zeros. */
export function isZero(value: Value): boolean {
  return constantNumber(value) === 0;
}

/** Returns true if the value is a constant of one number other than zero. */
export function isNonZero(value: Value): boolean {
  const number = constantNumber(value);
  return number !== null && number !== 0;
}

/** Returns true if all elements are known to be zero or one. */
export function isTruth(value: Value): boolean {
  const { elementType } = tensorType(value.type);
  if (elementType instanceof IntegerType && elementType.width === 1) return true;
  const number = constantNumber(value);
  if (number === 0 || number === 1) return true;
  return TRUTHS.has(value.definingOp?.name ?? '');
}

/** Folds a logical operation by what is known of one operand: it decides the result, or leaves it to the other. */
export function foldLogical(
  op: Operation,
  decides: (value: Value) => boolean,
  decided: number,
  leaves: (value: Value) => boolean,
): Folded {
  const [lhs, rhs] = [op.getOperand(0), op.getOperand(1)];
  if (decides(lhs) || decides(rhs)) return foldTo(op, decided);
  if (leaves(lhs) && isTruth(rhs)) return [rhs];
  return leaves(rhs) && isTruth(lhs) ? [lhs] : null;
}
