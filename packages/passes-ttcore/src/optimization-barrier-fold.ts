import { definePass } from '@shardform/ir-core';
import { OptimizationBarrierOp } from '@shardform/dialect-ttcore';

/** What passes were not to move has its place: the barriers go, and their operands stand for their results. */
export const ttcoreOptimizationBarrierFold = definePass({
  name: 'ttcore-optimization-barrier-fold',
  className: 'TTCoreOptimizationBarrierFold',
  summary: 'removes optimization barriers',
  anchor: 'builtin.module',
  run(module) {
    const barriers: OptimizationBarrierOp[] = [];
    module.walkOf(OptimizationBarrierOp, (barrier) => {
      barriers.push(barrier);
    });
    for (const barrier of barriers) {
      barrier.replaceAllUsesWith(barrier.operandValues());
      barrier.erase();
    }
  },
});
