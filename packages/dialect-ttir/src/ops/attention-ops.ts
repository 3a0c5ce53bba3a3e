import {
  attrSizedOperandSegments,
  boolAttr as bool,
  defineOp,
  type OpReport,
  optional,
  optionalAttr,
  storedDefaultAttr,
} from '@shardform/ir-core';
import { AttentionMaskTypeAttr } from '@shardform/dialect-ttcore';
import { boolAttr, f32Attr, f32Default, tensor, ui32Attr } from '../constraints.ts';
import {
  attentionBackwardProblems,
  attentionForwardProblems,
  attentionProblems,
  chunkedAttentionProblems,
  concatenateHeadsProblems,
  decodeAttentionProblems,
  latentAttentionProblems,
  pagedAttentionProblems,
  splitHeadsProblems,
  verifyFirst,
} from '../verify/index.ts';

/** Attention. */
export class ScaledDotProductAttentionOp extends defineOp('ttir.scaled_dot_product_attention', {
  summary: 'scaled dot-product attention',
  operands: {
    query: tensor,
    key: tensor,
    value: tensor,
    attention_mask: optional(tensor),
    attention_sink: optional(tensor),
  },
  attrs: {
    is_causal: storedDefaultAttr(boolAttr, () => bool(true)),
    scale: optionalAttr(f32Attr),
    sliding_window_size: optionalAttr(ui32Attr),
  },
  results: { result: tensor },
  traits: [attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(attentionProblems(this), report);
  }
}

/** Attention of one step to a cache. */
export class ScaledDotProductAttentionDecodeOp extends defineOp('ttir.scaled_dot_product_attention_decode', {
  summary: 'decode attention with a KV cache',
  operands: {
    query: tensor,
    key: tensor,
    value: tensor,
    attention_mask: optional(tensor),
    cur_pos_tensor: tensor,
    attention_sink: optional(tensor),
  },
  attrs: {
    is_causal: storedDefaultAttr(boolAttr, () => bool(true)),
    scale: optionalAttr(f32Attr),
  },
  results: { result: tensor },
  traits: [attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(decodeAttentionProblems(this), report);
  }
}

/** Attention of one step to a cache of pages. */
export class PagedScaledDotProductAttentionDecodeOp extends defineOp(
  'ttir.paged_scaled_dot_product_attention_decode',
  {
    summary: 'decode attention with a paged KV cache',
    operands: {
      query: tensor,
      key: tensor,
      value: tensor,
      page_table: tensor,
      output: tensor,
      attention_mask: optional(tensor),
      cur_pos_tensor: optional(tensor),
      attention_sink: optional(tensor),
    },
    attrs: {
      is_causal: storedDefaultAttr(boolAttr, () => bool(true)),
      scale: optionalAttr(f32Attr),
      sliding_window_size: optionalAttr(ui32Attr),
    },
    results: { result: tensor },
    traits: [attrSizedOperandSegments],
    effects: 'none',
    speculates: 'always',
  },
) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(pagedAttentionProblems(this), report);
  }
}

/** Attention of a part of a sequence to a cache of pages. */
export class ChunkedScaledDotProductAttentionOp extends defineOp(
  'ttir.chunked_scaled_dot_product_attention',
  {
    summary: 'chunked-prefill attention with a paged KV cache',
    operands: {
      query: tensor,
      key: tensor,
      value: tensor,
      page_table: tensor,
      chunk_start_idx: tensor,
      output: tensor,
    },
    attrs: {
      scale: optionalAttr(f32Attr),
    },
    results: { result: tensor },
    effects: 'none',
    speculates: 'always',
  },
) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(chunkedAttentionProblems(this, true), report);
  }
}

/** Latent attention of one step to a cache of pages. */
export class PagedFlashMultiLatentAttentionDecodeOp extends defineOp(
  'ttir.paged_flash_multi_latent_attention_decode',
  {
    summary: 'multi-head latent attention (MLA) decode with a paged KV cache',
    operands: {
      query: tensor,
      key: tensor,
      value: optional(tensor),
      page_table: tensor,
      attention_mask: optional(tensor),
      cur_pos_tensor: optional(tensor),
      attention_sink: optional(tensor),
    },
    attrs: {
      head_dim_v: ui32Attr,
      is_causal: storedDefaultAttr(boolAttr, () => bool(true)),
      scale: optionalAttr(f32Attr),
    },
    results: { result: tensor },
    traits: [attrSizedOperandSegments],
    effects: 'none',
    speculates: 'always',
  },
) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(latentAttentionProblems(this), report);
  }
}

/** Attention that keeps what its gradient needs. */
export class SdpaForwardOp extends defineOp('ttir.sdpa_fw', {
  summary: 'scaled dot-product attention for training',
  operands: { query: tensor, key: tensor, value: tensor, attention_mask: optional(tensor) },
  attrs: {
    mask_type: storedDefaultAttr(AttentionMaskTypeAttr.constraint, () => AttentionMaskTypeAttr.get('causal')),
    dropout_probability: storedDefaultAttr(f32Attr, f32Default(0)),
    return_intermediates: storedDefaultAttr(boolAttr, () => bool(false)),
  },
  results: { output: tensor, intermediates: optional(tensor) },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(attentionForwardProblems(this), report);
  }
}

/** Gradient of attention. */
export class SdpaBackwardOp extends defineOp('ttir.sdpa_bw', {
  summary: 'gradient of scaled dot-product attention',
  operands: {
    grad_output: tensor,
    attn_output: tensor,
    query: tensor,
    key: tensor,
    value: tensor,
    intermediates: tensor,
    attention_mask: optional(tensor),
  },
  attrs: {
    mask_type: storedDefaultAttr(AttentionMaskTypeAttr.constraint, () =>
      AttentionMaskTypeAttr.get('arbitrary'),
    ),
    dropout_probability: storedDefaultAttr(f32Attr, f32Default(0)),
  },
  results: { grad_query: tensor, grad_key: tensor, grad_value: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(attentionBackwardProblems(this), report);
  }
}

/** Heads joined to one dimension. */
export class ConcatenateHeadsOp extends defineOp('ttir.concatenate_heads', {
  summary: 'concatenates attention heads',
  operands: { input: tensor },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(concatenateHeadsProblems(this), report);
  }
}

/** A joint projection split into heads. */
export class SplitQueryKeyValueAndSplitHeadsOp extends defineOp(
  'ttir.split_query_key_value_and_split_heads',
  {
    summary: 'splits a fused QKV projection into heads',
    operands: { input_tensor: tensor, kv_input_tensor: optional(tensor) },
    attrs: {
      num_heads: ui32Attr,
      num_kv_heads: optionalAttr(ui32Attr),
      transpose_key: boolAttr,
    },
    results: { query: tensor, key: tensor, value: tensor },
    effects: 'none',
    speculates: 'always',
  },
) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(splitHeadsProblems(this), report);
  }
}
