import { boolAttr, IntegerAttr, pattern, type RewritePattern, type Value } from '@shardform/ir-core';
import {
  BroadcastOp,
  DivOp,
  ExpOp,
  i32Numbers,
  MaximumOp,
  MaxOp,
  ReshapeOp,
  si32,
  SoftmaxOp,
  SubtractOp,
  SumOp,
} from '@shardform/dialect-ttir';
import { eitherWay, lookThrough, numberOf } from './values.ts';

/** A reduction of one dimension, kept and perhaps broadcast, that nothing else uses; `null` for other values. */
function sumOf(value: Value): SumOp | null {
  const op = lookThrough(value, BroadcastOp).definingOp;
  if (!(op instanceof SumOp) || op.keepDim.value === 0n || !op.result.hasOneUse) return null;
  if (op.dimArg?.elements.length !== 1) return null;
  return value.definingOp === op || value.hasOneUse ? op : null;
}

/** The maximum with the least number, as some frameworks write, is the other operand. */
function withoutLeast(value: Value): Value {
  const op = value.definingOp;
  if (!(op instanceof MaximumOp) || !value.hasOneUse) return value;
  const found = eitherWay(op).find(([least]) => numberOf(least) === -Infinity);
  return found?.[1] ?? value;
}

/** The greatest elements along one dimension, whose size is one in `value`; nothing else uses them. */
function maxOf(value: Value): MaxOp | null {
  const kept = lookThrough(value, BroadcastOp);
  if (!value.hasOneUse || !kept.hasOneUse) return null;
  const reshape = kept.definingOp instanceof ReshapeOp ? kept.definingOp : null;
  const op = withoutLeast(reshape?.input ?? kept).definingOp;
  if (!(op instanceof MaxOp) || !op.result.hasOneUse || op.dimArg?.elements.length !== 1) return null;
  if (reshape === null) return op.keepDim.value === 0n ? null : op;
  const [dim] = i32Numbers(op.dimArg);
  const { shape } = op.input.type;
  return shape.with(dim!, 1).join() === reshape.result.type.shape.join() ? op : null;
}

/** `exp(x) / sum(exp(x))`. */
const softmax = pattern(DivOp, 'ttir-fuse-softmax', (op, rewriter) => {
  const exponential = op.lhs.definingOp;
  const sum = sumOf(op.rhs);
  if (!(exponential instanceof ExpOp) || sum?.input !== exponential.result) return false;
  if (exponential.result.users().length !== 2 || exponential.input.type !== op.result.type) return false;
  const [dim] = i32Numbers(sum.dimArg!);
  const args = {
    input: exponential.input,
    dimension: IntegerAttr.get(dim!, si32),
    numericStable: boolAttr(false),
  };
  rewriter.replaceOpWith(op, SoftmaxOp, args, op.resultTypes());
  return true;
});

/** A softmax of differences from the greatest element is one that does that itself. */
const stableSoftmax = pattern(SoftmaxOp, 'ttir-fuse-stable-softmax', (op, rewriter) => {
  const difference = op.input.definingOp;
  if (!(difference instanceof SubtractOp) || !difference.result.hasOneUse) return false;
  const max = maxOf(difference.rhs);
  if (max?.input !== difference.lhs || i32Numbers(max.dimArg!)[0] !== op.dimension.number) return false;
  const args = { input: difference.lhs, dimension: op.dimension, numericStable: boolAttr(true) };
  rewriter.replaceOpWith(op, SoftmaxOp, args, op.resultTypes());
  return true;
});

/** Softmax written as arithmetic. */
export const softmaxPatterns: readonly RewritePattern[] = [softmax, stableSoftmax];
