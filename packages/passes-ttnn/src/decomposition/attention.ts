import { si32, ui32 } from '@shardform/dialect-ttir';
import {
  AddOp,
  changedTensor,
  ConcatenateHeadsOp,
  ConcatOp,
  GreaterThanOp,
  MultiplyOp,
  RepeatInterleaveOp,
  RepeatOp,
  ReshapeOp,
  ScaledDotProductAttentionDecodeOp,
  ScaledDotProductAttentionOp,
  ShapeAttr,
  SoftmaxOp,
  TensorBuilder,
  TransposeOp,
  TypecastOp,
} from '@shardform/dialect-ttnn';
import { i32Array } from '@shardform/dialect-ttir';
import {
  boolAttr,
  IntegerAttr,
  inversePermutation,
  pattern,
  type RankedTensorType,
  type RewritePattern,
  type Tensor,
  lastOf,
  zip,
} from '@shardform/ir-core';
import { elementTypeIn } from '../number-format.ts';
import { formatOf } from '../workaround/operand-workaround.ts';
import { causalMask, choice, counting, windowMask } from './masks.ts';

/** Heads of keys and values are repeated until there are as many as of queries. */
function repeatedHeads(maker: TensorBuilder, tensor: Tensor, heads: number): Tensor {
  const given = tensor.type.dimSize(1);
  if (given === heads) return tensor;
  const repeats = IntegerAttr.get(heads / given, ui32);
  const args = { input: tensor, repeats, dim: IntegerAttr.get(1, si32) };
  return maker.make(
    RepeatInterleaveOp,
    args,
    changedTensor(tensor.type, { shape: tensor.type.shape.with(1, heads) }),
  );
}

function transposed(maker: TensorBuilder, tensor: Tensor): Tensor {
  const { shape } = tensor.type;
  const swapped = [...shape.slice(0, -2), lastOf(shape), tensor.type.dimSize(-2)];
  const args = { input: tensor, dim0: IntegerAttr.get(-2, si32), dim1: IntegerAttr.get(-1, si32) };
  return maker.make(TransposeOp, args, changedTensor(tensor.type, { shape: swapped }));
}

function repeatedBy(
  maker: TensorBuilder,
  input: Tensor,
  repeats: readonly number[],
  like: RankedTensorType,
): Tensor {
  const shape = zip(input.type.shape, repeats).map(([size, repeat]) => size * repeat);
  return maker.make(
    RepeatOp,
    { input, repeatDims: ShapeAttr.get({ shape: repeats }) },
    changedTensor(like, { shape }),
  );
}

/** Scores with what hides keys added. */
function masked(maker: TensorBuilder, op: ScaledDotProductAttentionOp, scores: Tensor): Tensor {
  const { attentionMask, slidingWindowSize } = op;
  const isCausal = op.isCausal?.value !== 0n;
  // Verified: scores have four dimensions.
  const [, heads, queries, keys] = scores.type.shape as [number, number, number, number];
  const shape = [1, 1, queries, keys];
  let result = scores;
  if (attentionMask !== null) {
    const isShared = attentionMask.type.shape[1] === 1 && heads > 1;
    const mask: Tensor = isShared
      ? repeatedBy(maker, attentionMask, [1, heads, 1, 1], attentionMask.type)
      : attentionMask;
    result = maker.binary(AddOp, result, mask);
  }
  if (slidingWindowSize !== null) {
    const window = { size: slidingWindowSize.number, isCausal };
    return maker.binary(AddOp, result, windowMask(maker, op.query.type, shape, window));
  }
  if (attentionMask !== null || !isCausal) return result;
  return maker.binary(AddOp, result, causalMask(maker, op.query.type, shape));
}

/** Scores with those of the sink behind them. */
function withSink(maker: TensorBuilder, sink: Tensor, scores: Tensor, scale: Tensor): Tensor {
  // Verified: scores have four dimensions.
  const [batch, , queries, keys] = scores.type.shape as [number, number, number, number];
  let scaled = maker.binary(MultiplyOp, sink, scale);
  const columns = sink.type.dimSize(-1);
  const wanted = [...scores.type.shape.slice(0, 3), columns];
  if (sink.type.shape.join() !== wanted.join())
    scaled = repeatedBy(maker, scaled, [batch, 1, queries, 1], scores.type);
  const type = changedTensor(scores.type, { shape: scores.type.shape.with(-1, keys + columns) });
  return maker.make(ConcatOp, { inputs: [scores, scaled], dim: IntegerAttr.get(-1, si32) }, type);
}

/** Products, a scale, masks and a softmax. */
const attention = pattern(ScaledDotProductAttentionOp, 'ttnn-decompose-attention', (op, rewriter) => {
  const { query, attentionSink, result } = op;
  const { type } = query;
  // Verified: attention has four dimensions.
  const [, heads, , features] = type.shape as [number, number, number, number];
  if (heads % op.key.type.dimSize(1) !== 0) return false;
  const maker = new TensorBuilder(rewriter);
  const key = repeatedHeads(maker, op.key, heads);
  const value = repeatedHeads(maker, op.value, heads);
  const products = maker.matmul(query, transposed(maker, key), type);
  const scale = maker.full(
    op.scale?.value ?? 1 / Math.sqrt(features),
    changedTensor(type, { shape: [1, 1, 1, 1] }),
  );
  const scores = masked(maker, op, maker.binary(MultiplyOp, products, scale));
  const joined = attentionSink === null ? scores : withSink(maker, attentionSink, scores, scale);
  const args = { input: joined, dimension: IntegerAttr.get(-1, si32), numericStable: boolAttr(true) };
  let weights = maker.make(SoftmaxOp, args, joined.type);
  if (attentionSink !== null) {
    const { shape } = scores.type;
    weights = maker.slice(
      weights,
      shape.map(() => 0),
      shape,
    );
  }
  rewriter.replaceOp(op, [maker.matmul(weights, value, result.type)]);
  return true;
});

const STEP_TO_SEQUENCE = [1, 2, 0, 3];

/** Positions of the batch as numbers of a format, one for each member. */
function positions(
  maker: TensorBuilder,
  op: ScaledDotProductAttentionDecodeOp,
  like: RankedTensorType,
): Tensor | null {
  const { curPosTensor } = op;
  if (curPosTensor === null) return null;
  const input = maker.reshape(curPosTensor, [op.query.type.dimSize(1), 1, 1, 1]);
  const format = formatOf(like) ?? 'bf16';
  return maker.make(TypecastOp, { input }, changedTensor(input.type, { elementType: elementTypeIn(format) }));
}

/** The mask that the operation has, in the order of sequences and with the scale. */
function givenMask(maker: TensorBuilder, op: ScaledDotProductAttentionDecodeOp): Tensor | null {
  const mask = op.attentionMask;
  if (mask === null) return null;
  const scale = op.scale?.value ?? 1 / Math.sqrt(op.query.type.dimSize(-1));
  const factor = maker.full(scale, changedTensor(mask.type, { shape: mask.type.shape.map(() => 1) }));
  return maker.permute(maker.binary(MultiplyOp, mask, factor), [0, 2, 1, 3]);
}

/** Hides keys after the position of each member of the batch. */
function positionMask(maker: TensorBuilder, op: ScaledDotProductAttentionDecodeOp): Tensor | null {
  const { type } = op.query;
  const keys = op.key.type.dimSize(2);
  const position = positions(maker, op, type);
  if (position === null) return null;
  const index = counting(maker, keys, 3, type);
  const maskType = changedTensor(type, { shape: [type.dimSize(1), 1, 1, keys] });
  const isHidden = maker.binary(GreaterThanOp, index, position, maskType);
  const zeros = maker.full(0, maskType);
  return choice(maker, isHidden, maker.full(-Infinity, maskType), zeros, maskType);
}

/** Hides keys outside of the window before the position of each member, or at the end without positions. */
function stepWindowMask(
  maker: TensorBuilder,
  op: ScaledDotProductAttentionDecodeOp,
  size: number,
  like: RankedTensorType,
): Tensor {
  const keys = op.key.type.dimSize(2);
  const isCausal = op.isCausal?.value !== 0n;
  const hasPositions = isCausal && op.curPosTensor !== null;
  const index = counting(maker, keys, 3, like);
  const batch = hasPositions ? op.query.type.dimSize(1) : 1;
  const type = changedTensor(like, { shape: [batch, 1, 1, keys] });
  const zeros = maker.full(0, type);
  const hidden = maker.full(-Infinity, type);
  const position = hasPositions ? positions(maker, op, like) : null;
  if (position === null) {
    const isInside = maker.binary(GreaterThanOp, index, maker.full(keys - size - 1, type), type);
    return choice(maker, isInside, zeros, hidden, type);
  }
  const start = maker.binary(AddOp, position, maker.full(-size, position.type));
  const isAfter = maker.binary(GreaterThanOp, index, position, type);
  const upper = choice(maker, isAfter, hidden, zeros, type);
  const isInside = maker.binary(GreaterThanOp, index, start, type);
  return maker.binary(AddOp, upper, choice(maker, isInside, zeros, hidden, type));
}

/** The sink of four dimensions that attention takes: a column of heads. */
function sinkOfHeads(maker: TensorBuilder, sink: Tensor | null): Tensor | null {
  if (sink?.type.rank !== 2) return sink;
  // The condition has checked the rank.
  const [heads, columns] = sink.type.shape as [number, number];
  const wide = maker.reshape(sink, [1, heads, 1, columns]);
  return maker.slice(wide, [0, 0, 0, 0], [1, heads, 1, 1]);
}

/** Attention of one step is attention of a sequence of one, with what hides keys in a mask. */
const decode = pattern(
  ScaledDotProductAttentionDecodeOp,
  'ttnn-decompose-decode-attention',
  (op, rewriter) => {
    const maker = new TensorBuilder(rewriter);
    const { key, value, scale, slidingWindowSize } = op;
    const isCausal = op.isCausal?.value !== 0n;
    const query = maker.permute(op.query, STEP_TO_SEQUENCE);
    let mask = givenMask(maker, op);
    if (mask === null && isCausal && slidingWindowSize === null) mask = positionMask(maker, op);
    if (slidingWindowSize !== null) {
      const window = stepWindowMask(maker, op, slidingWindowSize.number, mask?.type ?? op.query.type);
      mask = mask === null ? window : maker.binary(AddOp, mask, window);
    }
    const attentionSink = sinkOfHeads(maker, op.attentionSink);
    const args = { query, key, value, attentionMask: mask, attentionSink, scale, isCausal: boolAttr(false) };
    const made = maker.make(ScaledDotProductAttentionOp, args, query.type);
    rewriter.replaceOp(op, [maker.permute(made, inversePermutation(STEP_TO_SEQUENCE))]);
    return true;
  },
);

/** Heads side by side again. */
const concatenateHeads = pattern(ConcatenateHeadsOp, 'ttnn-decompose-concatenate-heads', (op, rewriter) => {
  const input = new TensorBuilder(rewriter).permute(op.input, [0, 2, 1, 3]);
  const { type } = op.result;
  rewriter.replaceOpWith(op, ReshapeOp, { input, shape: i32Array(type.shape) }, [type]);
  return true;
});

/** Attention and its heads. */
export const attentionDecompositions: readonly RewritePattern[] = [concatenateHeads, attention, decode];
