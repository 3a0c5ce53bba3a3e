import {
  boolAttr,
  type IntegerAttr,
  IntegerType,
  type Operation,
  pattern,
  type RewritePattern,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import { FP32_EXACT } from '@shardform/dialect-ttcore';
import {
  AddOp,
  BroadcastOp,
  broadcastShapes,
  LinearOp,
  MatmulOp,
  PermuteOp,
  ReshapeOp,
  TensorBuilder,
  tensorOf,
} from '@shardform/dialect-ttir';
import { WEIGHT_DTYPE } from '../weight-dtype/ttir-propagate-weight-dtype.ts';
import { eitherWay } from './values.ts';

type Shape = readonly number[];

/** The new operation stores its weight as the one that it replaces. */
export function keepWeightDtype(from: Operation, to: Operation): void {
  const format = from.getAttr(WEIGHT_DTYPE);
  if (format !== null) to.setAttr(WEIGHT_DTYPE, format);
}

/** A matrix product that nothing else uses, behind at most one reshape. */
function matmulBehind(value: Value): { matmul: MatmulOp; reshape: ReshapeOp | null } | null {
  const reshape = value.definingOp instanceof ReshapeOp ? value.definingOp : null;
  if (reshape !== null && !reshape.result.hasOneUse) return null;
  const matmul = (reshape?.input ?? value).definingOp;
  if (!(matmul instanceof MatmulOp) || matmul.getAttr(FP32_EXACT) !== null) return null;
  return matmul.result.hasOneUse ? { matmul, reshape } : null;
}

function withoutLeadingOnes(shape: Shape): Shape {
  const first = shape.findIndex((size) => size !== 1);
  return first < 0 ? [] : shape.slice(first);
}

/** The summand without broadcasts and reshapes that a sum with the product makes superfluous. */
function peeled(bias: Tensor, product: Shape): Tensor {
  if (!bias.hasOneUse) return bias;
  const op = bias.definingOp;
  if (op instanceof BroadcastOp) {
    const [before, after] = [op.input, op.result].map(({ type }) => broadcastShapes(product, type.shape));
    return before?.join() === after?.join() && after != null ? peeled(op.input, product) : bias;
  }
  if (op instanceof ReshapeOp) {
    const [before, after] = [op.input, op.result].map(({ type }) => withoutLeadingOnes(type.shape).join());
    return before === after ? peeled(op.input, product) : bias;
  }
  return bias;
}

/** Returns true if a reshape keeps the dimensions along which a bias has more than one element. */
function keepsBiasDims(from: Shape, to: Shape, bias: Shape): boolean {
  const { length } = withoutLeadingOnes(bias);
  if (length === 0) return true;
  return (
    from.length >= length && to.length >= length && from.slice(-length).join() === to.slice(-length).join()
  );
}

/** A sum with a matrix product is a product with bias. */
export const matmulWithBias = pattern(AddOp, 'ttir-fuse-matmul-bias', (op, rewriter) => {
  const sides = eitherWay(op).map(([product, bias]) => ({ found: matmulBehind(product), bias }));
  const [side, ...more] = sides.filter(({ found }) => found !== null);
  // A sum of two products has no bias.
  if (!side?.found || more.length > 0) return false;
  const { matmul, reshape } = side.found;
  const product = matmul.result.type.shape;
  const bias = peeled(side.bias, product);
  const shape = broadcastShapes(product, bias.type.shape);
  const { type } = op.result;
  const count = shape?.reduce((all, size) => all * size, 1);
  if (shape === null || count !== type.elementCount) return false;
  if (reshape !== null && !keepsBiasDims(product, reshape.result.type.shape, bias.type.shape)) return false;
  const build = new TensorBuilder(rewriter);
  const { a, b, transposeA, transposeB } = matmul;
  const ranked = bias.type.rank === 0 ? build.reshape(bias, [1]) : bias;
  const linear = rewriter.create(LinearOp, { a, b, bias: ranked, transposeA, transposeB }, [
    matmul.result.type.withShape(shape),
  ]);
  keepWeightDtype(matmul, linear);
  const isShaped = shape.join() === type.shape.join();
  rewriter.replaceOp(op, [isShaped ? linear.result : build.reshape(linear.result, type.shape)]);
  return true;
});

/** The operand of an exchange of the last two dimensions, or `null`. */
function untransposed(value: Tensor): Tensor | null {
  const op = value.definingOp;
  if (!(op instanceof PermuteOp)) return null;
  const permutation = op.permutation.numbers();
  const { length } = permutation;
  const isTranspose =
    length >= 2 &&
    permutation.every((dim, i) => dim === (i < length - 2 ? i : i === length - 2 ? length - 1 : length - 2));
  return isTranspose ? op.input : null;
}

function flipped(flag: IntegerAttr | null): IntegerAttr {
  return boolAttr(flag?.value !== 1n);
}

/** The operands without transpositions, with flags instead; `null` when there are none. */
function untransposedOperands(
  op: MatmulOp | LinearOp,
): Pick<MatmulOp, 'a' | 'b' | 'transposeA' | 'transposeB'> | null {
  // Products of integers become sums of products, which exchange nothing.
  if (op.getAttr(FP32_EXACT) !== null || op.a.type.elementType instanceof IntegerType) return null;
  const [a, b] = [untransposed(op.a), untransposed(op.b)];
  if (a === null && b === null) return null;
  return {
    a: a ?? op.a,
    b: b ?? op.b,
    transposeA: a === null ? op.transposeA : flipped(op.transposeA),
    transposeB: b === null ? op.transposeB : flipped(op.transposeB),
  };
}

/** Matrix products exchange the dimensions of their operands themselves. */
export const permuteMatmul: readonly RewritePattern[] = [
  pattern(MatmulOp, 'ttir-fuse-permute-matmul', (op, rewriter) => {
    const args = untransposedOperands(op);
    if (args === null) return false;
    const made = rewriter.create(MatmulOp, args, op.resultTypes());
    keepWeightDtype(op, made);
    rewriter.replaceOp(op, [made.result]);
    return true;
  }),
  pattern(LinearOp, 'ttir-fuse-permute-linear', (op, rewriter) => {
    const args = untransposedOperands(op);
    if (args === null) return false;
    const made = rewriter.create(LinearOp, { ...args, bias: op.bias }, op.resultTypes());
    keepWeightDtype(op, made);
    rewriter.replaceOp(op, [tensorOf(made.result)]);
    return true;
  }),
];
