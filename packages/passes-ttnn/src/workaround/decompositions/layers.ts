import {
  AddOp,
  changedTensor,
  exactConfig,
  GroupNormOp,
  LinearOp,
  MatmulOp,
  noActivations,
  PadOp,
  RmsNormOp,
  roundedUp,
  TensorBuilder,
  TILE,
} from '@shardform/dialect-ttnn';
import { broadcastShapes } from '@shardform/dialect-ttir';
import {
  greatestCommonDivisor,
  i64,
  IntegerAttr,
  inversePermutation,
  pattern,
  type RewritePattern,
  type Tensor,
  lastOf,
} from '@shardform/ir-core';
import { activationOps } from '../../activations.ts';

/** The shape of a matrix product whose leading dimensions are broadcast. */
function productShape(op: LinearOp): number[] {
  const transposed = (shape: readonly number[], isTransposed: boolean): readonly number[] =>
    isTransposed && shape.length > 1 ? [...shape.slice(0, -2), lastOf(shape), shape.at(-2)!] : shape;
  const a = transposed(op.a.type.shape, op.transposeA?.value === 1n);
  const b = transposed(op.b.type.shape, op.transposeB?.value === 1n);
  const batch = broadcastShapes(a.slice(0, -2), b.slice(0, -2)) ?? [];
  const shape = [...batch, ...(a.length > 1 ? [a.at(-2)!] : []), ...(b.length > 1 ? [lastOf(b)] : [])];
  return shape.length === 0 ? [1] : shape;
}

/** The library adds a bias that is one row to the product with one matrix. */
function isFused(op: LinearOp, product: readonly number[]): boolean {
  const bias = op.bias?.type.shape;
  if (bias === undefined) return true;
  if (op.b.type.shape.slice(0, -2).some((size) => size > 1)) return false;
  return bias.length > 0 && bias.at(-1) === product.at(-1) && bias.slice(0, -1).every((size) => size === 1);
}

const linear = pattern(
  LinearOp,
  'ttnn-linear-of-batches',
  (op, rewriter) => {
    const { bias, a, b, transposeA, transposeB, computeConfig, activation } = op;
    const shape = productShape(op);
    if (bias === null || isFused(op, shape)) return false;
    const options = { location: op.location };
    const type = changedTensor(op.result.type, { shape });
    const args = { a, b, transposeA, transposeB, computeConfig };
    const product = rewriter.create(MatmulOp, args, [type], options);
    const dtype = op.getAttr('ttcore.weight_dtype');
    if (dtype !== null) product.setAttr('ttcore.weight_dtype', dtype);
    const sumType = changedTensor(type, { shape: broadcastShapes(shape, bias.type.shape) ?? shape });
    const sum = rewriter.create(
      AddOp,
      { lhs: product.result, rhs: bias, ...noActivations },
      [sumType],
      options,
    );
    let result: Tensor = new TensorBuilder(rewriter).reshape(sum.result, op.result.type.shape);
    if (activation !== null) {
      const make = activationOps.get(activation.value);
      if (make === undefined) return false;
      result = rewriter.create(make, { input: result }, [op.result.type], options).result;
    }
    rewriter.replaceOp(op, [result]);
    return true;
  },
  { benefit: 2 },
);

const rmsNormConfig = pattern(RmsNormOp, 'ttnn-rms-norm-exactness', (op, rewriter) => {
  if (op.computeConfig !== null) return false;
  rewriter.modifyInPlace(op, () => {
    op.computeConfig = exactConfig({ packerL1Acc: true });
  });
  return true;
});

/** Channels come in whole tiles, of whole groups. */
const wholeChannels = pattern(GroupNormOp, 'ttnn-group-norm-of-whole-tiles', (op, rewriter) => {
  const { input, weight, bias, inputMask, epsilon } = op;
  const { rank } = input.type;
  const channels = input.type.dimSize(3);
  const affine = [weight, bias];
  if (rank !== 4 || channels % TILE === 0 || affine.some((tensor) => tensor && tensor.type.rank !== 1))
    return false;
  const perGroup = channels / op.numGroups.number;
  const unit = (TILE * perGroup) / greatestCommonDivisor(TILE, perGroup);
  const whole = roundedUp(channels, unit);
  const tensors = new TensorBuilder(rewriter);
  const larger = tensors.padTo(input, 3, whole, false);
  const [newWeight, newBias] = affine.map((tensor) =>
    tensor?.type.shape[0] === channels ? tensors.padTo(tensor, 0, whole, false) : tensor,
  );
  const { type } = op.result;
  const numGroups = IntegerAttr.get(whole / perGroup, i64);
  const made = rewriter.create(
    GroupNormOp,
    { input: larger, inputMask, weight: newWeight ?? null, bias: newBias ?? null, numGroups, epsilon },
    [changedTensor(type, { shape: type.shape.with(3, whole) })],
    { location: op.location },
  );
  rewriter.replaceOp(op, [tensors.slice(made.result, [0, 0, 0, 0], type.shape, type)]);
  return true;
});

/** Weight and bias come as rows of a tile's width. */
const affineRows = pattern(GroupNormOp, 'ttnn-group-norm-affine-rows', (op, rewriter) => {
  const inRows = (tensor: Tensor | null): Tensor | null => {
    const channels = tensor?.type.shape[0] ?? 0;
    if (tensor?.type.rank !== 1 || channels <= 0 || channels % TILE !== 0) return tensor;
    return new TensorBuilder(rewriter).reshape(tensor, [1, 1, channels / TILE, TILE]);
  };
  const [weight, bias] = [inRows(op.weight), inRows(op.bias)];
  if (weight === op.weight && bias === op.bias) return false;
  const { input, inputMask, numGroups, epsilon } = op;
  rewriter.replaceOpWith(
    op,
    GroupNormOp,
    { input, inputMask, weight, bias, numGroups, epsilon },
    op.resultTypes(),
  );
  return true;
});

/** The library pads the last three of four dimensions: others are joined to one before. */
const highPad = pattern(PadOp, 'ttnn-pad-of-many-dimensions', (op, rewriter) => {
  const { shape, rank } = op.input.type;
  const counts = op.padding.numbers();
  const dims = shape.map((_, d) => d);
  const grown = dims.filter((d) => counts[2 * d] !== 0 || counts[2 * d + 1] !== 0);
  const kept = dims.filter((d) => !grown.includes(d));
  if (rank <= 4 || grown.length === 0 || grown.length > 3) return false;
  const order = [...kept, ...grown];
  const joined = kept.reduce((product, d) => product * op.input.type.dimSize(d), 1);
  const tensors = new TensorBuilder(rewriter);
  const down = tensors.reshape(tensors.permute(op.input, order), [
    joined,
    ...grown.map((d) => op.input.type.dimSize(d)),
  ]);
  const larger = tensors.pad(down, [0, 0, ...grown.flatMap((d) => [counts[2 * d]!, counts[2 * d + 1]!])], {
    value: op.value.value,
  });
  const up = tensors.reshape(larger, [
    ...kept.map((d) => op.input.type.dimSize(d)),
    ...larger.type.shape.slice(1),
  ]);
  rewriter.replaceOp(op, [tensors.permute(up, inversePermutation(order))]);
  return true;
});

/** Products, normalisations and padding. */
export const layerDecompositions: readonly RewritePattern[] = [
  linear,
  wholeChannels,
  affineRows,
  highPad,
  rmsNormConfig,
];
