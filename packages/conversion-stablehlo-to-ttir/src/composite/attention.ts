import * as ttir from '@shardform/dialect-ttir';
import { AttentionMaskTypeAttr } from '@shardform/dialect-ttcore';
import { f32, FloatAttr, type Tensor } from '@shardform/ir-core';
import { boolOf, type CompositeCall } from './composite-call.ts';
import type { CompositeLowering } from './legalize-composites.ts';

function withHead(call: CompositeCall, value: Tensor): Tensor {
  return call.reshape(value, value.type.shape.toSpliced(1, 0, 1));
}

/** A mask of fewer dimensions holds for all batches and heads. */
function maskOf(call: CompositeCall, mask: Tensor, needsHead: boolean): Tensor | null {
  const { shape } = mask.type;
  if (shape.length > 4) return null;
  if (needsHead && shape.length === 3) return withHead(call, mask);
  if (shape.length === 4) return mask;
  return call.reshape(mask, [...new Array<number>(4 - shape.length).fill(1), ...shape]);
}

/** Without a dimension for heads there is one head. A mask is used only when attention is not causal. */
const attention: CompositeLowering = (call) => {
  const [query, key, value, mask] = call.operands;
  const { length: count } = call.operands;
  if (query === undefined || key === undefined || value === undefined || count > 4) return null;
  const needsHead = query.type.rank === 3;
  if (!needsHead && query.type.rank !== 4) return null;
  const isCausal = call.flag('is_causal', true);
  const inputs = [query, key, value].map((tensor) => (needsHead ? withHead(call, tensor) : tensor));
  const attentionMask = isCausal || mask === undefined ? null : maskOf(call, mask, needsHead);
  const type = call.resultType();
  const made = call.rewriter.create(
    ttir.ScaledDotProductAttentionOp,
    {
      query: inputs[0]!,
      key: inputs[1]!,
      value: inputs[2]!,
      attentionMask,
      attentionSink: null,
      isCausal: boolOf(isCausal),
      scale: call.float('scale'),
    },
    [needsHead ? type.withShape(type.shape.toSpliced(1, 0, 1)) : type],
  );
  return needsHead ? [call.reshape(made.result, type.shape)] : made;
};

const MASKS = ['none', 'causal', 'arbitrary'] as const;

function maskType(call: CompositeCall, otherwise: (typeof MASKS)[number]): (typeof MASKS)[number] | null {
  const number = call.integer('mask_type');
  return number === null ? otherwise : (MASKS[number] ?? null);
}

function dropout(call: CompositeCall): FloatAttr {
  return call.float('dropout_probability') ?? FloatAttr.get(0, f32);
}

const attentionForward: CompositeLowering = (call) => {
  const [query, key, value, mask] = call.operands;
  const kind = maskType(call, 'causal');
  if (query === undefined || key === undefined || value === undefined || kind === null) return null;
  if ((mask !== undefined) !== (kind === 'arbitrary')) return null;
  return call.rewriter.create(
    ttir.SdpaForwardOp,
    {
      query,
      key,
      value,
      attentionMask: mask ?? null,
      maskType: AttentionMaskTypeAttr.get(kind),
      dropoutProbability: dropout(call),
      returnIntermediates: boolOf(call.op.results.length === 2),
    },
    call.op.resultTypes(),
  );
};

const attentionBackward: CompositeLowering = (call) => {
  const [gradOutput, attnOutput, query, key, value, intermediates, mask] = call.operands;
  const kind = maskType(call, 'arbitrary');
  if (intermediates === undefined || kind === null || call.op.results.length !== 3) return null;
  if ((mask !== undefined) !== (kind === 'arbitrary')) return null;
  return call.rewriter.create(
    ttir.SdpaBackwardOp,
    {
      gradOutput: gradOutput!,
      attnOutput: attnOutput!,
      query: query!,
      key: key!,
      value: value!,
      intermediates,
      attentionMask: mask ?? null,
      maskType: AttentionMaskTypeAttr.get(kind),
      dropoutProbability: dropout(call),
    },
    call.op.resultTypes(),
  );
};

/** Lowerings of attention and its gradient. */
export const attentions: Readonly<Record<string, CompositeLowering>> = {
  'tenstorrent.scaled_dot_product_attention': attention,
  'tenstorrent.sdpa_fw': attentionForward,
  'tenstorrent.sdpa_bw': attentionBackward,
};
