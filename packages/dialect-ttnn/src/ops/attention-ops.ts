import * as ttir from '@shardform/dialect-ttir';
import { sharedWith } from './shared-spec.ts';
import {
  attrSizedOperandSegments,
  boolAttr as bool,
  defineOp,
  type OpReport,
  optional,
  optionalAttr,
  storedDefaultAttr,
} from '@shardform/ir-core';
import { boolAttr, checks, f32Attr, ui32Attr } from '@shardform/dialect-ttir';
import { SdpaConfigAttr } from '../attrs/index.ts';
import { computeConfig, tensor } from '../constraints.ts';
import { tileElements } from '../traits.ts';
import {
  attentionBackwardProblems,
  attentionForwardProblems,
  attentionProblems,
  concatenateHeadsProblems,
  createDecodedHeadsProblems,
  decodeAttentionProblems,
  joinDecodedHeadsProblems,
  joinHeadsProblems,
  latentPrefillProblems,
  rotaryLlamaProblems,
  rotaryProblems,
} from '../verify/index.ts';

/** Attention. */
export class ScaledDotProductAttentionOp extends defineOp('ttnn.scaled_dot_product_attention', {
  ...sharedWith(ttir.ScaledDotProductAttentionOp),
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(attentionProblems(this), report);
  }
}

/** Attention of one step to a cache. */
export class ScaledDotProductAttentionDecodeOp extends defineOp('ttnn.scaled_dot_product_attention_decode', {
  summary: 'decode attention with a KV cache',
  operands: {
    query: tensor,
    key: tensor,
    value: tensor,
    attention_mask: optional(tensor),
    cur_pos_tensor: optional(tensor),
    attention_sink: optional(tensor),
  },
  attrs: {
    is_causal: storedDefaultAttr(boolAttr, () => bool(true)),
    scale: optionalAttr(f32Attr),
    sliding_window_size: optionalAttr(ui32Attr),
    program_config: optionalAttr(SdpaConfigAttr.constraint),
  },
  results: { result: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(decodeAttentionProblems(this), report);
  }
}

/** Attention of one step to a cache of pages. */
export class PagedScaledDotProductAttentionDecodeOp extends defineOp(
  'ttnn.paged_scaled_dot_product_attention_decode',
  {
    summary: 'decode attention with a paged KV cache',
    operands: {
      query: tensor,
      key: tensor,
      value: tensor,
      page_table: tensor,
      attention_mask: optional(tensor),
      cur_pos_tensor: optional(tensor),
      attention_sink: optional(tensor),
    },
    attrs: {
      is_causal: storedDefaultAttr(boolAttr, () => bool(true)),
      scale: optionalAttr(f32Attr),
      sliding_window_size: optionalAttr(ui32Attr),
      program_config: optionalAttr(SdpaConfigAttr.constraint),
    },
    results: { result: tensor },
    traits: [tileElements, attrSizedOperandSegments],
    effects: 'none',
    speculates: 'always',
  },
) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.pagedAttentionProblems(this), report);
  }
}

/** Attention of a part of a sequence to a cache of pages. */
export class ChunkedScaledDotProductAttentionOp extends defineOp(
  'ttnn.chunked_scaled_dot_product_attention',
  {
    summary: 'chunked-prefill attention with a paged KV cache',
    operands: { query: tensor, key: tensor, value: tensor, page_table: tensor, chunk_start_idx: tensor },
    attrs: {
      scale: optionalAttr(f32Attr),
      program_config: optionalAttr(SdpaConfigAttr.constraint),
    },
    results: { result: tensor },
    traits: [tileElements],
    effects: 'none',
    speculates: 'always',
  },
) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.chunkedAttentionProblems(this, false), report);
  }
}

/** Latent attention of one step to a cache of pages. */
export class PagedFlashMultiLatentAttentionDecodeOp extends defineOp(
  'ttnn.paged_flash_multi_latent_attention_decode',
  {
    ...sharedWith(ttir.PagedFlashMultiLatentAttentionDecodeOp),
    traits: [tileElements, attrSizedOperandSegments],
    effects: 'none',
    speculates: 'always',
  },
) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.latentAttentionProblems(this), report);
  }
}

/** Latent attention of a sequence. */
export class FlashMlaPrefillOp extends defineOp('ttnn.flash_mla_prefill', {
  summary: 'multi-head latent attention (MLA) prefill',
  operands: { query: tensor, key: tensor, value: optional(tensor), attention_mask: optional(tensor) },
  attrs: {
    head_dim_v: ui32Attr,
    is_causal: storedDefaultAttr(boolAttr, () => bool(true)),
    scale: optionalAttr(f32Attr),
  },
  results: { result: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(latentPrefillProblems(this), report);
  }
}

/** Attention that keeps what its gradient needs. */
export class SdpaForwardOp extends defineOp('ttnn.sdpa_fw', {
  ...sharedWith(ttir.SdpaForwardOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(attentionForwardProblems(this), report);
  }
}

/** Gradient of attention. */
export class SdpaBackwardOp extends defineOp('ttnn.sdpa_bw', {
  ...sharedWith(ttir.SdpaBackwardOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(attentionBackwardProblems(this), report);
  }
}

/** Heads joined to one dimension. */
export class ConcatenateHeadsOp extends defineOp('ttnn.concatenate_heads', {
  ...sharedWith(ttir.ConcatenateHeadsOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(concatenateHeadsProblems(this), report);
  }
}

/** A joint projection split into heads. */
export class SplitQueryKeyValueAndSplitHeadsOp extends defineOp(
  'ttnn.split_query_key_value_and_split_heads',
  {
    ...sharedWith(ttir.SplitQueryKeyValueAndSplitHeadsOp),
    traits: [tileElements],
    effects: 'none',
    speculates: 'always',
  },
) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.splitHeadsProblems(this), report);
  }
}

/** Heads joined to one dimension. */
export class NlpConcatHeadsOp extends defineOp('ttnn.nlp_concat_heads', {
  summary: 'concatenates attention heads',
  operands: { input: tensor },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(joinHeadsProblems(this), report);
  }
}

/** Heads of one step joined to one dimension. */
export class NlpConcatHeadsDecodeOp extends defineOp('ttnn.nlp_concat_heads_decode', {
  summary: 'concatenates attention heads for decode',
  operands: { input: tensor },
  attrs: {
    num_heads: ui32Attr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(joinDecodedHeadsProblems(this), report);
  }
}

/** A joint projection of one step split into heads. */
export class NlpCreateQKVHeadsDecodeOp extends defineOp('ttnn.nlp_create_qkv_heads_decode', {
  summary: 'splits a fused QKV projection into heads for decode',
  operands: { input: tensor, batch_offset: optional(tensor) },
  attrs: {
    num_heads: ui32Attr,
    num_kv_heads: optionalAttr(ui32Attr),
    overlap_qk_coregrid: optionalAttr(boolAttr),
    slice_size: optionalAttr(ui32Attr),
  },
  results: { query: tensor, key: tensor, value: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(createDecodedHeadsProblems(this), report);
  }
}

/** Rotation of features by their position. */
export class RotaryEmbeddingOp extends defineOp('ttnn.rotary_embedding', {
  summary: 'rotary position embedding (RoPE)',
  operands: { input: tensor, cos_cache: tensor, sin_cache: tensor },
  attrs: {
    token_index: optionalAttr(ui32Attr),
    compute_config: optionalAttr(computeConfig),
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(rotaryProblems(this), report);
  }
}

/** Rotation of features by their position with a matrix. */
export class RotaryEmbeddingLlamaOp extends defineOp('ttnn.rotary_embedding_llama', {
  summary: 'rotary position embedding (RoPE) with a transformation matrix',
  operands: { input: tensor, cos_cache: tensor, sin_cache: tensor, trans_mat: tensor },
  attrs: {
    is_decode_mode: storedDefaultAttr(boolAttr, () => bool(false)),
    compute_config: optionalAttr(computeConfig),
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(rotaryLlamaProblems(this), report);
  }
}
