import { anyOpPattern, applyPatternsGreedily, definePass } from '@shardform/ir-core';
import { BroadcastOp, broadcastable } from '@shardform/dialect-ttir';
import { broadcastResult, isImplicitlyBroadcast } from './implicit-broadcast.ts';

/** Operations that stretch their operands take them unstretched. */
const foldBroadcasts = anyOpPattern('ttir-implicit-broadcast-fold', (op, rewriter) => {
  if (!op.hasTrait(broadcastable)) return false;
  const isFolded = op.operandValues().map((operand) => {
    const broadcast = operand.definingOp;
    return broadcast instanceof BroadcastOp && isImplicitlyBroadcast(broadcast);
  });
  const hasBroadcast = isFolded.includes(true);
  if (hasBroadcast) {
    rewriter.modifyInPlace(op, () => {
      isFolded.forEach((folded, i) => {
        // Folded operands are broadcasts.
        if (folded) op.setOperand(i, (op.getOperand(i).definingOp as BroadcastOp).input);
      });
    });
  }
  return broadcastResult(op, rewriter) || hasBroadcast;
});

/** Broadcasts disappear where their users stretch operands; where only they told the result's shape, they follow it. */
export const ttirImplicitBroadcastFold = definePass({
  name: 'ttir-implicit-broadcast-fold',
  className: 'TTIRImplicitBroadcastFold',
  summary: 'leaves broadcasts to the operations that use them',
  anchor: 'builtin.module',
  run(op, pass) {
    applyPatternsGreedily(op, [foldBroadcasts], pass.context);
  },
});
