import {
  applyPatternsGreedily,
  definePass,
  DenseElementsAttr,
  pattern,
  type RewritePattern,
  type Rewriter,
  type Value,
} from '@shardform/ir-core';
import {
  AddOp,
  BroadcastOp,
  ConstantOp,
  DivOp,
  MultiplyOp,
  PowOp,
  ReshapeOp,
  SubtractOp,
} from '@shardform/dialect-ttir';

/** The constant of one number that a value is, reshaped or broadcast. */
function splatOf({ definingOp: op }: Value): DenseElementsAttr | null {
  if (op instanceof ReshapeOp || op instanceof BroadcastOp) return splatOf(op.input);
  if (!(op instanceof ConstantOp) || !(op.value instanceof DenseElementsAttr)) return null;
  return op.value.isSplat ? op.value : null;
}

function replaceBySplat(op: ReshapeOp | BroadcastOp, rewriter: Rewriter): boolean {
  const splat = splatOf(op.input);
  if (splat === null) return false;
  rewriter.replaceOpWith(op, ConstantOp, { value: splat.reshape(op.result.type) }, op.resultTypes());
  return true;
}

const arithmetic = [AddOp, SubtractOp, MultiplyOp, DivOp, PowOp, BroadcastOp] as const;

const patterns: readonly RewritePattern[] = [
  pattern(ReshapeOp, 'ttir-fold-constant-reshape', (op, rewriter) => {
    const users = op.result.users();
    const isFolded = users.length > 0 && users.every((user) => arithmetic.some((cls) => user instanceof cls));
    return isFolded && replaceBySplat(op, rewriter);
  }),
  pattern(BroadcastOp, 'ttir-fold-constant-broadcast', replaceBySplat),
];

/** Reshapes and broadcasts of constants of one number are constants of their own. */
export const ttirFoldConstantReshapeBroadcast = definePass({
  name: 'ttir-fold-constant-reshape-broadcast',
  className: 'TTIRFoldConstantReshapeBroadcast',
  summary: 'computes reshapes and broadcasts of constants of one number',
  anchor: 'builtin.module',
  run(op, pass) {
    applyPatternsGreedily(op, patterns, pass.context);
  },
});
