import {
  DenseArrayAttr,
  f32,
  FloatAttr,
  i32,
  i64,
  IntegerAttr,
  IntegerType,
  inversePermutation,
  isInstance,
  pattern,
  type RewritePattern,
  type Tensor,
} from '@shardform/ir-core';
import { elementSize } from './element-size.ts';
import { i32Array, i32Numbers, si32 } from '@shardform/dialect-ttir';
import {
  changedTensor,
  EmbeddingOp,
  FullOp,
  GatherOp,
  LessThanOp,
  MaximumOp,
  MultiplyOp,
  openedDevice,
  PermuteOp,
  ProdOp,
  ReshapeOp,
  roundedUp,
  SamplingOp,
  ShapeAttr,
  SliceStaticOp,
  TensorBuilder,
  TopKRouterGptOp,
  ToTensorSpecOp,
  WhereOp,
} from '@shardform/dialect-ttnn';
import { deviceDescription } from '@shardform/dialect-ttcore';
import { workaroundType } from '../apply-workarounds.ts';
import { formatOf } from '../operand-workaround.ts';

/** The library has no negative indices: they give what stands for no number. */
const signedGather = pattern(GatherOp, 'ttnn-gather-of-signed-indices', (op, rewriter) => {
  const { index, result, input, dim } = op;
  if (formatOf(index.type) !== 'si32') return false;
  const device = openedDevice(op, rewriter);
  const options = { location: op.location };
  const full = (type: typeof index.type, fillValue: FloatAttr | IntegerAttr): Tensor =>
    rewriter.create(
      FullOp,
      { device, shape: ShapeAttr.get({ shape: type.shape }), fillValue },
      [type],
      options,
    ).result;
  const zero = full(index.type, IntegerAttr.get(0, i32));
  const { elementType } = result.type;
  const maskType = changedTensor(index.type, { elementType });
  const isNegative = rewriter.create(LessThanOp, { lhs: index, rhs: zero }, [maskType], options).result;
  const positive = rewriter.create(MaximumOp, { lhs: index, rhs: zero }, [index.type], options).result;
  const unsignedType = workaroundType(index.type, { dataType: 'u32' }, op);
  const safe = rewriter.create(ToTensorSpecOp, { input: positive }, [unsignedType], options).result;
  const found = rewriter.create(GatherOp, { input, index: safe, dim }, [result.type], options).result;
  const nothing = isInstance(IntegerType, elementType)
    ? IntegerAttr.get(-(2n ** 31n), i32)
    : FloatAttr.get(Number.NaN, f32);
  const missing = full(result.type, nothing);
  const args = { first: isNegative, second: missing, third: found };
  rewriter.replaceOpWith(op, WhereOp, args, [result.type]);
  return true;
});

/** The library takes matrices, not rows. */
const rowGather = pattern(GatherOp, 'ttnn-gather-of-a-row', (op, rewriter) => {
  const { type } = op.result;
  if (op.input.type.rank !== 1) return false;
  const tensors = new TensorBuilder(rewriter);
  const input = tensors.reshape(op.input, [1, ...op.input.type.shape]);
  const index = tensors.reshape(op.index, [1, ...op.index.type.shape]);
  const dim = IntegerAttr.get(op.dim.number < 0 ? op.dim.number : op.dim.number + 1, si32);
  const found = rewriter.create(
    GatherOp,
    { input, index, dim },
    [changedTensor(type, { shape: [1, ...type.shape] })],
    { location: op.location },
  );
  rewriter.replaceOpWith(op, ReshapeOp, { input: found.result, shape: i32Array(type.shape) }, [type]);
  return true;
});

/** Tables have four dimensions at most. */
const tableOfFour = pattern(EmbeddingOp, 'ttnn-embedding-of-four-dimensions', (op, rewriter) => {
  const { shape } = op.weight.type;
  if (shape.length <= 4) return false;
  const weight = new TensorBuilder(rewriter).reshape(op.weight, [1, 1, ...shape.slice(-2)]);
  rewriter.modifyInPlace(op, () => {
    op.setOperand(1, weight);
  });
  return true;
});

const samplingOfFour = pattern(SamplingOp, 'ttnn-sampling-of-four-dimensions', (op, rewriter) => {
  const { shape } = op.inputValues.type;
  if (shape.length !== 2) return false;
  const tensors = new TensorBuilder(rewriter);
  const inputValues = tensors.reshape(op.inputValues, [1, 1, ...shape]);
  const inputIndices = tensors.reshape(op.inputIndices, [1, 1, ...shape]);
  const { k, p, temp, seed, result } = op;
  const type = changedTensor(result.type, { shape: [1, 1, 1, op.inputValues.type.dimSize(0)] });
  const args = { inputValues, inputIndices, k, p, temp, seed };
  const made = rewriter.create(SamplingOp, args, [type], { location: op.location });
  const output = { input: made.result, shape: i32Array(result.type.shape) };
  rewriter.replaceOpWith(op, ReshapeOp, output, [result.type]);
  return true;
});

/** Products of more integers than this are left to the library. */
const MOST_FACTORS = 16;

/** The library multiplies in bf16, which is too short for integers. */
const integerProduct = pattern(ProdOp, 'ttnn-product-of-integers', (op, rewriter) => {
  const { input, dimArg } = op;
  const { shape, rank, elementType } = input.type;
  if (dimArg === null || !isInstance(IntegerType, elementType)) return false;
  const dim = dimArg.number < 0 ? dimArg.number + rank : dimArg.number;
  const count = shape[dim] ?? 0;
  if (count <= 0 || count > MOST_FACTORS) return false;
  const part = (i: number): Tensor =>
    new TensorBuilder(rewriter).slice(
      input,
      shape.map((_, d) => (d === dim ? i : 0)),
      shape.with(dim, i + 1),
    );
  let product = part(0);
  for (let i = 1; i < count; i++) {
    const args = { lhs: product, rhs: part(i) };
    product = rewriter.create(MultiplyOp, args, [product.type], { location: op.location }).result;
  }
  if (op.keepDim.value === 0n) {
    const args = { input: product, shape: i32Array(op.result.type.shape) };
    product = rewriter.create(ReshapeOp, args, [op.result.type], { location: op.location }).result;
  }
  rewriter.replaceOp(op, [product]);
  return true;
});

/** Two rows of a slice have to fit into the memory of a core: dimensions are exchanged where they don't. */
const longRows = pattern(SliceStaticOp, 'ttnn-slice-with-long-rows', (op, rewriter) => {
  const { type } = op.result;
  const { rank, shape } = type;
  if (rank < 2) return false;
  const { chip } = deviceDescription(op);
  const memory = chip.l1Size - chip.l1UnreservedBase;
  const bytes = elementSize(op.input.type.elementType);
  const fits = (size: number): boolean => size * bytes * 2 <= memory;
  if (fits(type.dimSize(rank - 1))) return false;
  const swap = shape.slice(0, -1).findLastIndex(fits);
  if (swap < 0) return false;
  const order = shape.map((_, d) => (d === swap ? rank - 1 : d === rank - 1 ? swap : d));
  const input = new TensorBuilder(rewriter).permute(op.input, order);
  const [begins, ends, step] = [op.begins, op.ends, op.step].map((list) => {
    const numbers = i32Numbers(list);
    return i32Array(order.map((dim) => numbers[dim]!));
  });
  const part = rewriter.create(
    SliceStaticOp,
    { input, begins: begins!, ends: ends!, step: step! },
    [changedTensor(type, { shape: order.map((dim) => type.dimSize(dim)) })],
    { location: op.location },
  );
  const permutation = DenseArrayAttr.get(i64, inversePermutation(order));
  rewriter.replaceOpWith(op, PermuteOp, { input: part.result, permutation }, [type]);
  return true;
});

/** The kernel chooses experts by eights. */
const EXPERTS = 8;

const wholeChoices = pattern(TopKRouterGptOp, 'ttnn-router-of-whole-choices', (op, rewriter) => {
  const k = op.k.number;
  const whole = roundedUp(k, EXPERTS);
  if (whole === k) return false;
  const { input, weight, bias, numExperts } = op;
  const types = [op.expertIndices.type, op.expertWeights.type] as const;
  const batch = types[0].dimSize(0);
  const made = rewriter.create(
    TopKRouterGptOp,
    { input, weight, bias, k: IntegerAttr.get(whole, i32), numExperts },
    types.map((type) => changedTensor(type, { shape: [batch, whole] })),
    { location: op.location },
  );
  const tensors = new TensorBuilder(rewriter);
  rewriter.replaceOp(op, [
    tensors.slice(made.expertIndices, [0, 0], [batch, k], types[0]),
    tensors.slice(made.expertWeights, [0, 0], [batch, k], types[1]),
  ]);
  return true;
});

/** Operations that find elements. */
export const indexingDecompositions: readonly RewritePattern[] = [
  signedGather,
  rowGather,
  samplingOfFour,
  tableOfFour,
  integerProduct,
  wholeChoices,
  longRows,
];
