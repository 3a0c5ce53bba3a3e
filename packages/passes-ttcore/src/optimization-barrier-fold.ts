import { definePass } from '@shardform/ir-core';
import { OptimizationBarrierOp } from '@shardform/dialect-ttcore';

/** Removes optimization barriers once the passes that respect them are done: their operands replace their results. */
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
