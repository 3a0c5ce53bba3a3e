import { applyPatternsGreedily, definePass, pattern } from '@shardform/ir-core';
import { SdyConstantOp } from '@shardform/dialect-sdy';
import { ConstantOp } from '@shardform/dialect-stablehlo';

const constantPattern = pattern(SdyConstantOp, 'sdy-constant-to-stablehlo', (op, rewriter) => {
  rewriter.replaceOpWith(op, ConstantOp, { value: op.value }, op.resultTypes());
  return true;
});

/** Constants of sdy, which propagation leaves, become StableHLO's. */
export const partiallyConvertSdyToStablehlo = definePass({
  name: 'partially-convert-sdy-to-stablehlo',
  className: 'PartiallyConvertSdyToStableHLOPass',
  summary: 'convert sdy constants to StableHLO',
  dependentDialects: ['stablehlo'],
  run(module, { context }) {
    applyPatternsGreedily(module, [constantPattern], context);
  },
});
