import {
  builtinPasses,
  Context,
  f32,
  f64,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { makeLayout, ttnnDialect } from './index.ts';

/** The text printed again after the passes, or the first complaint. */
function run(text: string, passes = ''): string {
  const context = new Context([builtinPasses, ttnnDialect]);
  const messages: string[] = [];
  context.diagnostics.subscribe((diagnostic) => messages.push(diagnostic.message));
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module === null || !verifyOp(module, context)) return messages[0] ?? 'failed silently';
  runPasses(module, parsePipeline(`builtin.module(${passes})`, context), context);
  return messages[0] ?? printOp(module, context).trim();
}

// Recorded from tt-mlir in jax-tt-plugin 0.1.3.
describe('ttnn text', () => {
  it('names layouts and memories at the head', () => {
    const text = `#dram = #ttnn.buffer_type<dram>
#system_memory = #ttnn.buffer_type<system_memory>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #system_memory>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<16x32xf32, #system_memory>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x32xf32, #ttnn_layout>) -> tensor<32x32xf32, #ttnn_layout> {
    %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x2>}> : () -> !ttnn.device
    %1 = "ttnn.distribute_tensor"(%arg0, %0) <{mapper_config = #ttnn.mesh_mapper_config<placements = [<replicate, -1 : i32>, <shard, 0 : i32>], mesh_shape_override = [1 : ui32, 2 : ui32]>}> : (tensor<32x32xf32, #ttnn_layout>, !ttnn.device) -> tensor<16x32xf32, #ttnn_layout1>
    %2 = "ttnn.full"(%0) <{fill_value = 2.048000e+03 : f32, shape = #ttnn.shape<>}> : (!ttnn.device) -> tensor<f32, #ttnn_layout2>
    %3 = "ttnn.aggregate_tensor"(%1, %0) <{composer_config = #ttnn.mesh_composer_config<dims = [1 : i32, 0 : i32], mesh_shape_override = [1 : ui32, 2 : ui32]>}> : (tensor<16x32xf32, #ttnn_layout1>, !ttnn.device) -> tensor<32x32xf32, #ttnn_layout>
    "ttnn.deallocate"(%1) <{force = false}> : (tensor<16x32xf32, #ttnn_layout1>) -> ()
    return %3 : tensor<32x32xf32, #ttnn_layout>
  }
}`;
    expect(run(text)).toBe(text);
  });

  it('keeps how matrix products are shared by the cores', () => {
    const text = `module {
  func.func @main(%arg0: tensor<16x64xf32>, %arg1: tensor<64x64xf32>) -> tensor<16x64xf32> {
    %0 = "ttnn.matmul"(%arg0, %arg1) <{compute_config = #ttnn.device_compute_kernel_config<math_fidelity = hifi4, fp32_dest_acc_en = true>, matmul_program_config = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = 1, out_subblock_h = 1, out_subblock_w = 1, out_block_h = 1, out_block_w = 1, per_core_m = 1, per_core_n = 1, fuse_batch = false, mcast_in0 = true, gather_in0 = false, hop_cores = #ttnn.core_range_set<>, num_global_cb_receivers = 0, untilize_out = false>, transpose_a = false, transpose_b = false}> : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
    return %0 : tensor<16x64xf32>
  }
}`;
    expect(run(text)).toBe(text);
  });

  it('rejects layouts without a memory', () => {
    const text =
      'func.func private @f(tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x4xf32>>>)';
    expect(run(text)).toBe("expected memory space '#ttnn.buffer_type'");
    expect(run(text.replace('memref<4x4xf32>', 'tensor<4x4xf32>'))).toBe('expected a memref type');
  });

  it('rejects changes of layout between tensors without one', () => {
    const text = `func.func @main(%a: tensor<4x4xf32>) {
  %0 = "ttnn.to_tensor_spec"(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}`;
    expect(run(text)).toBe("'ttnn.to_tensor_spec' op Input and output tensors must have a layout attribute");
  });
});

describe('layouts', () => {
  const text = (shape: readonly number[], isTiled: boolean): string =>
    String(makeLayout(shape, f32, { bufferType: 'dram', isTiled }));

  // Recorded from tt-mlir in jax-tt-plugin 0.1.3.
  it('make a matrix of any tensor, of whole tiles if tiled', () => {
    expect(text([16, 48, 24, 32], true)).toBe(
      '#ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1536 + d1 * 32 + d2, d3), <1x1>, memref<768x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>',
    );
    expect(text([16, 48, 24, 32], false)).toBe(
      '#ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1152 + d1 * 24 + d2, d3), <1x1>, memref<18432x32xf32, #ttnn.buffer_type<dram>>, <interleaved>>',
    );
    expect(text([], true)).toBe(
      '#ttnn.ttnn_layout<() -> (0, 0), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>',
    );
    expect(text([128], false)).toContain('(d0) -> (0, d0), <1x1>, memref<1x128xf32');
  });

  it('need no memory layout on the host and have no tiles of f64', () => {
    expect(makeLayout([4], f32, { bufferType: 'system_memory', isTiled: false })?.memoryLayout).toBeNull();
    expect(makeLayout([4], f64, { bufferType: 'dram', isTiled: true })).toBeNull();
  });
});

describe('ttnn canonicalization', () => {
  it('takes a whole part of joined tensors directly', () => {
    const text = `func.func @main(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = "ttnn.concat"(%a, %b) <{dim = 0 : si32}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %1 = "ttnn.slice_static"(%0) <{begins = [2 : i32, 0 : i32], ends = [4 : i32, 4 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}`;
    expect(run(text, 'canonicalize')).toContain('return %arg1 : tensor<2x4xf32>');
    expect(
      run(
        text.replace('begins = [2 : i32', 'begins = [1 : i32').replace('ends = [4', 'ends = [3'),
        'canonicalize',
      ),
    ).toContain('return %1');
  });
});
