import { anyOpPattern, applyPatternsGreedily, cloneOp, definePass, type Value } from '@shardform/ir-core';
import {
  BroadcastOp,
  ConstantOp,
  elementwise,
  ReshapeOp,
  TensorBuilder,
  tensorOf,
} from '@shardform/dialect-ttir';

/** Returns true if a value is a constant, reshaped or broadcast. */
function isConstant({ definingOp: op }: Value): boolean {
  if (op instanceof ReshapeOp || op instanceof BroadcastOp) return isConstant(op.input);
  return op instanceof ConstantOp;
}

/** The constant is reshaped instead of the other operand, and the result afterwards. */
const moveReshape = anyOpPattern('ttir-move-reshape-to-constant', (op, rewriter) => {
  if (!op.hasTrait(elementwise) || op.operands.length !== 2) return false;
  const operands = op.operandValues().map(tensorOf);
  const at = [0, 1].find(
    (i) =>
      operands[i]!.definingOp instanceof ReshapeOp &&
      !isConstant(operands[i]!) &&
      isConstant(operands[1 - i]!),
  );
  if (at === undefined) return false;
  const constant = operands[1 - at]!;
  const reshape = operands[at]!.definingOp;
  if (!(reshape instanceof ReshapeOp) || !reshape.result.hasOneUse) return false;
  if (constant.type.shape.join() !== reshape.result.type.shape.join()) return false;
  const build = new TensorBuilder(rewriter);
  const { shape } = reshape.input.type;
  const copy = cloneOp(op);
  const other = build.reshape(constant, shape);
  copy.setOperands(at === 0 ? [reshape.input, other] : [other, reshape.input]);
  const { type } = tensorOf(op.getResult());
  copy.setResultTypes([type.withShape(shape)]);
  rewriter.replaceOp(op, [build.reshape(tensorOf(rewriter.insert(copy).getResult()), type.shape)]);
  return true;
});

/** Reshapes that give a tensor the shape of a constant move to the constant, where they cost nothing. */
export const ttirMoveReshapeToConstant = definePass({
  name: 'ttir-move-reshape-to-constant',
  className: 'TTIRMoveReshapeToConstant',
  summary: 'reshapes constants instead of other tensors',
  anchor: 'builtin.module',
  run(op, pass) {
    applyPatternsGreedily(op, [moveReshape], pass.context);
  },
});
