import { applyPatternsGreedily, definePass } from '@shardform/ir-core';
import { collapseRowScatter } from '../fusing/collapse-row-scatter.ts';
import { concatenateToBroadcast } from '../fusing/concatenate-to-broadcast.ts';
import { gatherOfReshape } from '../fusing/gather-of-reshape.ts';

/** Some operations on whole tensors are put together before shardings are propagated. */
export const stablehloFusing = definePass({
  name: 'stablehlo-fusing',
  className: 'StableHLOFusingPass',
  summary: 'fuse StableHLO operations on whole tensors',
  dependentDialects: ['stablehlo'],
  run(module, { context }) {
    applyPatternsGreedily(module, [concatenateToBroadcast, gatherOfReshape, collapseRowScatter], context, {
      topDown: true,
    });
  },
});
