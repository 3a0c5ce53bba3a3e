import { definePass } from '@shardform/ir-core';
import { GetTupleElementOp, TupleOp } from '@shardform/dialect-stablehlo';

/** Elements taken from a tuple that was just made are used directly: Shardy knows no tuples. */
export const decomposeCustomCallTuples = definePass({
  name: 'decompose-custom-call-tuples',
  className: 'DecomposeCustomCallTuplesPass',
  summary: 'use the elements of tuples directly',
  run(module) {
    const tuples: TupleOp[] = [];
    module.walkOf(TupleOp, (op) => void tuples.push(op));
    for (const tuple of tuples) {
      for (const { owner } of [...tuple.getResult().uses()]) {
        if (!(owner instanceof GetTupleElementOp)) continue;
        owner.getResult().replaceAllUsesWith(tuple.getOperand(owner.index.number));
        owner.erase();
      }
      if (tuple.hasNoUses()) tuple.erase();
    }
  },
});
