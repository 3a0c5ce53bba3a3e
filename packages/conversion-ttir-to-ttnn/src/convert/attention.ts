import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { type ConversionPattern, f32, FloatAttr, inversePermutation, type Tensor } from '@shardform/ir-core';
import { TensorBuilder } from '@shardform/dialect-ttnn';
import { conversion, type ConversionScope, sameArguments } from './convertible.ts';

/** Batch, heads, sequence, features as the library has them for one step: sequence, batch, heads, features. */
const STEP_ORDER = [2, 0, 1, 3];

/** The library multiplies the sink by the scale, which TTIR does not. */
function unscaledSink(
  op: ttir.ScaledDotProductAttentionOp,
  { builder, device }: ConversionScope,
): Tensor | null {
  const sink = op.attentionSink;
  if (sink === null) return null;
  const scale = op.scale?.value ?? 1 / Math.sqrt(op.query.type.dimSize(-1));
  if (scale === 1 || scale === 0) return sink;
  const fillValue = FloatAttr.get(1 / Math.fround(scale), f32);
  const args = { device: device(), shape: ttnn.ShapeAttr.get({ shape: sink.type.shape }), fillValue };
  const rhs = builder.create(ttnn.FullOp, args, [sink.type]).result;
  return new TensorBuilder(builder).binary(ttnn.MultiplyOp, sink, rhs);
}

function oneStep(op: ttir.ScaledDotProductAttentionOp, scope: ConversionScope): Tensor {
  const { builder } = scope;
  const heads = op.query.type.dimSize(1);
  const tensors = new TensorBuilder(builder);
  const query = tensors.permute(op.query, STEP_ORDER);
  let mask: Tensor | null = op.attentionMask;
  if (mask !== null) {
    mask = tensors.permute(mask, [0, 2, 1, 3]);
    const [batch, sequence, , keys] = mask.type.shape;
    if (heads > 1) mask = tensors.repeatTo(mask, [batch!, sequence!, heads, keys!]);
  }
  const attentionSink = unscaledSink(op, scope);
  const { key, value, isCausal, scale, slidingWindowSize } = op;
  const args = { query, key, value, attentionMask: mask, attentionSink, isCausal, scale, slidingWindowSize };
  const made = builder.create(ttnn.ScaledDotProductAttentionDecodeOp, args, [query.type]);
  return tensors.permute(made.result, inversePermutation(STEP_ORDER));
}

const attention = conversion(ttir.ScaledDotProductAttentionOp, (op, scope) => {
  const sequence = op.query.type.dimSize(2);
  if (sequence === 1) return oneStep(op, scope);
  const { query, key, value, isCausal, scale, slidingWindowSize } = op;
  let mask: Tensor | null = op.attentionMask;
  if (mask?.type.shape[2] === 1) {
    mask = new TensorBuilder(scope.builder).repeatTo(mask, mask.type.shape.with(2, sequence));
  }
  const attentionSink = unscaledSink(op, scope);
  const args = { query, key, value, attentionMask: mask, attentionSink, isCausal, scale, slidingWindowSize };
  return scope.builder.create(ttnn.ScaledDotProductAttentionOp, args, op.resultTypes());
});

/** Attention and its heads. */
export const attentionConversions: readonly ConversionPattern[] = [
  attention,
  sameArguments(ttir.ScaledDotProductAttentionDecodeOp, ttnn.ScaledDotProductAttentionDecodeOp),
  sameArguments(ttir.PagedScaledDotProductAttentionDecodeOp, ttnn.PagedScaledDotProductAttentionDecodeOp),
  sameArguments(ttir.ChunkedScaledDotProductAttentionOp, ttnn.ChunkedScaledDotProductAttentionOp),
  sameArguments(ttir.PagedFlashMultiLatentAttentionDecodeOp, ttnn.PagedFlashMultiLatentAttentionDecodeOp),
  sameArguments(ttir.SdpaForwardOp, ttnn.SdpaForwardOp),
  sameArguments(ttir.SdpaBackwardOp, ttnn.SdpaBackwardOp),
  sameArguments(ttir.ConcatenateHeadsOp, ttnn.ConcatenateHeadsOp),
  sameArguments(ttir.SplitQueryKeyValueAndSplitHeadsOp, ttnn.SplitQueryKeyValueAndSplitHeadsOp),
];
