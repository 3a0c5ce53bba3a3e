import type { DataType } from '@shardform/dialect-ttcore';
import type { Operation } from '@shardform/ir-core';
import { any, formatOf, operandType, type Wish, type WishRule, type Wishes } from './wish.ts';

const rows: Wish = { isTiled: false };
const halfRows: Wish = { isTiled: false, dataType: 'bf16' };
const indexRows: Wish = { isTiled: false, dataType: 'u16' };
const half: Wish = { dataType: 'bf16' };
const blockFormats: ReadonlySet<DataType | null> = new Set(['bf16', 'bfp_bf8', 'bfp_bf4']);

/** Wishes by the names of operands: those that are not named, and those that are left out, may be anything. */
function named(op: Operation, wishes: Readonly<Record<string, Wish>>, results: readonly Wish[] = []): Wishes {
  const parts = op as unknown as Record<string, unknown>;
  const operands = op.definition.operands
    .filter(({ accessor }) => parts[accessor] !== null && parts[accessor] !== undefined)
    .map(({ name }) => wishes[name] ?? any);
  return { operands, results };
}

function byName(wishes: Readonly<Record<string, Wish>>, results: readonly Wish[] = []): WishRule {
  return (op) => named(op, wishes, results);
}

const attention = { query: half, key: half, value: half, attention_mask: half };

/** Queries, keys and values are cast together, the mask by itself. */
const latentPrefill: WishRule = (op) => {
  const operands = op.definition.operands.map(({ name }) => name);
  const wish = blockFormats.has(formatOf(operandType(op, operands.indexOf('query')))) ? any : half;
  const mask = op.operands.at(-1)!.value;
  const maskWish = blockFormats.has(formatOf(operandType(op, op.operands.length - 1))) ? any : half;
  const hasMask = (op as unknown as { attentionMask: unknown }).attentionMask === mask;
  return named(op, { query: wish, key: wish, value: wish, ...(hasMask && { attention_mask: maskWish }) }, [
    wish,
  ]);
};

function convolution(op: Operation): Wishes {
  const isBlock = formatOf(operandType(op, 0)) === 'bfp_bf8';
  return { operands: [isBlock ? halfRows : rows] };
}

/** In the memory of one core. */
const inL1 = (wish: Wish): Wish => ({ ...wish, bufferType: 'l1', memoryLayout: 'interleaved' });
/** In blocks of rows, one for each core. */
const overCores = (wish: Wish): Wish => ({ ...wish, bufferType: 'l1', memoryLayout: 'height_sharded' });

const countsInL1: Wish = { isTiled: false, dataType: 'u32', bufferType: 'l1' };

/** Layers of models: convolutions, normalisations, attention, caches and experts. */
export const modelWishes: readonly [string, WishRule][] = [
  ['ttnn.conv1d', convolution],
  ['ttnn.conv2d', convolution],
  ['ttnn.conv_transpose2d', convolution],
  [
    'ttnn.conv3d',
    byName({ input: halfRows, weight: half, bias: { isTiled: true, dataType: 'bf16' } }, [half]),
  ],
  ['ttnn.group_norm', byName({ input: half, weight: halfRows, bias: halfRows }, [half])],
  [
    'ttnn.rotary_embedding',
    () => {
      const wish: Wish = { isTiled: true };
      return { operands: [wish, wish, wish], results: [wish] };
    },
  ],
  ['ttnn.scaled_dot_product_attention', byName(attention, [half])],
  ['ttnn.scaled_dot_product_attention_decode', byName(attention, [half])],
  ['ttnn.flash_mla_prefill', latentPrefill],
  ['ttnn.sdpa_fw', byName(attention, [half, { dataType: 'f32' }])],
  [
    'ttnn.sdpa_bw',
    byName({ ...attention, grad_output: half, attn_output: half, intermediates: { dataType: 'f32' } }, [
      half,
      half,
      half,
    ]),
  ],
  ['ttnn.paged_scaled_dot_product_attention_decode', byName({ page_table: rows, cur_pos_tensor: rows })],
  ['ttnn.chunked_scaled_dot_product_attention', byName({ page_table: rows, chunk_start_idx: rows })],
  [
    'ttnn.paged_flash_multi_latent_attention_decode',
    byName({ page_table: { isTiled: false, dataType: 'si32' }, cur_pos_tensor: rows }),
  ],
  [
    'ttnn.update_cache',
    (op) => (formatOf(operandType(op, 2)) === 'si32' ? { operands: [any, any, { dataType: 'u32' }] } : {}),
  ],
  ['ttnn.paged_update_cache', byName({ update_index: rows, page_table: rows })],
  ['ttnn.paged_fill_cache', byName({ page_table: rows, batch_idx_tensor: rows })],
  ['ttnn.sparse_matmul', byName({ sparsity: halfRows })],
  [
    'ttnn.all_to_all_dispatch',
    () => ({ operands: [halfRows, indexRows, indexRows], results: [halfRows, indexRows] }),
  ],
  [
    'ttnn.all_to_all_dispatch_metadata',
    () => ({
      operands: [inL1(halfRows), inL1(indexRows), inL1(halfRows), indexRows],
      results: [halfRows, overCores(indexRows), overCores(halfRows)],
    }),
  ],
  ['ttnn.all_to_all_combine', () => ({ operands: [halfRows, indexRows, indexRows], results: [halfRows] })],
  [
    'ttnn.moe_expert_token_remap',
    () => ({ operands: [halfRows, indexRows, indexRows], results: [halfRows, indexRows] }),
  ],
  [
    'ttnn.moe_gpt',
    () => ({
      operands: [
        inL1(rows),
        overCores(indexRows),
        overCores(rows),
        { ...indexRows, bufferType: 'l1', allowsL1Constants: true },
      ],
      results: [countsInL1, countsInL1, countsInL1, overCores({ isTiled: true }), overCores(rows)],
    }),
  ],
  [
    'ttnn.moe_compute',
    byName({ tilize_input_tensor: halfRows, tilize_expert_mapping_tensor: indexRows }, [
      { ...halfRows, bufferType: 'dram', memoryLayout: 'interleaved' },
    ]),
  ],
  ['ttnn.prepare_moe_compute_w0_w1_weights', byName({ w0: rows, w1: rows, bias_0: rows, bias_1: rows })],
  ['ttnn.prepare_moe_compute_w2_weights', byName({ w2: rows, bias_2: rows })],
  [
    'ttnn.topk_router_gpt',
    () => ({
      results: [
        { ...indexRows, bufferType: 'l1' },
        { ...halfRows, bufferType: 'l1' },
      ],
    }),
  ],
];
