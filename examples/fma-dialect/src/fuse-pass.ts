import { AddOp, MulOp } from '@shardform/dialect-stablehlo';
import { applyPatternsGreedily, definePass, m, match, pattern } from '@shardform/ir-core';
import { MultiplyAddOp } from './multiply-add-op.ts';

const productPlus = m.op(AddOp, m.op(MulOp, m.capture('a'), m.capture('b')), m.capture('c'));

const fuseProductAndSum = pattern(AddOp, 'fuse-product-and-sum', (op, rewriter) => {
  const found = match(op, productPlus);
  if (found === null) return false;
  const { a, b, c } = found;
  rewriter.replaceOpWith(op, MultiplyAddOp, { a, b, c });
  return true;
});

/** Makes `fma.multiply_add` of a product whose only use is a sum. */
export const fusePass = definePass({
  name: 'fma-fuse',
  summary: 'Make fma.multiply_add of products and sums',
  dependentDialects: ['fma'],
  run(op, pass) {
    applyPatternsGreedily(op, [fuseProductAndSum], pass.context, { fold: false });
  },
});
