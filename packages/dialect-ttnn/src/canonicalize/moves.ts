import { pattern, type RewritePattern } from '@shardform/ir-core';
import { dataTypeOf, isTruncation, isWrapping } from '@shardform/dialect-ttcore';
import { i32Array } from '@shardform/dialect-ttir';
import { MatmulOp } from '../ops/matmul-ops.ts';
import { PermuteOp, RepeatOp, ReshapeOp } from '../ops/shape-ops.ts';
import { TypecastOp } from '../ops/unary-ops.ts';

/** A change of the type of what was only changed for it, unless that cut fractions or high bits off. */
const castOnce = pattern(TypecastOp, 'ttnn-cast-once', (op, rewriter) => {
  const inner = op.input.definingOp;
  if (!(inner instanceof TypecastOp) || !inner.result.hasOneUse) return false;
  const formats = [inner.input, inner.result, op.result].map(({ type }) => dataTypeOf(type.elementType));
  if (isTruncation(formats) || isWrapping(formats)) return false;
  rewriter.replaceOpWith(op, TypecastOp, { input: inner.input }, op.resultTypes());
  return true;
});

/** A permutation that moves only dimensions of size one is a reshape. */
const permuteInPlace = pattern(PermuteOp, 'ttnn-permute-in-place', (op, rewriter) => {
  const permutation = op.permutation.numbers();
  const { shape } = op.input.type;
  const order = permutation.filter((dim) => shape[dim] !== 1);
  if (order.some((dim, i) => i > 0 && dim < order[i - 1]!)) return false;
  if (permutation.every((dim, i) => dim === i)) return false;
  const args = { input: op.input, shape: i32Array(op.result.type.shape) };
  rewriter.replaceOpWith(op, ReshapeOp, args, op.resultTypes());
  return true;
});

/** The library repeats the only batch of the second matrix by itself. */
const matmulOfRepeated = pattern(MatmulOp, 'ttnn-matmul-of-repeated', (op, rewriter) => {
  const repeat = op.b.definingOp;
  if (!(repeat instanceof RepeatOp) || op.a.type.rank !== 4) return false;
  const factors = repeat.repeatDims.shape;
  if (factors.length !== 4 || op.b.type.shape[0] !== 1) return false;
  if (factors.some((factor, d) => (factor !== 1) !== (d === 1))) return false;
  if (op.a.type.shape[1] !== op.b.type.shape[1]) return false;
  rewriter.modifyInPlace(op, () => {
    op.setOperand(1, repeat.input);
  });
  return true;
});

/** Simplifications of operations that move elements. */
export const movePatterns: readonly RewritePattern[] = [castOnce, permuteInPlace, matmulOfRepeated];
