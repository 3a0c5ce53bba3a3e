import { anyOpPattern, applyPatternsGreedily, definePass, DenseArrayAttr, i32 } from '@shardform/ir-core';
import { broadcastable, FullOp, OnesOp, ZerosOp } from '@shardform/dialect-ttir';
import { broadcastResult } from './implicit-broadcast.ts';

/** Tensors of one number that are only stretched to their users' shapes. */
const shrink = anyOpPattern('ttir-fold-full-to-scalar', (op, rewriter) => {
  if (!(op instanceof FullOp || op instanceof ZerosOp || op instanceof OnesOp)) return false;
  const { type } = op.result;
  const users = [...new Set(op.result.users())];
  if (type.elementCount === 1 || !users.every((user) => user.hasTrait(broadcastable))) return false;
  const shape = type.shape.map(() => 1);
  rewriter.modifyInPlace(op, () => {
    op.shape = DenseArrayAttr.get(i32, shape);
    op.result.setType(type.withShape(shape));
  });
  for (const user of users) broadcastResult(user, rewriter);
  return true;
});

/** Tensors of one number that only elementwise operations use shrink to one element, which those stretch again. */
export const ttirFoldFullToScalar = definePass({
  name: 'ttir-fold-full-to-scalar',
  className: 'TTIRFoldFullToScalar',
  summary: 'shrinks tensors of one number',
  anchor: 'builtin.module',
  run(op, pass) {
    applyPatternsGreedily(op, [shrink], pass.context);
  },
});
