import { FragmentOp, TransferOp } from '@shardform/dialect-mpmd';
import { constantLike, type Operation, OpResult, Rewriter, type Value } from '@shardform/ir-core';
import { distributedPass } from '../program/distributed-pass.ts';
import { fragmentsIn } from '../program/fragments.ts';

/** `mpmd-copy-constants`. */
export const copyConstants = /* @__PURE__ */ distributedPass({
  name: 'mpmd-copy-constants',
  className: 'CopyConstantsPass',
  summary: 'Copies constants from the fragments that return them to those that use them.',
  run(func, { context }) {
    const rewriter = new Rewriter(context);
    for (const fragment of fragmentsIn(func.entry).reverse()) {
      fragment.entry.arguments.forEach((argument, i) => {
        const constant = hloProducer(fragment.getOperand(i));
        if (constant?.hasTrait(constantLike) !== true) return;
        rewriter.setInsertionPointToStart(fragment.entry);
        argument.replaceAllUsesWith(rewriter.clone(constant).getResult());
      });
    }
  },
});

/** Returns the operation in a fragment that computes a value, which transfers may have moved. */
function hloProducer(value: Value): Operation | null {
  let at = value;
  while (at.definingOp instanceof TransferOp) at = at.definingOp.tensor;
  if (!(at instanceof OpResult) || !(at.owner instanceof FragmentOp)) return null;
  return at.owner.entry.getTerminator().getOperand(at.index).definingOp;
}
