import { AllGatherOp, AllReduceOp, AllToAllOp } from '@shardform/dialect-stablehlo';
import {
  cloneOp,
  definePass,
  eraseOperands,
  eraseResults,
  IrMapping,
  type Operation,
} from '@shardform/ir-core';

/** `shardform-separate-collectives`. */
export const separateCollectives = /* @__PURE__ */ definePass({
  name: 'shardform-separate-collectives',
  className: 'SeparateCollectivesPass',
  summary: 'Makes a collective of several operands one for each of them.',
  description:
    "XLA's partitioner refuses all-reduces of several operands, and its runtime on CPUs fails in all-gathers of several. Its own combiners join them again.",
  anchor: 'builtin.module',
  run(module) {
    const found: Operation[] = [];
    module.walk((op) => {
      const takesSeveral = op instanceof AllGatherOp || op instanceof AllReduceOp || op instanceof AllToAllOp;
      if (takesSeveral && op.operands.length > 1) found.push(op);
    });
    for (const op of found) separate(op);
  },
});

function separate(op: Operation): void {
  for (const result of op.results) {
    const others = new Set(op.results.keys());
    others.delete(result.index);
    const copy = cloneOp(op, new IrMapping());
    copy.moveBefore(op);
    eraseOperands(copy, others);
    result.replaceAllUsesWith(eraseResults(copy, others).getResult(0));
  }
  op.erase();
}
