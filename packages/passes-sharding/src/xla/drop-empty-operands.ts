import { ConcatenateOp } from '@shardform/dialect-stablehlo';
import { definePass } from '@shardform/ir-core';

/** `shardform-drop-empty-operands`. */
export const dropEmptyOperands = /* @__PURE__ */ definePass({
  name: 'shardform-drop-empty-operands',
  className: 'DropEmptyOperandsPass',
  summary: 'Concatenates only what has elements.',
  description: 'XLA removes tensors without elements before it propagates shardings.',
  anchor: 'func.func',
  run(func) {
    func.walkOf(ConcatenateOp, (op) => {
      const kept = op.inputs.filter(({ type }) => !type.shape.includes(0));
      const [first] = kept;
      if (first === undefined || kept.length === op.inputs.length) return;
      if (kept.length > 1) {
        const { dimension, location } = op;
        const made = ConcatenateOp.create({ inputs: kept, dimension }, [op.result.type], { location });
        made.moveBefore(op);
        op.result.replaceAllUsesWith(made.result);
      } else op.result.replaceAllUsesWith(first);
      op.erase();
    });
  },
});
