import type { DataType } from '@shardform/dialect-ttcore';
import * as ttnn from '@shardform/dialect-ttnn';
import { byOp, groupOf, type Operation, type Tensor } from '@shardform/ir-core';
import {
  any,
  everywhere,
  formatOf,
  type OperandsWorkarounds,
  type OperandWorkaround,
  type WorkaroundRule,
} from './operand-workaround.ts';

const rows: OperandWorkaround = { isTiled: false };
const halfRows: OperandWorkaround = { isTiled: false, dataType: 'bf16' };
const indexRows: OperandWorkaround = { isTiled: false, dataType: 'u16' };
const half: OperandWorkaround = { dataType: 'bf16' };
const blockFormats: ReadonlySet<DataType | null> = new Set(['bf16', 'bfp_bf8', 'bfp_bf4']);

/** Workarounds by the names of operands; operands that are not named may be anything. */
type Named = Readonly<Record<string, OperandWorkaround>>;

function named(
  op: Operation,
  workarounds: Named,
  results: readonly OperandWorkaround[] = [],
): OperandsWorkarounds {
  const operands = op.definition.operands.flatMap(({ name }, i) => {
    const [, count] = groupOf(op, 'operand', i);
    return new Array<OperandWorkaround>(count).fill(workarounds[name] ?? any);
  });
  return { operands, results };
}

function byName(workarounds: Named, results: readonly OperandWorkaround[] = []) {
  return (op: Operation): OperandsWorkarounds => named(op, workarounds, results);
}

const attention = { query: half, key: half, value: half, attention_mask: half };

/** Queries, keys and values are cast together, the mask by itself. */
function latentPrefill(op: ttnn.FlashMlaPrefillOp): OperandsWorkarounds {
  const inBlocks = ({ type }: Tensor): OperandWorkaround => (blockFormats.has(formatOf(type)) ? any : half);
  const data = inBlocks(op.query);
  const mask = op.attentionMask === null ? any : inBlocks(op.attentionMask);
  return named(op, { query: data, key: data, value: data, attention_mask: mask }, [data]);
}

function convolution({ input }: ttnn.Conv1dOp | ttnn.Conv2dOp | ttnn.ConvTranspose2dOp): OperandsWorkarounds {
  return { operands: [formatOf(input.type) === 'bfp_bf8' ? halfRows : rows] };
}

/** In the memory of one core. */
const inL1 = (workaround: OperandWorkaround): OperandWorkaround => ({
  ...workaround,
  bufferType: 'l1',
  memoryLayout: 'interleaved',
});
/** In blocks of rows, one for each core. */
const overCores = (workaround: OperandWorkaround): OperandWorkaround => ({
  ...workaround,
  bufferType: 'l1',
  memoryLayout: 'height_sharded',
});

const countsInL1: OperandWorkaround = { isTiled: false, dataType: 'u32', bufferType: 'l1' };

/** Layers of models: convolutions, normalizations, attention, caches and experts. */
export const modelWorkarounds: readonly WorkaroundRule[] = [
  byOp(ttnn.Conv1dOp, convolution),
  byOp(ttnn.Conv2dOp, convolution),
  byOp(ttnn.ConvTranspose2dOp, convolution),
  byOp(
    ttnn.Conv3dOp,
    byName({ input: halfRows, weight: half, bias: { isTiled: true, dataType: 'bf16' } }, [half]),
  ),
  byOp(ttnn.GroupNormOp, byName({ input: half, weight: halfRows, bias: halfRows }, [half])),
  byOp(ttnn.RotaryEmbeddingOp, () => everywhere({ isTiled: true }, 3)),
  byOp(ttnn.ScaledDotProductAttentionOp, byName(attention, [half])),
  byOp(ttnn.ScaledDotProductAttentionDecodeOp, byName(attention, [half])),
  byOp(ttnn.FlashMlaPrefillOp, latentPrefill),
  byOp(ttnn.SdpaForwardOp, byName(attention, [half, { dataType: 'f32' }])),
  byOp(
    ttnn.SdpaBackwardOp,
    byName({ ...attention, grad_output: half, attn_output: half, intermediates: { dataType: 'f32' } }, [
      half,
      half,
      half,
    ]),
  ),
  byOp(ttnn.PagedScaledDotProductAttentionDecodeOp, byName({ page_table: rows, cur_pos_tensor: rows })),
  byOp(ttnn.ChunkedScaledDotProductAttentionOp, byName({ page_table: rows, chunk_start_idx: rows })),
  byOp(
    ttnn.PagedFlashMultiLatentAttentionDecodeOp,
    byName({ page_table: { isTiled: false, dataType: 'si32' }, cur_pos_tensor: rows }),
  ),
  byOp(ttnn.UpdateCacheOp, ({ updateIndex }) =>
    formatOf(updateIndex.type) === 'si32' ? { operands: [any, any, { dataType: 'u32' }] } : {},
  ),
  byOp(ttnn.PagedUpdateCacheOp, byName({ update_index: rows, page_table: rows })),
  byOp(ttnn.PagedFillCacheOp, byName({ page_table: rows, batch_idx_tensor: rows })),
  byOp(ttnn.SparseMatmulOp, byName({ sparsity: halfRows })),
  byOp(ttnn.AllToAllDispatchOp, () => ({
    operands: [halfRows, indexRows, indexRows],
    results: [halfRows, indexRows],
  })),
  byOp(ttnn.AllToAllDispatchMetadataOp, () => ({
    operands: [inL1(halfRows), inL1(indexRows), inL1(halfRows), indexRows],
    results: [halfRows, overCores(indexRows), overCores(halfRows)],
  })),
  byOp(ttnn.AllToAllCombineOp, () => ({ operands: [halfRows, indexRows, indexRows], results: [halfRows] })),
  byOp(ttnn.MoeExpertTokenRemapOp, () => ({
    operands: [halfRows, indexRows, indexRows],
    results: [halfRows, indexRows],
  })),
  byOp(ttnn.MoeGptOp, () => ({
    operands: [
      inL1(rows),
      overCores(indexRows),
      overCores(rows),
      { ...indexRows, bufferType: 'l1', allowsL1Constants: true },
    ],
    results: [countsInL1, countsInL1, countsInL1, overCores({ isTiled: true }), overCores(rows)],
  })),
  byOp(
    ttnn.MoeComputeOp,
    byName({ tilize_input_tensor: halfRows, tilize_expert_mapping_tensor: indexRows }, [
      { ...halfRows, bufferType: 'dram', memoryLayout: 'interleaved' },
    ]),
  ),
  byOp(ttnn.PrepareMoEComputeW0W1WeightsOp, byName({ w0: rows, w1: rows, bias_0: rows, bias_1: rows })),
  byOp(ttnn.PrepareMoEComputeW2WeightsOp, byName({ w2: rows, bias_2: rows })),
  byOp(ttnn.TopKRouterGptOp, () => ({
    results: [
      { ...indexRows, bufferType: 'l1' },
      { ...halfRows, bufferType: 'l1' },
    ],
  })),
];
