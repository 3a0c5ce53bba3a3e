import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf } from '@shardform/dialect-ttir';

const COMPUTE = '`compute_config` chooses the math fidelity and the precision of the accumulation.';

/** The documentation of fused normalizations. */
const normalizationDocumentation: DialectDocumentation = {
  dit_rms_norm_unary_fused: {
    description: `Normalizes the last dimension by its root mean square and applies an activation in one kernel, for diffusion transformers:
\`activation(x / sqrt(mean(x²) + epsilon) · weight + bias)\`, where \`residual_input\`, if given, is added to the operand first.
\`activation\` names the function, such as \`silu\`; \`memory_config\` says where the result lies. ${COMPUTE}`,
    example: exampleOf({
      op: 'ttnn.dit_rms_norm_unary_fused',
      operands: { input: '32x128xbf16', weight: '128xbf16' },
      properties:
        'activation = "silu", epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0, 0>',
      results: ['32x128xbf16'],
    }),
  },
  layer_norm_post_all_gather: {
    description: `Normalizes the last dimension, which is sharded over devices, with the statistics of all devices, which an all-gather of the results of
\`ttnn.layer_norm_pre_all_gather\` gives: \`(x - mean) / sqrt(variance + epsilon) · weight + bias\`. The result has the shape of the
operand. ${COMPUTE} \`program_config\` says how the cores share the work.`,
    example: exampleOf({
      op: 'ttnn.layer_norm_post_all_gather',
      operands: { input: '1x1x32x128xbf16', stats: '1x1x32x128xbf16', weight: '128xbf16', bias: '128xbf16' },
      properties: 'epsilon = 9.99999996E-13 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>',
      results: ['1x1x32x128xbf16'],
    }),
  },
  layer_norm_pre_all_gather: {
    description: `Computes the statistics of a device's part of the last dimension for a layer normalization over devices: a column of sums and one of
squares, each padded to a tile, so that the last dimension of the result is 64. \`residual_input\` is added to the operand first; \`recip\` is a
table of reciprocals that the kernel uses. ${COMPUTE} \`program_config\` says how the cores share the work.`,
    example: exampleOf({
      op: 'ttnn.layer_norm_pre_all_gather',
      operands: { input: '1x1x32x128xbf16' },
      properties: 'operandSegmentSizes = array<i32: 1, 0, 0>',
      results: ['1x1x32x64xbf16'],
    }),
  },
  rms_norm_pre_all_gather: {
    description: `Computes the statistics of a device's part of the last dimension for a normalization by the root mean square over devices: the sum of
squares of each row, padded to a tile. \`residual\` is added to the operand first; \`use_2d_core_grid\` spreads the work over rows and columns of
cores. ${COMPUTE} \`program_config\` says how the cores share the work.`,
    example: exampleOf({
      op: 'ttnn.rms_norm_pre_all_gather',
      operands: { input: '1x1x32x128xbf16' },
      results: ['1x1x32x32xbf16'],
    }),
  },
};

/** The documentation of fused attention operations. */
const attentionDocumentation: DialectDocumentation = {
  flash_mla_prefill: {
    description: `Computes multi-head latent attention (MLA) of a whole sequence: \`query\` is [batch, heads, length, size], \`key\` [batch, key heads, length, size]
and \`value\` [batch, key heads, length, \`head_dim_v\`]; without it the values are the first \`head_dim_v\` features of the keys. The result is
[batch, heads, length, \`head_dim_v\`]. With \`is_causal\`, the default, there is no \`attention_mask\`; otherwise it is added to the scores.
\`scale\` is \`1 / sqrt(size)\` unless given.`,
    example: exampleOf({
      op: 'ttnn.flash_mla_prefill',
      operands: { query: '1x8x32x128xbf16', key: '1x1x32x128xbf16' },
      properties: 'head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>',
      results: ['1x8x32x64xbf16'],
    }),
  },
  indexer_score_dsa: {
    description: `Computes the scores by which DeepSeek's sparse attention (DSA) selects keys: \`score[s, t] = Σ_h relu(query[h, s] · key[t]) · weights[h, s]\`.
\`query\` is [1, heads, queries, size], \`key\` [1, 1, keys, size], \`weights\` [1, heads, queries, 1], and the result [1, 1, queries, keys]. Keys
behind position \`chunk_start_idx + s\` score minus infinity. \`cluster_axis\` is the axis of the mesh over which the queries are sharded.`,
    example: exampleOf({
      op: 'ttnn.indexer_score_dsa',
      operands: { query: '1x8x32x128xbf16', key: '1x1x64x128xbf16', weights: '1x8x32x1xbf16' },
      properties: 'chunk_start_idx = 32 : ui32',
      results: ['1x1x32x64xbf16'],
    }),
  },
  nlp_concat_heads: {
    description: `Joins the heads of attention: [batch, heads, length, size] becomes [batch, 1, length, heads · size]. It differs from
\`ttnn.concatenate_heads\` by the dimension of size one.`,
    example: exampleOf({
      op: 'ttnn.nlp_concat_heads',
      operands: { input: '1x8x32x64xbf16' },
      results: ['1x1x32x512xbf16'],
    }),
  },
  nlp_concat_heads_decode: {
    description: `Joins the heads of attention of one new token per user: [1, users, padded heads, size] becomes [1, 1, users, \`num_heads\` · size]; heads
beyond \`num_heads\` are padding and dropped.`,
    example: exampleOf({
      op: 'ttnn.nlp_concat_heads_decode',
      operands: { input: '1x32x32x64xbf16' },
      properties: 'num_heads = 8 : ui32',
      results: ['1x1x32x512xbf16'],
    }),
  },
  nlp_create_qkv_heads_decode: {
    description: `Splits the fused projection of one new token per user, [1, 1, users, (heads + 2 · key heads) · size], into queries [1, users, heads, size] and
keys and values [1, users, key heads, size]. There are \`num_heads\` query heads and \`num_kv_heads\` key heads, as many unless given. With
\`batch_offset\` and \`slice_size\`, given together, only a slice of the users is taken; \`overlap_qk_coregrid\` puts queries and keys on the
same cores.`,
    example: exampleOf({
      op: 'ttnn.nlp_create_qkv_heads_decode',
      operands: { input: '1x1x32x1536xbf16' },
      properties: 'num_heads = 8 : ui32, num_kv_heads = 8 : ui32, overlap_qk_coregrid = true',
      results: ['1x32x8x64xbf16', '1x32x8x64xbf16', '1x32x8x64xbf16'],
    }),
  },
  rotary_embedding: {
    description: `Rotates features by their position (RoPE): \`x · cos + rotate_half(x) · sin\`, where \`rotate_half\` swaps the halves of the last dimension and
negates the first. All tensors have four dimensions; \`cos_cache\` and \`sin_cache\` are tables of the same shape by position. With
\`token_index\` all rows use that position of the tables. ${COMPUTE}`,
    example: exampleOf({
      op: 'ttnn.rotary_embedding',
      operands: { input: '1x8x32x64xbf16', cos_cache: '1x1x32x64xbf16', sin_cache: '1x1x32x64xbf16' },
      results: ['1x8x32x64xbf16'],
    }),
  },
  rotary_embedding_llama: {
    description: `Rotates pairs of neighbouring features by their position (RoPE), as Llama's models do: \`x · cos + (x · trans_mat) · sin\`, where \`trans_mat\`,
[1, 1, 32, 32], swaps and negates within each tile. All tensors are bf16 in tiles on the device; a head has at most 256 features. With
\`is_decode_mode\` the users of one step lie on cores of their own (height sharded). ${COMPUTE}`,
    example: exampleOf({
      op: 'ttnn.rotary_embedding_llama',
      operands: {
        input: '1x8x32x64xbf16',
        cos_cache: '1x1x32x64xbf16',
        sin_cache: '1x1x32x64xbf16',
        trans_mat: '1x1x32x32xbf16',
      },
      properties: 'is_decode_mode = false',
      results: ['1x8x32x64xbf16'],
    }),
  },
};

/** The documentation of fused kernels that only TTNN has. */
export const fusedDocumentation: DialectDocumentation = {
  ...normalizationDocumentation,
  ...attentionDocumentation,
};
