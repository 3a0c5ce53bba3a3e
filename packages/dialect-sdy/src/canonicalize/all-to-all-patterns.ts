import { pattern, type RewritePattern } from '@shardform/ir-core';
import { AllToAllParamListAttr } from '../attrs/all-to-all-param-attr.ts';
import { AllToAllOp } from '../ops/all-to-all-op.ts';
import { COLLECTIVE_LABEL } from './collective-patterns.ts';

/** Two all-to-alls in a row that touch different dimensions are one. */
export const fuseAllToAlls: RewritePattern = /* @__PURE__ */ pattern(
  AllToAllOp,
  'fuse-all-to-alls',
  (op, rewriter) => {
    const inner = op.tensor.definingOp;
    if (!(inner instanceof AllToAllOp) || !inner.result.hasOneUse) return false;
    const dims = new Set(inner.params.params.flatMap(({ sourceDim, targetDim }) => [sourceDim, targetDim]));
    if (op.params.params.some(({ sourceDim, targetDim }) => dims.has(sourceDim) || dims.has(targetDim))) {
      return false;
    }
    const params = [...inner.params.params, ...op.params.params].sort((a, b) => a.sourceDim - b.sourceDim);
    rewriter.replaceOpWith(
      op,
      AllToAllOp,
      { tensor: inner.tensor, params: AllToAllParamListAttr.get(params), outSharding: op.outSharding },
      op.resultTypes(),
    );
    return true;
  },
  { labels: [COLLECTIVE_LABEL] },
);

/** An all-to-all that nothing uses is left over from a fusion. */
export const eraseUnusedAllToAll: RewritePattern = /* @__PURE__ */ pattern(
  AllToAllOp,
  'erase-unused-all-to-all',
  (op, rewriter) => {
    if (op.result.hasUses) return false;
    rewriter.eraseOp(op);
    return true;
  },
  { labels: [COLLECTIVE_LABEL] },
);
