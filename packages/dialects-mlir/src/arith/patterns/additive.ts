import {
  type CanonicalizationPattern,
  constantOf,
  pattern,
  type Rewriter,
  type Value,
} from '@shardform/ir-core';
import { AddIOp, MulIOp, SubIOp } from '../binary-ops.ts';
import { AddUIExtendedOp, boolTypeLike, MulSIExtendedOp, MulUIExtendedOp } from '../extended-ops.ts';
import { integerOf } from '../elements.ts';
import { commonFlags, IntegerOverflowFlagsAttr } from '../flags-attr.ts';
import { allOnes } from '../integer-arithmetic.ts';
import { widthOf } from '../integer-binary.ts';
import { CmpIOp, predicateAttr } from '../compare-ops.ts';
import { ExtSIOp } from '../integer-cast-ops.ts';
import { insertInteger, scalarConstant } from './constants.ts';

type Sum = AddIOp | SubIOp;

/** A sum or difference of a constant and a value. */
interface ConstantSum {
  readonly op: Sum;
  /** The value is added (1) or subtracted (-1). */
  readonly sign: 1n | -1n;
  readonly value: Value;
  readonly constant: bigint;
}

/** Reads `x + c`, `x - c` or `c - x` as `constant + sign * value`. */
function constantSum(op: Sum): ConstantSum | null {
  const right = scalarConstant(op.rhs);
  if (right !== null) return { op, sign: 1n, value: op.lhs, constant: op instanceof AddIOp ? right : -right };
  const left = op instanceof SubIOp ? scalarConstant(op.lhs) : null;
  return left === null ? null : { op, sign: -1n, value: op.rhs, constant: left };
}

/**
 * Two sums with constants are one. What is known not to overflow in both does not overflow in the one, except
 * that MLIR forgets it of `(x + c) - d`.
 */
function mergeSums(op: Sum, rewriter: Rewriter): boolean {
  const outer = constantSum(op);
  const innerOp = outer?.value.definingOp ?? null;
  if (outer === null || !(innerOp instanceof AddIOp || innerOp instanceof SubIOp)) return false;
  const inner = constantSum(innerOp);
  if (inner === null) return false;
  const total = outer.constant + outer.sign * inner.constant;
  const forgets = op instanceof SubIOp && outer.sign === 1n && innerOp instanceof AddIOp;
  const overflowFlags = forgets
    ? IntegerOverflowFlagsAttr.none()
    : commonFlags(op.overflowFlags, innerOp.overflowFlags);
  const isAdded = outer.sign * inner.sign === 1n;
  // `(x - c) - d` stays a difference; all other sums with `x` added become additions.
  const keepsDifference = isAdded && op instanceof SubIOp && outer.sign === 1n && innerOp instanceof SubIOp;
  const { type } = op.result;
  const constant = insertInteger(rewriter, keepsDifference ? -total : total, type)!;
  if (!isAdded) {
    rewriter.replaceOpWith(op, SubIOp, { lhs: constant, rhs: inner.value, overflowFlags }, [type]);
  } else if (keepsDifference) {
    rewriter.replaceOpWith(op, SubIOp, { lhs: inner.value, rhs: constant, overflowFlags }, [type]);
  } else rewriter.replaceOpWith(op, AddIOp, { lhs: inner.value, rhs: constant, overflowFlags }, [type]);
  return true;
}

/** The factor `x` of `x * -1`. */
function negated(value: Value): Value | null {
  const { definingOp } = value;
  if (!(definingOp instanceof MulIOp)) return null;
  const factor = integerOf(constantOf(definingOp.rhs));
  return factor !== null && factor === allOnes(widthOf(value.type)) ? definingOp.lhs : null;
}

/** The patterns of sums and products. */
export const additivePatterns: readonly CanonicalizationPattern[] = [
  pattern(AddIOp, 'merge-sums', mergeSums),
  pattern(AddIOp, 'add-of-negated', (op, rewriter) => {
    const { type } = op.result;
    const right = negated(op.rhs);
    const left = right === null ? negated(op.lhs) : null;
    if (right !== null) rewriter.replaceOpWith(op, SubIOp, { lhs: op.lhs, rhs: right }, [type]);
    else if (left !== null) rewriter.replaceOpWith(op, SubIOp, { lhs: op.rhs, rhs: left }, [type]);
    return right !== null || left !== null;
  }),
  pattern(SubIOp, 'merge-sums', mergeSums),
  pattern(SubIOp, 'sub-of-sub', (op, rewriter) => {
    const { definingOp } = op.lhs;
    if (!(definingOp instanceof SubIOp) || definingOp.lhs !== op.rhs) return false;
    const { type } = op.result;
    const zero = insertInteger(rewriter, 0, type);
    if (zero === null) return false;
    const overflowFlags = commonFlags(op.overflowFlags, definingOp.overflowFlags);
    rewriter.replaceOpWith(op, SubIOp, { lhs: zero, rhs: definingOp.rhs, overflowFlags }, [type]);
    return true;
  }),
  pattern(MulIOp, 'merge-factors', (op, rewriter) => {
    const { definingOp } = op.lhs;
    const outer = scalarConstant(op.rhs);
    if (outer === null || !(definingOp instanceof MulIOp)) return false;
    const inner = scalarConstant(definingOp.rhs);
    if (inner === null) return false;
    const { type } = op.result;
    const overflowFlags = commonFlags(op.overflowFlags, definingOp.overflowFlags);
    const rhs = insertInteger(rewriter, outer * inner, type)!;
    rewriter.replaceOpWith(op, MulIOp, { lhs: definingOp.lhs, rhs, overflowFlags }, [type]);
    return true;
  }),
  pattern(AddUIExtendedOp, 'unused-overflow', (op, rewriter) => {
    if (op.overflow.hasUses) return false;
    const sum = rewriter.create(AddIOp, { lhs: op.lhs, rhs: op.rhs }, [op.sum.type]);
    const carry = insertInteger(rewriter, 0, op.overflow.type);
    if (carry === null) return false;
    rewriter.replaceOp(op, [sum.result, carry]);
    return true;
  }),
  pattern(MulSIExtendedOp, 'unused-high-half', dropHighHalf),
  pattern(MulUIExtendedOp, 'unused-high-half', dropHighHalf),
  pattern(MulSIExtendedOp, 'times-one', (op, rewriter) => {
    if (integerOf(constantOf(op.rhs)) !== 1n) return false;
    const { type } = op.low;
    const zero = insertInteger(rewriter, 0, type);
    if (zero === null) return false;
    const isNegative = rewriter.create(CmpIOp, { predicate: predicateAttr('slt'), lhs: op.lhs, rhs: zero }, [
      boolTypeLike(type),
    ]);
    const high = rewriter.create(ExtSIOp, { in: isNegative.result }, [type]);
    rewriter.replaceOp(op, [op.lhs, high.out]);
    return true;
  }),
];

function dropHighHalf(op: MulSIExtendedOp | MulUIExtendedOp, rewriter: Rewriter): boolean {
  if (op.high.hasUses) return false;
  const product = rewriter.create(MulIOp, { lhs: op.lhs, rhs: op.rhs }, [op.low.type]);
  rewriter.replaceOp(op, [product.result, product.result]);
  return true;
}
