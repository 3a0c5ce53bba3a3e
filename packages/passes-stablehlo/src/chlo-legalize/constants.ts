import { type ConversionPattern, conversionPattern, RankedTensorType } from '@shardform/ir-core';
import { chlo, ConstantOp } from '@shardform/dialect-stablehlo';
import { constantLike } from './constant-like.ts';

/** Expansions of the constants of CHLO. */
export const constantPatterns: readonly ConversionPattern[] = [
  conversionPattern(chlo.ChloConstantOp, 'expand-chlo.constant', (op, _, rewriter) => {
    rewriter.replaceOpWith(op, ConstantOp, { value: op.value }, op.resultTypes());
    return true;
  }),
  conversionPattern(chlo.ConstantLikeOp, 'expand-chlo.constant_like', (op, { operand }, rewriter) => {
    if (!(operand.type instanceof RankedTensorType)) return false;
    rewriter.replaceOp(op, [constantLike(rewriter, operand, op.value.value, op.value.type)]);
    return true;
  }),
];
