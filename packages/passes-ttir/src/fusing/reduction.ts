import {
  anyOpPattern,
  boolAttr,
  cloneOp,
  FloatType,
  pattern,
  type RewritePattern,
  type Rewriter,
} from '@shardform/ir-core';
import {
  ArgMaxOp,
  DivOp,
  FullOp,
  i32Array,
  i32Numbers,
  MaxOp,
  MeanOp,
  MinOp,
  MultiplyOp,
  ProdOp,
  ReduceAndOp,
  ReduceOrOp,
  type ReductionOp,
  ReshapeOp,
  SumOp,
  TensorBuilder,
} from '@shardform/dialect-ttir';
import { isNumber } from './values.ts';

const reductionClasses = [SumOp, MeanOp, MaxOp, MinOp, ProdOp, ReduceAndOp, ReduceOrOp, ArgMaxOp] as const;

/** The dimensions that are reduced, counted from the front. */
function dimsOf(op: ReductionOp | ArgMaxOp): number[] {
  const { shape, rank } = op.input.type;
  return op.dimArg === null
    ? shape.map((_, d) => d)
    : i32Numbers(op.dimArg).map((dim) => (dim + rank) % rank);
}

/** A reshape that adds the reduced dimensions again: the reduction keeps them itself. */
const keepDims = anyOpPattern('ttir-fuse-reduction-reshape', (op, rewriter) => {
  if (!reductionClasses.some((cls) => op instanceof cls)) return false;
  // One of the classes above.
  const reduction = op as ReductionOp | ArgMaxOp;
  const [reshape] = reduction.result.users();
  if (!reduction.result.hasOneUse || !(reshape instanceof ReshapeOp) || reduction.keepDim.value !== 0n)
    return false;
  const dims = dimsOf(reduction);
  const kept = reduction.input.type.shape.map((size, d) => (dims.includes(d) ? 1 : size));
  if (kept.join() !== reshape.result.type.shape.join()) return false;
  const copy = cloneOp(reduction);
  copy.keepDim = boolAttr(true);
  copy.setResultTypes([reshape.result.type]);
  rewriter.replaceOp(reshape, [rewriter.insert(copy).result]);
  return true;
});

/** Replaces a sum that is scaled by a constant by the mean, if the constant is the one that `expected` says. */
function scaledSum(op: MultiplyOp | DivOp, expected: (count: number) => number, rewriter: Rewriter): boolean {
  const [sum, scale] = [op.lhs.definingOp, op.rhs.definingOp];
  if (!(sum instanceof SumOp) || sum.dimArg === null || !sum.result.hasOneUse) return false;
  if (!(scale instanceof FullOp) || sum.result.type !== op.result.type) return false;
  const count = dimsOf(sum).reduce((product, dim) => product * sum.input.type.dimSize(dim), 1);
  if (count <= 0) return false;
  // The quotient of integers has no fraction, the mean has one until it is stored.
  if (!(op.result.type.elementType instanceof FloatType)) return false;
  if (!isNumber(scale.result, expected(count))) return false;
  const { input, keepDim, dimArg } = sum;
  rewriter.replaceOpWith(op, MeanOp, { input, keepDim, dimArg }, op.resultTypes());
  return true;
}

/** A sum divided by the number of its terms, or multiplied by its inverse. */
const scaledSums: readonly RewritePattern[] = [
  pattern(MultiplyOp, 'ttir-fuse-scaled-sum', (op, rewriter) =>
    scaledSum(op, (count) => 1 / count, rewriter),
  ),
  pattern(DivOp, 'ttir-fuse-divided-sum', (op, rewriter) => scaledSum(op, (count) => count, rewriter)),
];

const HEIGHT = 1;
const WIDTH = 2;

/** The mean over height and width of images is the mean over one dimension. */
const spatialMean = pattern(MeanOp, 'ttir-fuse-spatial-mean', (op, rewriter) => {
  const { shape } = op.input.type;
  if (op.dimArg === null || shape.length !== 4 || !op.result.hasOneUse) return false;
  const dims = i32Numbers(op.dimArg);
  if (dims.length !== 2 || !dims.includes(HEIGHT) || !dims.includes(WIDTH)) return false;
  const build = new TensorBuilder(rewriter);
  const input = build.reshape(op.input, [
    op.input.type.dimSize(0),
    1,
    op.input.type.dimSize(HEIGHT) * op.input.type.dimSize(WIDTH),
    op.input.type.dimSize(3),
  ]);
  const args = { input, keepDim: boolAttr(true), dimArg: i32Array([WIDTH]) };
  const { type } = op.result;
  const mean = rewriter.create(MeanOp, args, [
    type.withShape([op.input.type.dimSize(0), 1, 1, op.input.type.dimSize(3)]),
  ]).result;
  rewriter.replaceOp(op, [mean.type === type ? mean : build.reshape(mean, type.shape)]);
  return true;
});

/** Reductions followed by other operations. */
export const reductionPatterns: readonly RewritePattern[] = [keepDims, ...scaledSums, spatialMean];
