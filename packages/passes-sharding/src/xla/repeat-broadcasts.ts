import { ReshardOp, setSharding } from '@shardform/dialect-sdy';
import { BroadcastInDimOp } from '@shardform/dialect-stablehlo';
import { cloneOp, definePass } from '@shardform/ir-core';

/** `shardform-repeat-broadcasts`. */
export const repeatBroadcasts = /* @__PURE__ */ definePass({
  name: 'shardform-repeat-broadcasts',
  className: 'RepeatBroadcastsPass',
  summary: 'Makes broadcasts of scalars again where they are wanted with another sharding.',
  description: 'Every device has a scalar: XLA sends nothing of what is one value everywhere.',
  anchor: 'func.func',
  run(func, { context }) {
    func.walkOf(ReshardOp, (op) => {
      const made = op.input.definingOp;
      if (!(made instanceof BroadcastInDimOp) || made.operand.type.rank > 0) return;
      const copy = cloneOp(made);
      copy.moveBefore(op);
      setSharding(copy.result, op.sharding, context);
      op.replaceAllUsesWith([copy.result]);
      op.erase();
    });
  },
});
