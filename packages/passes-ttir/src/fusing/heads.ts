import { DenseArrayAttr, i64, IntegerAttr, pattern, type RewritePattern } from '@shardform/ir-core';
import {
  BroadcastOp,
  ConcatenateHeadsOp,
  PermuteOp,
  RepeatInterleaveOp,
  RepeatOp,
  ReshapeOp,
  si32,
  ui32,
} from '@shardform/dialect-ttir';

/** Heads moved behind the sequence and joined with their elements. */
const concatenateHeads = pattern(ReshapeOp, 'ttir-fuse-concatenate-heads', (op, rewriter) => {
  const permute = op.input.definingOp;
  if (!(permute instanceof PermuteOp) || permute.permutation.numbers().join() !== '0,2,1,3') return false;
  const input = permute.input;
  // Verified: the permutation has four dimensions.
  const [batch, heads, sequence, size] = input.type.shape as [number, number, number, number];
  const joined = [batch, sequence, heads * size];
  const shape = op.result.type.shape.join();
  if (shape === joined.join()) {
    rewriter.replaceOpWith(op, ConcatenateHeadsOp, { input }, op.resultTypes());
    return true;
  }
  if (shape !== [batch * sequence, heads * size].join()) return false;
  const types = [input.type.withShape(joined)];
  const concatenated = rewriter.create(ConcatenateHeadsOp, { input }, types).result;
  rewriter.modifyInPlace(op, () => {
    op.setOperand(0, concatenated);
  });
  return true;
});

/** Returns the only index at which two lists differ; -1 without one, or with several. */
function onlyDifference(a: readonly number[], b: readonly number[]): number {
  const places = a.flatMap((number, i) => (number === b[i] ? [] : [i]));
  return places.length === 1 ? places[0]! : -1;
}

/** A dimension that is added, stretched and joined with its neighbour repeats that neighbour. */
const repeat = pattern(ReshapeOp, 'ttir-fuse-repeat', (op, rewriter) => {
  const broadcast = op.input.definingOp;
  if (!(broadcast instanceof BroadcastOp) || !broadcast.result.hasOneUse) return false;
  const first = broadcast.input.definingOp;
  if (!(first instanceof ReshapeOp) || !first.result.hasOneUse) return false;
  const [from, to] = [first.input.type.shape, op.result.type.shape];
  const factors = broadcast.broadcastDimensions.numbers();
  const added = onlyDifference(
    factors,
    factors.map(() => 1),
  );
  const factor = factors[added];
  if (factor === undefined || from.length !== to.length) return false;
  if (first.result.type.shape.join() !== from.toSpliced(added, 0, 1).join()) return false;
  const dim = onlyDifference(from, to);
  if (dim < 0 || to[dim] !== first.input.type.dimSize(dim) * factor) return false;
  const { input } = first;
  if (dim === added - 1) {
    const args = { input, repeats: IntegerAttr.get(factor, ui32), dim: IntegerAttr.get(dim, si32) };
    rewriter.replaceOpWith(op, RepeatInterleaveOp, args, op.resultTypes());
    return true;
  }
  if (dim !== added) return false;
  const repeatDimensions = DenseArrayAttr.get(
    i64,
    from.map((_, d) => (d === dim ? factor : 1)),
  );
  rewriter.replaceOpWith(op, RepeatOp, { input, repeatDimensions }, op.resultTypes());
  return true;
});

/** Groups of moves that the library has a function for. */
export const headPatterns: readonly RewritePattern[] = [concatenateHeads, repeat];
