import { UnrealizedConversionCastOp } from '../builtin/ops/unrealized-conversion-cast-op.ts';
import { definePass } from '../pass/pass.ts';
import { reconcileCasts } from '../rewrite/reconcile-casts.ts';
import { Rewriter } from '../rewrite/rewriter.ts';

/** MLIR's `reconcile-unrealized-casts`. */
export const reconcileUnrealizedCasts = /* @__PURE__ */ definePass({
  name: 'reconcile-unrealized-casts',
  className: 'ReconcileUnrealizedCasts',
  summary: 'Simplify and eliminate unrealized conversion casts',
  description:
    'Erases casts that conversions left and that nothing uses, and those that lead from a type over others back to it.',
  run(op, { context }) {
    const casts: UnrealizedConversionCastOp[] = [];
    op.walkOf(UnrealizedConversionCastOp, (cast) => void casts.push(cast));
    reconcileCasts(casts, new Rewriter(context));
  },
});
