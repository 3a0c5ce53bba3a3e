import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf, type TensorDialect } from './example.ts';

const CAUSAL = `With \`is_causal\`, the default, a query attends to the keys up to its own position and there is no \`attention_mask\`; otherwise the optional
mask is added to the scores before the softmax.`;

const SCALE = '`scale` is `1 / sqrt(size)` of a head unless given.';

const SINK =
  '`attention_sink`, if given, is one score per query head that takes part in the softmax without a value.';

const GROUPED =
  'The number of query heads is a multiple of that of the key heads, which are shared (MHA, GQA, MQA).';

const PAGES = `Keys and values lie in a cache of pages, [pages, key heads, page size, size], where the page size is a multiple of 32;
\`page_table\`, [users, pages per user], lists the pages of each user in order.`;

function program(dialect: TensorDialect): string {
  return dialect === 'ttir' ? '' : ' `program_config` says how the cores share the work.';
}

/** Attention of whole sequences, and of slices of them. */
function sequenceDocumentation(dialect: TensorDialect): DialectDocumentation {
  const output: Readonly<Record<string, string>> = dialect === 'ttir' ? { output: '1x8x32x64xbf16' } : {};
  return {
    chunked_scaled_dot_product_attention: {
      description: `Computes causal attention of a chunk of a sequence, for prefill in chunks: \`query\`, [users, heads, chunk, size], attends to the
positions up to its own, of which those before the chunk number \`chunk_start_idx\`, a tensor of one integer. ${PAGES} ${GROUPED}
${SCALE}${program(dialect)} The result has the shape of the query.`,
      example: exampleOf({
        op: `${dialect}.chunked_scaled_dot_product_attention`,
        operands: {
          query: '1x8x32x64xbf16',
          key: '16x2x32x64xbf16',
          value: '16x2x32x64xbf16',
          page_table: '1x8xi32',
          chunk_start_idx: '1xi32',
          ...output,
        },
        results: ['1x8x32x64xbf16'],
      }),
    },
    scaled_dot_product_attention: {
      description: `Computes \`softmax(query · keyᵀ · scale + mask) · value\` per head. \`query\` is [batch, heads, queries, size], \`key\` and \`value\` are
[batch, key heads, keys, size]. ${GROUPED} ${CAUSAL} The mask is [1 or batch, 1 or heads, queries, keys].
\`sliding_window_size\` limits how many positions a query sees. ${SINK} ${SCALE} The result has the type of the query.`,
      example: exampleOf({
        op: `${dialect}.scaled_dot_product_attention`,
        operands: { query: '1x8x32x64xbf16', key: '1x2x32x64xbf16', value: '1x2x32x64xbf16' },
        properties:
          'is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, scale = 1.250000e-01 : f32',
        results: ['1x8x32x64xbf16'],
      }),
    },
  };
}

/** Attention of one step of each user to a cache. */
function decodeDocumentation(dialect: TensorDialect): DialectDocumentation {
  const isTtir = dialect === 'ttir';
  const output: Readonly<Record<string, string>> = isTtir ? { output: '1x4x8x64xbf16' } : {};
  return {
    scaled_dot_product_attention_decode: {
      description: `Computes attention of one new token per user to a cache: \`query\` is [1, users, heads, size], \`key\` and \`value\` are [users, key heads,
length of the cache, size]. ${GROUPED} With \`is_causal\`, the default, user \`i\` attends to the positions up to \`cur_pos_tensor[i]\`;
otherwise \`attention_mask\`, [1 or users, 1, 1 or heads, length], is added to the scores. ${SINK} ${SCALE}${program(dialect)}`,
      example: exampleOf({
        op: `${dialect}.scaled_dot_product_attention_decode`,
        operands: {
          query: '1x4x8x64xbf16',
          key: '4x2x128x64xbf16',
          value: '4x2x128x64xbf16',
          cur_pos: '4xi32',
        },
        properties: 'is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>',
        results: ['1x4x8x64xbf16'],
      }),
    },
    paged_scaled_dot_product_attention_decode: {
      description: `Computes attention of one new token per user, \`query\` [1, users, heads, size]. ${PAGES} ${GROUPED} With \`is_causal\`, the default, user
\`i\` attends to the positions up to \`cur_pos_tensor[i]\`; otherwise \`attention_mask\` is added to the scores. \`sliding_window_size\` limits
how many positions are seen. ${SINK} ${SCALE}${program(dialect)}${isTtir ? ' \`output\` is memory for the result.' : ''}`,
      example: exampleOf({
        op: `${dialect}.paged_scaled_dot_product_attention_decode`,
        operands: {
          query: '1x4x8x64xbf16',
          key: '64x2x32x64xbf16',
          value: '64x2x32x64xbf16',
          page_table: '4x16xi32',
          ...output,
          cur_pos: '4xi32',
        },
        properties: `is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, ${isTtir ? '1, ' : ''}0, 1, 0>`,
        results: ['1x4x8x64xbf16'],
      }),
    },
    paged_flash_multi_latent_attention_decode: {
      description: `Computes multi-head latent attention (MLA) of one new token per user, \`query\` [1, users, heads, size], to a cache that keeps one
compressed latent vector per position for all heads: \`key\` is [pages, 1, page size, size]. \`page_table\`, [users, pages per user], lists
the pages of each user. Without \`value\` the values are the first \`head_dim_v\` features of the keys; the result is [1, users, heads,
\`head_dim_v\`]. ${CAUSAL} \`cur_pos_tensor\` has each user's position. ${SINK} ${SCALE}`,
      example: exampleOf({
        op: `${dialect}.paged_flash_multi_latent_attention_decode`,
        operands: {
          query: '1x4x8x128xbf16',
          key: '64x1x32x128xbf16',
          page_table: '4x16xi32',
          cur_pos: '4xi32',
        },
        properties:
          'head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>',
        results: ['1x4x8x64xbf16'],
      }),
    },
  };
}

const MASK = `\`mask_type\` is \`none\`, \`causal\` or \`arbitrary\`; only with the last there is an \`attention_mask\`, [1, 1, length, length]`;

/** Attention for training, and its gradient. */
function trainingDocumentation(dialect: TensorDialect): DialectDocumentation {
  return {
    sdpa_fw: {
      description: `Computes attention for training: \`softmax(query · keyᵀ / sqrt(size) + mask) · value\`. \`query\` is [batch, heads, length, size], \`key\` and
\`value\` have a divisor of its heads. ${MASK}; \`causal\` is the default. \`dropout_probability\` must be zero. With \`return_intermediates\`
the second result is the log-sum-exp of each row, [batch, heads, length, 32], which \`${dialect}.sdpa_bw\` needs.`,
      example: exampleOf({
        op: `${dialect}.sdpa_fw`,
        operands: { query: '1x8x64x64xbf16', key: '1x8x64x64xbf16', value: '1x8x64x64xbf16' },
        properties:
          'dropout_probability = 0.000000e+00 : f32, mask_type = #ttcore.attention_mask_type<causal>, return_intermediates = true',
        results: ['1x8x64x64xbf16', '1x8x64x32xbf16'],
      }),
    },
    sdpa_bw: {
      description: `Computes the gradients of \`${dialect}.sdpa_fw\` with respect to query, key and value. \`grad_output\` is the gradient of its result,
\`attn_output\` the result itself and \`intermediates\` its log-sum-exp; each gradient has the shape of its tensor. ${MASK}, which is the default.
\`dropout_probability\` must be zero.`,
      example: exampleOf({
        op: `${dialect}.sdpa_bw`,
        operands: {
          grad_output: '1x8x64x64xbf16',
          attn_output: '1x8x64x64xbf16',
          query: '1x8x64x64xbf16',
          key: '1x8x64x64xbf16',
          value: '1x8x64x64xbf16',
          intermediates: '1x8x64x32xbf16',
        },
        properties:
          'dropout_probability = 0.000000e+00 : f32, mask_type = #ttcore.attention_mask_type<causal>',
        results: ['1x8x64x64xbf16', '1x8x64x64xbf16', '1x8x64x64xbf16'],
      }),
    },
  };
}

/** Returns the documentation of attention, and of splitting and joining heads. */
export function attentionDocumentation(dialect: TensorDialect): DialectDocumentation {
  return {
    ...sequenceDocumentation(dialect),
    ...decodeDocumentation(dialect),
    ...trainingDocumentation(dialect),
    concatenate_heads: {
      description: `Joins the heads of attention: [batch, heads, length, size] becomes [batch, length, heads · size], as a permutation of the middle
dimensions and a reshape do.`,
      example: exampleOf({
        op: `${dialect}.concatenate_heads`,
        operands: { input: '1x8x32x64xbf16' },
        results: ['1x32x512xbf16'],
      }),
    },
    split_query_key_value_and_split_heads: {
      description: `Splits a fused projection into queries, keys and values with heads. \`input_tensor\` is [batch, length, (heads + 2 · key heads) · size], or
holds queries only when \`kv_input_tensor\`, [batch, length, 2 · key heads · size], holds keys and values. The results are [batch, heads,
length, size]; with \`transpose_key\` the keys are [batch, key heads, size, length]. There are \`num_heads\` query heads and
\`num_kv_heads\` key heads, as many unless given.`,
      example: exampleOf({
        op: `${dialect}.split_query_key_value_and_split_heads`,
        operands: { input: '1x32x1536xbf16' },
        properties: 'num_heads = 8 : ui32, transpose_key = false',
        results: ['1x8x32x64xbf16', '1x8x32x64xbf16', '1x8x32x64xbf16'],
      }),
    },
  };
}
