import { DenseArrayAttr, i32, pattern } from '@shardform/ir-core';
import { ConstantOp, fillValue, FullOp } from '../ops/creation-ops.ts';
import { splatNumber } from '../splat-number.ts';

/** A constant of one number is written as a fill. */
export const constantToFull = pattern(ConstantOp, 'ttir-constant-to-full', (op, rewriter) => {
  const number = splatNumber(op.value);
  const filled = number === null ? null : fillValue(number);
  if (filled === null) return false;
  const shape = DenseArrayAttr.get(i32, op.result.type.shape);
  rewriter.replaceOpWith(op, FullOp, { shape, fillValue: filled }, op.resultTypes());
  return true;
});
