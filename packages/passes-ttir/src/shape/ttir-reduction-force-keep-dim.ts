import {
  anyOpPattern,
  applyPatternsGreedily,
  boolAttr,
  cloneOp,
  definePass,
  type Tensor,
} from '@shardform/ir-core';
import {
  ArgMaxOp,
  i32Numbers,
  MaxOp,
  MeanOp,
  MinOp,
  ProdOp,
  ReduceAndOp,
  ReduceOrOp,
  type ReductionOp,
  SumOp,
  TensorBuilder,
} from '@shardform/dialect-ttir';

const reductions = [SumOp, MeanOp, MaxOp, MinOp, ProdOp, ReduceAndOp, ReduceOrOp, ArgMaxOp] as const;

/** The reduction keeps its dimensions with size one and a reshape removes them. */
const keepDims = anyOpPattern('ttir-reduction-force-keep-dim', (op, rewriter) => {
  if (!reductions.some((cls) => op instanceof cls)) return false;
  // One of the classes above.
  const reduction = op as ReductionOp | ArgMaxOp;
  if (reduction.keepDim.value !== 0n) return false;
  const { input, result, dimArg } = reduction;
  const { shape, rank } = input.type;
  const dims = dimArg && i32Numbers(dimArg).map((dim) => (dim + rank) % rank);
  const copy = cloneOp(reduction);
  copy.keepDim = boolAttr(true);
  copy.setResultTypes([
    result.type.withShape(shape.map((size, d) => (dims === null || dims.includes(d) ? 1 : size))),
  ]);
  const kept: Tensor = rewriter.insert(copy).result;
  rewriter.replaceOp(op, [new TensorBuilder(rewriter).reshape(kept, result.type.shape)]);
  return true;
});

/** All reductions keep the number of dimensions. */
export const ttirReductionForceKeepDim = definePass({
  name: 'ttir-reduction-force-keep-dim',
  className: 'TTIRReductionForceKeepDim',
  summary: 'lets reductions keep the number of dimensions',
  anchor: 'builtin.module',
  run(op, pass) {
    applyPatternsGreedily(op, [keepDims], pass.context);
  },
});
