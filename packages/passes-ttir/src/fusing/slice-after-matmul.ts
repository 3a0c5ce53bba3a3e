import { pattern, type Tensor } from '@shardform/ir-core';
import { i32Numbers, LinearOp, MatmulOp, SliceStaticOp, TensorBuilder } from '@shardform/dialect-ttir';
import { keepWeightDtype } from './linear.ts';

/** The range that a slice takes of one dimension; indices may be counted from the end. */
interface Cut {
  readonly dim: number;
  readonly begin: number;
  readonly end: number;
  readonly step: number;
}

/** The only dimension that is cut; `null` without one, with several, or backwards. */
function cutOf(op: SliceStaticOp): Cut | null {
  const [begins, ends, steps] = [i32Numbers(op.begins), i32Numbers(op.ends), i32Numbers(op.step)];
  const cuts: Cut[] = [];
  for (const [dim, size] of op.input.type.shape.entries()) {
    const [begin, end, step] = [begins[dim]!, ends[dim]!, steps[dim]!];
    if (step < 1) return null;
    const isWhole = (begin === 0 || begin === -size) && end === size && step === 1;
    if (!isWhole) cuts.push({ dim, begin, end, step });
  }
  return cuts.length === 1 ? cuts[0]! : null;
}

function cutAt(input: Tensor, at: number, { begin, end, step }: Cut, build: TensorBuilder): Tensor {
  const { shape } = input.type;
  return build.sliceAll(
    input,
    shape.map((_, d) => (d === at ? begin : 0)),
    shape.map((size, d) => (d === at ? end : size)),
    shape.map((_, d) => (d === at ? step : 1)),
  );
}

/** Rows or columns that nobody uses are not computed: the operand that they come from is sliced. */
export const sliceAfterMatmul = pattern(SliceStaticOp, 'ttir-fuse-slice-after-matmul', (op, rewriter) => {
  const product = op.input.definingOp;
  if (!(product instanceof MatmulOp || product instanceof LinearOp) || !product.result.hasOneUse)
    return false;
  const cut = cutOf(op);
  if (cut === null || op.result.type.elementCount === 0) return false;
  const { rank } = product.result.type;
  const [ranksA, ranksB] = [product.a.type.rank, product.b.type.rank];
  const columns = ranksB >= 2 ? rank - 1 : -1;
  const rows = ranksA >= 2 ? (ranksB >= 2 ? rank - 2 : rank - 1) : -1;
  if (cut.dim !== rows && cut.dim !== columns) return false;
  const build = new TensorBuilder(rewriter);
  const { transposeA, transposeB } = product;
  const isFlipped = (flag: typeof transposeA): boolean => flag?.value === 1n;
  const place = (operandRank: number, isLast: boolean): number => operandRank - (isLast ? 1 : 2);
  const isRows = cut.dim === rows;
  const a = isRows ? cutAt(product.a, place(ranksA, isFlipped(transposeA)), cut, build) : product.a;
  const b = isRows ? product.b : cutAt(product.b, place(ranksB, !isFlipped(transposeB)), cut, build);
  const types = op.resultTypes();
  if (product instanceof MatmulOp) {
    const made = rewriter.create(MatmulOp, { a, b, transposeA, transposeB }, types);
    keepWeightDtype(product, made);
    rewriter.replaceOp(op, [made.result]);
    return true;
  }
  const given = product.bias;
  const biasDim = given === null ? -1 : given.type.rank - (rank - cut.dim);
  const isCut = given !== null && biasDim >= 0 && given.type.shape[biasDim] !== 1;
  const bias = isCut ? cutAt(given, biasDim, cut, build) : given;
  const made = rewriter.create(LinearOp, { a, b, bias, transposeA, transposeB }, types);
  keepWeightDtype(product, made);
  rewriter.replaceOp(op, [made.result]);
  return true;
});
