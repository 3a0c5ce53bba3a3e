import { applyPatternsGreedily, definePass } from '@shardform/ir-core';
import { isCollectiveOp } from '@shardform/dialect-sdy';

/** Only sdy's collectives are simplified; then those that nothing uses are erased. */
export const shardyCclCanonicalization = definePass({
  name: 'shardy-ccl-canonicalization',
  className: 'ShardyCCLCanonicalizationPass',
  summary: 'simplify the collectives of sdy',
  dependentDialects: ['sdy'],
  run(module, { context }) {
    const patterns = context
      .canonicalizationsOf('sdy')
      .filter(({ root }) => root !== null && COLLECTIVES.includes(root));
    applyPatternsGreedily(module, patterns, context, { mergeConstants: false });
    module.walk((op) => {
      if (isCollectiveOp(op) && COLLECTIVES.includes(op.name) && op.hasNoUses()) op.erase();
    });
  },
});

const COLLECTIVES = [
  'sdy.all_gather',
  'sdy.all_slice',
  'sdy.all_reduce',
  'sdy.all_to_all',
  'sdy.reduce_scatter',
];
