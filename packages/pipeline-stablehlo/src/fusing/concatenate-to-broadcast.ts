import {
  DenseArrayAttr,
  haveSameElements,
  i64,
  pattern,
  type Rewriter,
  type Tensor,
} from '@shardform/ir-core';
import { BroadcastInDimOp, ConcatenateOp, ReshapeOp } from '@shardform/dialect-stablehlo';
import { touchesSplitValues } from '../split-values.ts';

/**
 * Copies of one tensor laid side by side are a broadcast, when the copies have a dimension of their own: one that a
 * later reshape splits off, one of size 1 that an earlier reshape inserted, or a dimension of size 1. Split tensors
 * are left alone.
 */
export const concatenateToBroadcast = pattern(
  ConcatenateOp,
  'concatenate-to-broadcast-in-dim',
  (op, rewriter) => {
    const [input] = op.inputs;
    if (input === undefined || op.inputs.some((other) => other !== input)) return false;
    return (
      splitOffLater(op, input, rewriter) ||
      insertedBefore(op, input, rewriter) ||
      unitDim(op, input, rewriter)
    );
  },
);

function splitOffLater(op: ConcatenateOp, input: Tensor, rewriter: Rewriter): boolean {
  const reshape = op.result.hasOneUse ? op.result.firstUse!.owner : null;
  if (!(reshape instanceof ReshapeOp) || isSplit(op, rewriter) || isSplit(reshape, rewriter)) return false;
  const dim = op.dimension.number;
  const expected = input.type.shape.toSpliced(dim, 0, op.inputs.length);
  if (!haveSameElements(reshape.result.type.shape, expected)) return false;
  broadcast(reshape, input, positionsExcept(dim, expected.length), rewriter);
  return true;
}

function insertedBefore(op: ConcatenateOp, input: Tensor, rewriter: Rewriter): boolean {
  const reshape = input.definingOp;
  if (!(reshape instanceof ReshapeOp) || isSplit(op, rewriter) || isSplit(reshape, rewriter)) return false;
  const dim = op.dimension.number;
  if (!haveSameElements(input.type.shape, reshape.operand.type.shape.toSpliced(dim, 0, 1))) return false;
  broadcast(op, reshape.operand, positionsExcept(dim, input.type.rank), rewriter);
  return true;
}

function unitDim(op: ConcatenateOp, input: Tensor, rewriter: Rewriter): boolean {
  if (isSplit(op, rewriter) || input.type.shape[op.dimension.number] !== 1) return false;
  broadcast(op, input, positionsExcept(null, input.type.rank), rewriter);
  return true;
}

function broadcast(
  replaced: ConcatenateOp | ReshapeOp,
  operand: Tensor,
  dims: readonly number[],
  rewriter: Rewriter,
): void {
  rewriter.replaceOpWith(
    replaced,
    BroadcastInDimOp,
    { operand, broadcastDimensions: DenseArrayAttr.get(i64, dims) },
    replaced.resultTypes(),
  );
}

function isSplit(op: ConcatenateOp | ReshapeOp, { context }: Rewriter): boolean {
  return touchesSplitValues(op, context);
}

function positionsExcept(skipped: number | null, rank: number): number[] {
  return Array.from({ length: rank }, (_, d) => d).filter((d) => d !== skipped);
}
