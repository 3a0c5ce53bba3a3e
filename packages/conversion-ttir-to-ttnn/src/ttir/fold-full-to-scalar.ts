import { definePass, DenseArrayAttr, i32, type Operation, type Value } from '@shardform/ir-core';
import { broadcastable, broadcastShapes, FullOp, OnesOp, tensorType, ZerosOp } from '@shardform/dialect-ttir';

/** Tensors of one number that only elementwise operations use shrink to one element, which those stretch again. */
export const ttirFoldFullToScalar = definePass({
  name: 'ttir-fold-full-to-scalar',
  className: 'TTIRFoldFullToScalar',
  summary: 'shrinks tensors of one number',
  anchor: 'builtin.module',
  run(op) {
    op.walk((inner) => {
      if (!(inner instanceof FullOp || inner instanceof ZerosOp || inner instanceof OnesOp)) return;
      const { type } = inner.result;
      const shape = type.shape.map(() => 1);
      if (shape.join() === type.shape.join()) return;
      if (!inner.result.users().every((user) => keepsItsShape(user, inner.result, shape))) return;
      inner.shape = DenseArrayAttr.get(i32, shape);
      inner.result.type = type.withShape(shape);
    });
  },
});

/** Whether the result of `user` has the same shape when `value` has another one. */
function keepsItsShape(user: Operation, value: Value, shape: readonly number[]): boolean {
  if (!user.hasTrait(broadcastable)) return false;
  let joined: readonly number[] | null = [];
  for (const operand of user.operandValues()) {
    joined = joined && broadcastShapes(joined, operand === value ? shape : tensorType(operand.type).shape);
  }
  return joined?.join() === tensorType(user.getResult().type).shape.join();
}
