import { PropagationBarrierOp } from '@shardform/dialect-sdy';
import { definePass } from '@shardform/ir-core';

/** `sdy-remove-propagation-barriers`: after propagation, a barrier is the value that it passes on. */
export const removePropagationBarriers = /* @__PURE__ */ definePass({
  name: 'sdy-remove-propagation-barriers',
  summary: 'Removes the barriers of propagation, which say nothing of where a value is.',
  anchor: 'func.func',
  run(func) {
    func.walkOf(PropagationBarrierOp, (op) => {
      op.replaceAllUsesWith([op.input]);
      op.erase();
    });
  },
});
