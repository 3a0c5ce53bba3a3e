import { type CanonicalizationPattern, constantOf, i1, pattern, type Value } from '@shardform/ir-core';
import { XOrIOp } from '../bitwise-ops.ts';
import { CmpIOp, inversePredicate, predicateAttr } from '../compare-ops.ts';
import { integerOf } from '../elements.ts';
import { elementTypeOrSelf } from '../../type-constraints.ts';
import { ExtUIOp } from '../integer-cast-ops.ts';
import { SelectOp } from '../select-op.ts';
import { insertInteger } from './constants.ts';
import { DivFOp, MulFOp, NegFOp } from '../float-ops.ts';

/** The condition that a value is the opposite of. */
function complemented(value: Value): Value | null {
  const { definingOp } = value;
  if (!(definingOp instanceof XOrIOp) || elementTypeOrSelf(value.type) !== i1) return null;
  return integerOf(constantOf(definingOp.rhs)) === 1n ? definingOp.lhs : null;
}

/** The patterns of selections and conditions. */
export const choicePatterns: readonly CanonicalizationPattern[] = [
  pattern(XOrIOp, 'not-of-comparison', (op, rewriter) => {
    const condition = complemented(op.result);
    const comparison = condition?.definingOp;
    if (!(comparison instanceof CmpIOp)) return false;
    const { lhs, rhs, result } = comparison;
    const predicate = predicateAttr(inversePredicate[comparison.comparison]);
    rewriter.replaceOpWith(op, CmpIOp, { predicate, lhs, rhs }, [result.type]);
    return true;
  }),
  pattern(SelectOp, 'same-condition', (op, rewriter) => {
    const { condition, result } = op;
    let [trueValue, falseValue] = [op.trueValue, op.falseValue];
    const [whenTrue, whenFalse] = [trueValue.definingOp, falseValue.definingOp];
    if (whenTrue instanceof SelectOp && whenTrue.condition === condition) trueValue = whenTrue.trueValue;
    else if (whenFalse instanceof SelectOp && whenFalse.condition === condition)
      falseValue = whenFalse.falseValue;
    else return false;
    rewriter.replaceOpWith(op, SelectOp, { condition, trueValue, falseValue }, [result.type]);
    return true;
  }),
  pattern(SelectOp, 'false-or-true', (op, rewriter) => {
    if (elementTypeOrSelf(op.result.type) !== i1 || op.condition.type !== op.result.type) return false;
    const [whenTrue, whenFalse] = [op.trueValue, op.falseValue].map((value) => integerOf(constantOf(value)));
    if (whenTrue !== 0n || whenFalse !== 1n) return false;
    const rhs = insertInteger(rewriter, 1, op.condition.type);
    if (rhs === null) return false;
    rewriter.replaceOpWith(op, XOrIOp, { lhs: op.condition, rhs }, [op.result.type]);
    return true;
  }),
  pattern(SelectOp, 'of-complement', (op, rewriter) => {
    const condition = complemented(op.condition);
    if (condition === null) return false;
    const { trueValue, falseValue } = op;
    rewriter.replaceOpWith(op, SelectOp, { condition, trueValue: falseValue, falseValue: trueValue }, [
      op.result.type,
    ]);
    return true;
  }),
  pattern(SelectOp, 'one-or-zero', (op, rewriter) => {
    const [whenTrue, whenFalse] = [op.trueValue, op.falseValue].map((value) => integerOf(constantOf(value)));
    const { type } = op.result;
    if (elementTypeOrSelf(type) === i1 || op.condition.type !== i1 || type === i1) return false;
    if (whenTrue === 1n && whenFalse === 0n) {
      rewriter.replaceOpWith(op, ExtUIOp, { in: op.condition }, [type]);
      return true;
    }
    if (whenTrue !== 0n || whenFalse !== 1n) return false;
    const rhs = insertInteger(rewriter, 1, i1)!;
    const opposite = rewriter.create(XOrIOp, { lhs: op.condition, rhs }, [i1]);
    rewriter.replaceOpWith(op, ExtUIOp, { in: opposite.result }, [type]);
    return true;
  }),
  ...[MulFOp, DivFOp].map((cls) =>
    pattern(cls, 'of-negated', (op, rewriter) => {
      const [lhs, rhs] = [op.lhs.definingOp, op.rhs.definingOp];
      if (!(lhs instanceof NegFOp) || !(rhs instanceof NegFOp)) return false;
      const { fastmath } = op;
      rewriter.replaceOpWith(op, cls, { lhs: lhs.operand, rhs: rhs.operand, fastmath }, [op.result.type]);
      return true;
    }),
  ),
];
