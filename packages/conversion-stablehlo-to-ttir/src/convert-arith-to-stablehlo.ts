import { applyPatternsGreedily, definePass, DenseElementsAttr, pattern } from '@shardform/ir-core';
import { ConstantOp } from '@shardform/dialect-stablehlo';
import { arith } from '@shardform/dialects-mlir';

const constantPattern = pattern(arith.ConstantOp, 'arith-constant-to-stablehlo', (op, rewriter) => {
  if (!(op.value instanceof DenseElementsAttr)) return false;
  rewriter.replaceOpWith(op, ConstantOp, { value: op.value }, op.resultTypes());
  return true;
});

/** Constants of arith that are tensors become StableHLO's. */
export const convertArithToStablehlo = definePass({
  name: 'convert-arith-to-stablehlo',
  className: 'ConvertArithToStableHLO',
  summary: 'converts tensor constants of arith to StableHLO',
  anchor: 'builtin.module',
  dependentDialects: ['stablehlo'],
  run(module, { context }) {
    applyPatternsGreedily(module, [constantPattern], context);
  },
});
