import { anyOpPattern, cloneOp, type Operation, type RewritePattern, type Tensor } from '@shardform/ir-core';
import { elementwise, FullOp, i32Dense, ReshapeOp, TensorBuilder, tensorOf } from '@shardform/dialect-ttir';

/** A reshape among operands that are otherwise equal numbers, which have any shape. */
function onlyReshape(op: Operation): ReshapeOp | null {
  const sources = op.operandValues().map((value) => value.definingOp);
  const [reshape, ...more] = sources.filter((source) => source instanceof ReshapeOp);
  const areNumbers = sources.every((source) => source === reshape || source instanceof FullOp);
  return reshape !== undefined && more.length === 0 && areNumbers ? reshape : null;
}

const TILE = 32;

/** The number of tiles that a tensor takes, whose last two dimensions are padded to whole ones. */
function tilesOf(shape: readonly number[]): number {
  const { length } = shape;
  return shape.reduce((count, size, d) => count * (d < length - 2 ? size : Math.ceil(size / TILE)), 1);
}

/** Functions of elements stand before a reshape whose result they alone use, where they have fewer tiles to compute. */
export const beforeReshape: RewritePattern = anyOpPattern(
  'ttir-elementwise-before-reshape',
  (op, rewriter) => {
    if (!op.hasTrait(elementwise) || op.results.length !== 1) return false;
    const reshape = onlyReshape(op);
    if (reshape?.result.hasOneUse !== true) return false;
    const { type } = tensorOf(op.getResult());
    const { shape } = reshape.input.type;
    if (tilesOf(shape) >= tilesOf(type.shape)) return false;
    if (type.shape.join() !== reshape.result.type.shape.join()) return false;
    const full = ({ definingOp }: Tensor): Tensor | null => {
      if (!(definingOp instanceof FullOp)) return null;
      const isOne = definingOp.result.type.elementCount === 1;
      const own = isOne ? shape.map(() => 1) : shape;
      const args = { shape: i32Dense(own), fillValue: definingOp.fillValue };
      return rewriter.create(FullOp, args, [definingOp.result.type.withShape(own)]).result;
    };
    const operands = op.operandValues().map((value) => full(tensorOf(value)) ?? reshape.input);
    const moved = cloneOp(op);
    for (const [i, operand] of operands.entries()) moved.setOperand(i, operand);
    moved.setResultTypes([type.withShape(shape)]);
    rewriter.insert(moved);
    rewriter.replaceOp(op, [new TensorBuilder(rewriter).reshape(tensorOf(moved.getResult()), type.shape)]);
    return true;
  },
);
