import { constantOf, DenseElementsAttr, pattern, type RewritePattern, type Value } from '@shardform/ir-core';
import type { NumberAttr } from '../constraints.ts';
import { ClampTensorOp, GreaterEqualOp, GreaterThanOp, LessEqualOp, LessThanOp } from '../ops/binary-ops.ts';
import { fillValue } from '../ops/creation-ops.ts';
import { ClampScalarOp } from '../ops/unary-ops.ts';
import { splatNumber } from '../splat-number.ts';

/** The number of a constant tensor that has only one. */
function numberOf(value: Value): NumberAttr | null {
  const elements = constantOf(value);
  const number = elements instanceof DenseElementsAttr ? splatNumber(elements) : null;
  return number === null ? null : fillValue(number);
}

/** Bounds that are constant numbers become attributes. */
export const clampByConstants = pattern(ClampTensorOp, 'ttir-clamp-by-constants', (op, rewriter) => {
  const [min, max] = [numberOf(op.min), numberOf(op.max)];
  if (min === null || max === null || op.input.type.shape.join() !== op.result.type.shape.join())
    return false;
  rewriter.replaceOpWith(op, ClampScalarOp, { input: op.input, min, max }, op.resultTypes());
  return true;
});

/** `a < b` is written as `b > a`, which the hardware has. */
export const compareTheOtherWay: readonly RewritePattern[] = [
  pattern(LessThanOp, 'ttir-lt-to-gt', (op, rewriter) => {
    rewriter.replaceOpWith(op, GreaterThanOp, { lhs: op.rhs, rhs: op.lhs }, op.resultTypes());
    return true;
  }),
  pattern(LessEqualOp, 'ttir-le-to-ge', (op, rewriter) => {
    rewriter.replaceOpWith(op, GreaterEqualOp, { lhs: op.rhs, rhs: op.lhs }, op.resultTypes());
    return true;
  }),
];
