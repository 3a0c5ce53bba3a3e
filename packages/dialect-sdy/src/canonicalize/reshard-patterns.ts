import { pattern, type RewritePattern } from '@shardform/ir-core';
import { ReshardOp } from '../ops/reshard-op.ts';

/** The label of the patterns that the partitioner applies between inserting reshards and resolving them. */
export const RESHARD_LABEL = 'sdy-reshard';

/** A reshard of a reshard that nothing else uses is one reshard. */
export const reshardOfReshard: RewritePattern = /* @__PURE__ */ pattern(
  ReshardOp,
  'reshard-of-reshard',
  (op, rewriter) => {
    const inner = op.input.definingOp;
    if (!(inner instanceof ReshardOp) || !inner.result.hasOneUse) return false;
    rewriter.modifyInPlace(op, () => op.setOperand(0, inner.input));
    rewriter.eraseOp(inner);
    return true;
  },
  { labels: [RESHARD_LABEL] },
);
