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
    const dims = new Set(
      inner.params.value.flatMap(({ srcDim: sourceDim, tgtDim: targetDim }) => [sourceDim, targetDim]),
    );
    if (
      op.params.value.some(
        ({ srcDim: sourceDim, tgtDim: targetDim }) => dims.has(sourceDim) || dims.has(targetDim),
      )
    ) {
      return false;
    }
    const params = [...inner.params.value, ...op.params.value].sort((a, b) => a.srcDim - b.srcDim);
    rewriter.replaceOpWith(
      op,
      AllToAllOp,
      {
        tensor: inner.tensor,
        params: AllToAllParamListAttr.get({ value: params }),
        outSharding: op.outSharding,
      },
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
