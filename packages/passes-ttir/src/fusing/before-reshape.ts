import {
  anyOpPattern,
  cloneOp,
  type Operation,
  pattern,
  type Rewriter,
  type RewritePattern,
  type Tensor,
} from '@shardform/ir-core';
import {
  elementwise,
  FullOp,
  i32Dense,
  OnesOp,
  PermuteOp,
  ReshapeOp,
  TensorBuilder,
  tensorOf,
  ZerosOp,
} from '@shardform/dialect-ttir';

/** Tensors of one number. */
type Numbers = FullOp | OnesOp | ZerosOp;

function isNumbers(op: Operation | null): op is Numbers {
  return op instanceof FullOp || op instanceof OnesOp || op instanceof ZerosOp;
}

/** The same number in another shape; a single one stays single. */
function reshaped(op: Numbers, shape: readonly number[], rewriter: Rewriter): Tensor {
  const own = op.result.type.elementCount === 1 ? shape.map(() => 1) : shape;
  const types = [op.result.type.withShape(own)];
  const number = op instanceof FullOp ? Number(op.fillValue.value) : op instanceof OnesOp ? 1 : 0;
  const size = { shape: i32Dense(own) };
  if (number === 1) return rewriter.create(OnesOp, size, types).result;
  if (op instanceof ZerosOp || Object.is(number, 0)) return rewriter.create(ZerosOp, size, types).result;
  // The two others are told apart above.
  return rewriter.create(FullOp, { ...size, fillValue: (op as FullOp).fillValue }, types).result;
}

/** The only operand that is no tensor of one number. */
function onlyInput(op: Operation): Tensor | null {
  const inputs = op.operandValues().filter((value) => !isNumbers(value.definingOp));
  return inputs.length === 1 ? tensorOf(inputs[0]!) : null;
}

/** Returns a function of elements with another input, whose shape the result has. */
function applied(op: Operation, input: Tensor, rewriter: Rewriter): Tensor {
  const { shape } = input.type;
  const operands = op
    .operandValues()
    .map(({ definingOp }) => (isNumbers(definingOp) ? reshaped(definingOp, shape, rewriter) : input));
  const moved = cloneOp(op);
  for (const [i, operand] of operands.entries()) moved.setOperand(i, operand);
  moved.setResultTypes([tensorOf(op.getResult()).type.withShape(shape)]);
  return tensorOf(rewriter.insert(moved).getResult());
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
    const input = onlyInput(op);
    const reshape = input?.definingOp;
    if (!(reshape instanceof ReshapeOp) || !reshape.result.hasOneUse) return false;
    const { shape } = tensorOf(op.getResult()).type;
    if (tilesOf(reshape.input.type.shape) >= tilesOf(shape)) return false;
    if (shape.join() !== reshape.result.type.shape.join()) return false;
    const moved = applied(op, reshape.input, rewriter);
    rewriter.replaceOp(op, [new TensorBuilder(rewriter).reshape(moved, shape)]);
    return true;
  },
);

/** Functions of elements stand behind a reshape that alone uses their result, where they have fewer tiles to compute. */
export const afterReshape = pattern(ReshapeOp, 'ttir-elementwise-after-reshape', (op, rewriter) => {
  const source = op.input.definingOp;
  if (source?.hasTrait(elementwise) !== true || source.results.length !== 1 || !op.input.hasOneUse)
    return false;
  const { shape } = op.result.type;
  if (tilesOf(shape) >= tilesOf(op.input.type.shape)) return false;
  const input = onlyInput(source);
  if (input?.type.shape.join() !== op.input.type.shape.join()) return false;
  const before = new TensorBuilder(rewriter).reshape(input, shape);
  rewriter.replaceOp(op, [applied(source, before, rewriter)]);
  return true;
});

/** The dimensions that hold more than one element. */
function longDims(shape: readonly number[]): number[] {
  return shape.flatMap((size, d) => (size === 1 ? [] : [d]));
}

/** Dimensions are permuted before a reshape that only adds or moves dimensions of one element, where they take fewer tiles. */
export const permuteBeforeReshape = pattern(PermuteOp, 'ttir-permute-before-reshape', (op, rewriter) => {
  const { input, permutation, result } = op;
  const reshape = input.definingOp;
  if (!(reshape instanceof ReshapeOp) || !input.hasOneUse) return false;
  const { shape } = reshape.input.type;
  if (tilesOf(shape) >= tilesOf(input.type.shape)) return false;
  const [from, to] = [longDims(shape), longDims(input.type.shape)];
  const sizes = (of: readonly number[], dims: readonly number[]): string => dims.map((d) => of[d]).join();
  if (sizes(shape, from) !== sizes(input.type.shape, to)) return false;
  const order = shape.map((_, d) => d);
  const moved = permutation.numbers().filter((d) => input.type.shape[d] !== 1);
  for (const [i, d] of moved.entries()) order[from[i]!] = from[to.indexOf(d)]!;
  const tensors = new TensorBuilder(rewriter);
  const permuted = order.every((dim, d) => dim === d) ? reshape.input : tensors.permute(reshape.input, order);
  rewriter.replaceOp(op, [tensors.reshape(permuted, result.type.shape)]);
  return true;
});
