import { anyOpPattern, applyPatternsGreedily, definePass, type Tensor } from '@shardform/ir-core';
import { elementwise, TensorBuilder, tensorOf } from '@shardform/dialect-ttir';
import { stretchedShape } from './implicit-broadcast.ts';

/** The tensor with dimensions of size one in front, up to a rank. */
function ranked(input: Tensor, rank: number, build: TensorBuilder): Tensor {
  const added = rank - input.type.rank;
  if (added === 0) return input;
  return build.reshape(input, [...new Array<number>(added).fill(1), ...input.type.shape]);
}

/** Operands of elementwise operations get the shape of the result. */
const stretchOperands = anyOpPattern('ttir-explicate-tms', (op, rewriter) => {
  if (!op.hasTrait(elementwise) || op.operands.length < 2) return false;
  const shape = stretchedShape(op);
  if (shape === null) return false;
  const build = new TensorBuilder(rewriter);
  const before = op.operandValues().map(tensorOf);
  const after = before
    .map((operand) => ranked(operand, shape.length, build))
    .map((operand) =>
      operand.type.shape.join() === shape.join() ? operand : build.broadcast(operand, shape),
    );
  if (after.every((operand, i) => operand === before[i])) return false;
  rewriter.modifyInPlace(op, () => {
    op.setOperands(after);
  });
  return true;
});

/** Stretching that operations do themselves becomes reshapes and broadcasts: the inverse of the broadcast fold. */
export const ttirExplicateTms = definePass({
  name: 'ttir-explicate-tms',
  className: 'TTIRExplicateTMs',
  summary: 'makes implicit reshapes and broadcasts operations',
  anchor: 'builtin.module',
  run(op, pass) {
    applyPatternsGreedily(op, [stretchOperands], pass.context);
  },
});
