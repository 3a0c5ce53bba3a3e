import { Context, parseModule, SourceText } from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { ttnnDialect } from '../extension.ts';

/** The attribute printed again, or the first complaint about its text. */
function roundTrip(text: string): string | undefined {
  const context = new Context([ttnnDialect]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const module = parseModule(
    new SourceText('test.mlir', `module attributes {test.value = ${text}} {}`),
    context,
  );
  return module === null ? messages[0] : String(module.getAttr('test.value'));
}

const KEPT: readonly string[] = [
  '#ttnn.shape<2x3>',
  '#ttnn<mesh_shape 1x2>',
  '#ttnn.buffer_type<l1>',
  '#ttnn.layout<tile>',
  '#ttnn.core_coord<1, 2>',
  '#ttnn.core_range<(0,0), (7,7)>',
  '#ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,7)>]>',
  '#ttnn.core_range_set<>',
  '#ttnn.memory_config<<dram>, <interleaved>>',
  '#ttnn.memory_config<<l1>, <height_sharded>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x32>, <row_major>>>',
  '#ttnn.memory_config<<system_memory>>',
  '#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (0,7)>]>>',
  '#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<1x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <width_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>>',
  '#ttnn.device_compute_kernel_config<math_fidelity = hifi4, fp32_dest_acc_en = true>',
  '#ttnn.conv2d_config<weights_dtype = bf16, act_block_h_override = 32>',
  '#ttnn.conv2d_slice_config<l1_full, 0>',
  '#ttnn.unary_with_param<op_type = relu>',
  '#ttnn.sdpa_program_config<compute_with_storage_grid_size = <8, 8>, q_chunk_size = 32, k_chunk_size = 32>',
  '#ttnn.matmul_multi_core_reuse_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = 1, out_subblock_h = 1, out_subblock_w = 1, per_core_m = 1, per_core_n = 1>',
  '#ttnn.kernel_cb<total_size = 2048, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, formats = [<buffer_index = 0, dtype = bf16, page_size = 2048>]>',
];

/** Attributes that mean nothing, and what tt-mlir says about them. */
const REJECTED: readonly (readonly [string, string])[] = [
  [
    '#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <height_sharded>>',
    'sharded TTNN layout (height_sharded) must carry a core_range_set',
  ],
  [
    '#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x4xf32, #ttnn.buffer_type<dram>>>',
    'Memory layout is required for non-SystemMemory buffer type.',
  ],
  ['#ttnn.memory_config<<dram>>', 'Memory layout is required for non-SystemMemory buffer type.'],
  [
    '#ttnn.memory_config<<system_memory>, <interleaved>>',
    'Memory layout is not allowed for SystemMemory buffer type.',
  ],
  [
    '#ttnn.core_range<(3,0), (1,1)>',
    'Start coordinates #ttnn.core_coord<3, 0> must be less than or equal to end coordinates #ttnn.core_coord<1, 1>',
  ],
  [
    '#ttnn.core_range_set<[#ttnn.core_range<(0,0), (2,2)>, #ttnn.core_range<(1,1), (3,3)>]>',
    'Core ranges overlap: #ttnn.core_range<(0,0), (2,2)> and #ttnn.core_range<(1,1), (3,3)>',
  ],
];

describe('ttnn attributes', () => {
  it.each(KEPT)('keep %s', (text) => {
    expect(roundTrip(text)).toBe(text);
  });

  it.each(REJECTED)('reject %s', (text, message) => {
    expect(roundTrip(text)).toBe(message);
  });
});
