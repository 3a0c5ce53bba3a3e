import {
  builtinPasses,
  Context,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
} from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { ttnnPipeline } from './extension.ts';

/** The text after the passes without the system description, or the first diagnostic. */
function run(text: string, passes: string): string {
  const context = new Context([builtinPasses, ttnnPipeline]);
  const messages: string[] = [];
  context.diagnostics.subscribe((diagnostic) => messages.push(diagnostic.message));
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module === null) return messages[0] ?? 'failed silently';
  runPasses(module, parsePipeline(`builtin.module(${passes})`, context), context);
  return (
    messages[0] ??
    printOp(module, context)
      .replace(/^#system_desc = .*\n/m, '')
      .trim()
  );
}

const PIPELINE = 'ttir-to-ttnn-backend-pipeline';

// Inputs and outputs recorded from tt-mlir in jax-tt-plugin 0.1.3.
describe('the pipeline', () => {
  it('splits over two devices and computes on tiles', () => {
    const input = `module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func public @main(%arg0: tensor<32x48x24x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<32x48x24x32xf32>>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> (tensor<16x48x24x32xf32> {ttcore.local_shape = #ttcore<local_shape local_shape = tensor<16x48x24x32xf32>>, ttcore.shard_status = #ttcore.shard_status<presharded>}) {
    %0 = "ttir.mesh_shard"(%arg0) <{shard_dims = array<i64: -1, 0>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 2, 1, 1, 1>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x48x24x32xf32>) -> tensor<16x48x24x32xf32>
    %1 = "ttir.abs"(%0) : (tensor<16x48x24x32xf32>) -> tensor<16x48x24x32xf32>
    return %1 : tensor<16x48x24x32xf32>
  }
}`;
    expect(run(input, PIPELINE)).toBe(`#dram = #ttnn.buffer_type<dram>
#system_memory = #ttnn.buffer_type<system_memory>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1152 + d1 * 24 + d2, d3), <1x1>, memref<36864x32xf32, #system_memory>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1536 + d1 * 32 + d2, d3), <1x1>, memref<768x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1152 + d1 * 24 + d2, d3), <1x1>, memref<18432x32xf32, #system_memory>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1152 + d1 * 24 + d2, d3), <1x1>, memref<18432x32xf32, #dram>, <interleaved>>
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  ttcore.device_module {
    builtin.module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>, ttcore.system_desc = #system_desc, ttnn.l1_const_eval_usage = 1024 : ui64} {
      ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) floordiv s4) mod 12, ((((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) floordiv s4) floordiv 12) * s4 + ((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) mod s4 + s5), meshShape = 1x2, chipIds = [0, 1]>
      func.func public @main(%arg0: tensor<32x48x24x32xf32, #ttnn_layout> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<32x48x24x32xf32>>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> (tensor<16x48x24x32xf32, #ttnn_layout1> {ttcore.local_shape = #ttcore<local_shape local_shape = tensor<16x48x24x32xf32>>, ttcore.shard_status = #ttcore.shard_status<presharded>}) attributes {tt.function_type = "forward_device"} {
        %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x2>}> : () -> !ttnn.device
        %1 = "ttnn.distribute_tensor"(%arg0, %0) <{mapper_config = #ttnn.mesh_mapper_config<placements = [<replicate, -1 : i32>, <shard, 0 : i32>], mesh_shape_override = [1 : ui32, 2 : ui32]>}> : (tensor<32x48x24x32xf32, #ttnn_layout>, !ttnn.device) -> tensor<16x48x24x32xf32, #ttnn_layout2>
        "ttnn.deallocate"(%arg0) <{force = false}> : (tensor<32x48x24x32xf32, #ttnn_layout>) -> ()
        %2 = "ttnn.to_device"(%1, %0) : (tensor<16x48x24x32xf32, #ttnn_layout2>, !ttnn.device) -> tensor<16x48x24x32xf32, #ttnn_layout3>
        "ttnn.deallocate"(%1) <{force = false}> : (tensor<16x48x24x32xf32, #ttnn_layout2>) -> ()
        %3 = "ttnn.to_layout"(%2) : (tensor<16x48x24x32xf32, #ttnn_layout3>) -> tensor<16x48x24x32xf32, #ttnn_layout1>
        "ttnn.deallocate"(%2) <{force = false}> : (tensor<16x48x24x32xf32, #ttnn_layout3>) -> ()
        %4 = "ttnn.abs"(%3) : (tensor<16x48x24x32xf32, #ttnn_layout1>) -> tensor<16x48x24x32xf32, #ttnn_layout1>
        "ttnn.deallocate"(%3) <{force = false}> : (tensor<16x48x24x32xf32, #ttnn_layout1>) -> ()
        return %4 : tensor<16x48x24x32xf32, #ttnn_layout1>
      }
    }
  }
}`);
  });

  it('gathers, partitions and joins', () => {
    const input = `module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func public @main(%arg0: tensor<32x16xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<32x16xf32>>, ttcore.shard_status = #ttcore.shard_status<presharded>}) -> (tensor<32x32xf32> {ttcore.local_shape = #ttcore<local_shape local_shape = tensor<32x32xf32>>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) {
    %0 = "ttir.all_gather"(%arg0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x16xf32>) -> tensor<32x32xf32>
    %1 = "ttir.mesh_partition"(%0) <{cluster_axis = 1 : ui32, dim = 0 : si32}> : (tensor<32x32xf32>) -> tensor<16x32xf32>
    %2 = "ttir.mesh_shard"(%1) <{shard_dims = array<i64: -1, 0>, shard_direction = #ttcore.shard_direction<shard_to_full>, shard_shape = array<i64: 2, 1>, shard_type = #ttcore.shard_type<devices>}> : (tensor<16x32xf32>) -> tensor<32x32xf32>
    return %2 : tensor<32x32xf32>
  }
}`;
    expect(run(input, PIPELINE)).toBe(`#dram = #ttnn.buffer_type<dram>
#system_memory = #ttnn.buffer_type<system_memory>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x16xf32, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #system_memory>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #dram>, <interleaved>>
#ttnn_layout4 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<16x32xf32, #dram>, <interleaved>>
#ttnn_layout5 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<16x32xf32, #system_memory>>
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  ttcore.device_module {
    builtin.module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>, ttcore.system_desc = #system_desc, ttnn.l1_const_eval_usage = 1024 : ui64} {
      ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) floordiv s4) mod 12, ((((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) floordiv s4) floordiv 12) * s4 + ((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) mod s4 + s5), meshShape = 1x2, chipIds = [0, 1]>
      func.func public @main(%arg0: tensor<32x16xf32, #ttnn_layout> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<32x16xf32>>, ttcore.shard_status = #ttcore.shard_status<presharded>}) -> (tensor<32x32xf32, #ttnn_layout1> {ttcore.local_shape = #ttcore<local_shape local_shape = tensor<32x32xf32>>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) attributes {tt.function_type = "forward_device"} {
        %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x2>}> : () -> !ttnn.device
        %1 = "ttnn.to_layout"(%arg0) : (tensor<32x16xf32, #ttnn_layout>) -> tensor<32x16xf32, #ttnn_layout2>
        "ttnn.deallocate"(%arg0) <{force = false}> : (tensor<32x16xf32, #ttnn_layout>) -> ()
        %2 = "ttnn.all_gather"(%1) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x16xf32, #ttnn_layout2>) -> tensor<32x32xf32, #ttnn_layout2>
        "ttnn.deallocate"(%1) <{force = false}> : (tensor<32x16xf32, #ttnn_layout2>) -> ()
        %3 = "ttnn.to_layout"(%2) : (tensor<32x32xf32, #ttnn_layout2>) -> tensor<32x32xf32, #ttnn_layout3>
        "ttnn.deallocate"(%2) <{force = false}> : (tensor<32x32xf32, #ttnn_layout2>) -> ()
        %4 = "ttnn.mesh_partition"(%3) <{cluster_axis = 1 : ui32, dim = 0 : si32}> : (tensor<32x32xf32, #ttnn_layout3>) -> tensor<16x32xf32, #ttnn_layout4>
        "ttnn.deallocate"(%3) <{force = false}> : (tensor<32x32xf32, #ttnn_layout3>) -> ()
        %5 = "ttnn.from_device"(%4) : (tensor<16x32xf32, #ttnn_layout4>) -> tensor<16x32xf32, #ttnn_layout5>
        "ttnn.deallocate"(%4) <{force = false}> : (tensor<16x32xf32, #ttnn_layout4>) -> ()
        %6 = "ttnn.aggregate_tensor"(%5, %0) <{composer_config = #ttnn.mesh_composer_config<dims = [1 : i32, 0 : i32], mesh_shape_override = [1 : ui32, 2 : ui32]>}> : (tensor<16x32xf32, #ttnn_layout5>, !ttnn.device) -> tensor<32x32xf32, #ttnn_layout1>
        "ttnn.deallocate"(%5) <{force = false}> : (tensor<16x32xf32, #ttnn_layout5>) -> ()
        return %6 : tensor<32x32xf32, #ttnn_layout1>
      }
    }
  }
}`);
  });

  it('moves between host and eight devices', () => {
    const input = `module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 2x4>]>} {
  func.func @main(%arg0: tensor<64x128xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}, %arg1: tensor<64x128xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}, %arg2: tensor<64x128xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}, %arg3: tensor<64x128xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> (tensor<32x128xf32> {ttcore.shard_status = #ttcore.shard_status<presharded>}, tensor<64x128xf32> {ttcore.shard_status = #ttcore.shard_status<presharded>}, tensor<8x128xf32> {ttcore.shard_status = #ttcore.shard_status<presharded>}, tensor<64x128xf32> {ttcore.shard_status = #ttcore.shard_status<presharded>}, tensor<64x128xf32> {ttcore.shard_status = #ttcore.shard_status<presharded>}) {
    %0 = "ttir.mesh_shard"(%arg0) <{shard_dims = array<i64: 0, -1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 2, 1>, shard_type = #ttcore.shard_type<devices>}> : (tensor<64x128xf32>) -> tensor<32x128xf32>
    %1 = "ttir.mesh_shard"(%arg1) <{shard_dims = array<i64: -1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1>, shard_type = #ttcore.shard_type<replicate>}> : (tensor<64x128xf32>) -> tensor<64x128xf32>
    %2 = "ttir.mesh_shard"(%arg2) <{shard_dims = array<i64: 0, 0>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 8, 1>, shard_type = #ttcore.shard_type<devices>}> : (tensor<64x128xf32>) -> tensor<8x128xf32>
    %3 = "ttir.abs"(%0) : (tensor<32x128xf32>) -> tensor<32x128xf32>
    %4 = "ttir.mesh_shard"(%3) <{shard_dims = array<i64: 0, -1>, shard_direction = #ttcore.shard_direction<shard_to_full>, shard_shape = array<i64: 2, 1>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x128xf32>) -> tensor<64x128xf32>
    return %0, %1, %2, %4, %arg3 : tensor<32x128xf32>, tensor<64x128xf32>, tensor<8x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>
  }
}`;
    expect(run(input, PIPELINE)).toBe(`#dram = #ttnn.buffer_type<dram>
#system_memory = #ttnn.buffer_type<system_memory>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x128xf32, #system_memory>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x128xf32, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x128xf32, #system_memory>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<8x128xf32, #system_memory>>
#ttnn_layout4 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#ttnn_layout5 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x128xf32, #dram>, <interleaved>>
#ttnn_layout6 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x4x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 2x4>]>} {
  ttcore.device_module {
    builtin.module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 2x4>]>, ttcore.system_desc = #system_desc, ttnn.l1_const_eval_usage = 1024 : ui64} {
      ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) floordiv s4) mod 12, ((((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) floordiv s4) floordiv 12) * s4 + ((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) mod s4 + s5), meshShape = 2x4, chipIds = [0, 1, 2, 3, 4, 5, 6, 7]>
      func.func @main(%arg0: tensor<64x128xf32, #ttnn_layout> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}, %arg1: tensor<64x128xf32, #ttnn_layout> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}, %arg2: tensor<64x128xf32, #ttnn_layout> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}, %arg3: tensor<64x128xf32, #ttnn_layout1> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> (tensor<32x128xf32, #ttnn_layout2> {ttcore.shard_status = #ttcore.shard_status<presharded>}, tensor<64x128xf32, #ttnn_layout> {ttcore.shard_status = #ttcore.shard_status<presharded>}, tensor<8x128xf32, #ttnn_layout3> {ttcore.shard_status = #ttcore.shard_status<presharded>}, tensor<64x128xf32, #ttnn_layout> {ttcore.shard_status = #ttcore.shard_status<presharded>}, tensor<64x128xf32, #ttnn_layout4> {ttcore.shard_status = #ttcore.shard_status<presharded>}) attributes {tt.function_type = "forward_device"} {
        %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 2x4>}> : () -> !ttnn.device
        %1 = "ttnn.distribute_tensor"(%arg0, %0) <{mapper_config = #ttnn.mesh_mapper_config<placements = [<shard, 0 : i32>, <replicate, -1 : i32>], mesh_shape_override = [2 : ui32, 4 : ui32]>}> : (tensor<64x128xf32, #ttnn_layout>, !ttnn.device) -> tensor<32x128xf32, #ttnn_layout2>
        "ttnn.deallocate"(%arg0) <{force = false}> : (tensor<64x128xf32, #ttnn_layout>) -> ()
        %2 = "ttnn.distribute_tensor"(%arg1, %0) <{mapper_config = #ttnn.mesh_mapper_config<placements = [<replicate, -1 : i32>, <replicate, -1 : i32>], mesh_shape_override = [2 : ui32, 4 : ui32]>}> : (tensor<64x128xf32, #ttnn_layout>, !ttnn.device) -> tensor<64x128xf32, #ttnn_layout>
        "ttnn.deallocate"(%arg1) <{force = false}> : (tensor<64x128xf32, #ttnn_layout>) -> ()
        %3 = "ttnn.distribute_tensor"(%arg2, %0) <{mapper_config = #ttnn.mesh_mapper_config<placements = [<shard, 0 : i32>, <shard, 0 : i32>], mesh_shape_override = [2 : ui32, 4 : ui32]>}> : (tensor<64x128xf32, #ttnn_layout>, !ttnn.device) -> tensor<8x128xf32, #ttnn_layout3>
        "ttnn.deallocate"(%arg2) <{force = false}> : (tensor<64x128xf32, #ttnn_layout>) -> ()
        %4 = "ttnn.to_device"(%1, %0) : (tensor<32x128xf32, #ttnn_layout2>, !ttnn.device) -> tensor<32x128xf32, #ttnn_layout5>
        %5 = "ttnn.to_layout"(%4) : (tensor<32x128xf32, #ttnn_layout5>) -> tensor<32x128xf32, #ttnn_layout6>
        "ttnn.deallocate"(%4) <{force = false}> : (tensor<32x128xf32, #ttnn_layout5>) -> ()
        %6 = "ttnn.abs"(%5) : (tensor<32x128xf32, #ttnn_layout6>) -> tensor<32x128xf32, #ttnn_layout6>
        "ttnn.deallocate"(%5) <{force = false}> : (tensor<32x128xf32, #ttnn_layout6>) -> ()
        %7 = "ttnn.to_layout"(%6) : (tensor<32x128xf32, #ttnn_layout6>) -> tensor<32x128xf32, #ttnn_layout5>
        "ttnn.deallocate"(%6) <{force = false}> : (tensor<32x128xf32, #ttnn_layout6>) -> ()
        %8 = "ttnn.from_device"(%7) : (tensor<32x128xf32, #ttnn_layout5>) -> tensor<32x128xf32, #ttnn_layout2>
        "ttnn.deallocate"(%7) <{force = false}> : (tensor<32x128xf32, #ttnn_layout5>) -> ()
        %9 = "ttnn.aggregate_tensor"(%8, %0) <{composer_config = #ttnn.mesh_composer_config<dims = [0 : i32, 1 : i32], mesh_shape_override = [2 : ui32, 1 : ui32]>}> : (tensor<32x128xf32, #ttnn_layout2>, !ttnn.device) -> tensor<64x128xf32, #ttnn_layout>
        "ttnn.deallocate"(%8) <{force = false}> : (tensor<32x128xf32, #ttnn_layout2>) -> ()
        %10 = "ttnn.to_layout"(%arg3) : (tensor<64x128xf32, #ttnn_layout1>) -> tensor<64x128xf32, #ttnn_layout4>
        "ttnn.deallocate"(%arg3) <{force = false}> : (tensor<64x128xf32, #ttnn_layout1>) -> ()
        return %1, %2, %3, %9, %10 : tensor<32x128xf32, #ttnn_layout2>, tensor<64x128xf32, #ttnn_layout>, tensor<8x128xf32, #ttnn_layout3>, tensor<64x128xf32, #ttnn_layout>, tensor<64x128xf32, #ttnn_layout4>
      }
    }
  }
}`);
  });
});

/** A function of two matrices around some operations. */
function around(body: string, type: string): string {
  return `module {
  func.func @main(%arg0: tensor<16x64xf32>, %arg1: tensor<64x64xf32>) -> ${type} {
${body}
  }
}`;
}

// Recorded from tt-mlir in jax-tt-plugin 0.1.3.
describe('single passes', () => {
  it('make contractions of matrix products', () => {
    const dot = `    %0 = "ttir.dot_general"(%arg0, %arg1) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 1>}> : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
    return %0 : tensor<16x64xf32>`;
    const text = around(dot, 'tensor<16x64xf32>');
    expect(run(text, 'ttir-to-ttir-decomposition')).toBe(
      around(
        `    %0 = "ttir.permute"(%arg1) <{permutation = array<i64: 1, 0>}> : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = "ttir.reshape"(%arg0) <{shape = [16 : i32, 64 : i32]}> : (tensor<16x64xf32>) -> tensor<16x64xf32>
    %2 = "ttir.reshape"(%0) <{shape = [64 : i32, 64 : i32]}> : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %3 = "ttir.matmul"(%1, %2) <{transpose_a = false, transpose_b = false}> : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
    %4 = "ttir.reshape"(%3) <{shape = [16 : i32, 64 : i32]}> : (tensor<16x64xf32>) -> tensor<16x64xf32>
    return %4 : tensor<16x64xf32>`,
        'tensor<16x64xf32>',
      ),
    );
    const fusing = 'ttir-fusing{enable-permute-matmul-fusion=true}';
    expect(run(text, `ttir-to-ttir-decomposition,canonicalize,${fusing}`)).toBe(
      around(
        `    %0 = "ttir.matmul"(%arg0, %arg1) <{transpose_a = false, transpose_b = true}> : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
    return %0 : tensor<16x64xf32>`,
        'tensor<16x64xf32>',
      ),
    );
  });

  it('move constants into functions of their own, shrunk to one element', () => {
    const text = around(
      `    %0 = "ttir.full"() <{fill_value = 2.000000e+00 : f32, shape = array<i32: 16, 64>}> : () -> tensor<16x64xf32>
    %1 = "ttir.multiply"(%0, %arg0) : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
    return %1 : tensor<16x64xf32>`,
      'tensor<16x64xf32>',
    );
    expect(run(text, 'ttir-fold-full-to-scalar,const-eval-hoist-transform')).toBe(`module {
  func.func private @main_const_eval_0() -> tensor<1x1xf32> attributes {tt.function_type = "const_eval"} {
    %0 = "ttir.full"() <{fill_value = 2.000000e+00 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
    return %0 : tensor<1x1xf32>
  }
  func.func @main(%arg0: tensor<16x64xf32>, %arg1: tensor<64x64xf32>) -> tensor<16x64xf32> {
    %0 = ttcore.load_cached(@main_const_eval_0, []) : () -> tensor<1x1xf32>
    %1 = "ttir.multiply"(%0, %arg0) : (tensor<1x1xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
    return %1 : tensor<16x64xf32>
  }
}`);
  });

  it('give reductions over devices four dimensions', () => {
    const text = around(
      `    %0 = "ttir.all_reduce"(%arg0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<16x64xf32>) -> tensor<16x64xf32>
    return %0 : tensor<16x64xf32>`,
      'tensor<16x64xf32>',
    );
    const lowered = run(text, 'ttnn-layout,convert-ttir-to-ttnn,canonicalize,ttnn-workaround');
    expect(lowered).toContain(
      '#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>',
    );
    expect(lowered)
      .toContain(`    %0 = "ttnn.reshape"(%arg0) <{shape = [1 : i32, 1 : i32, 16 : i32, 64 : i32]}> : (tensor<16x64xf32, #ttnn_layout>) -> tensor<1x1x16x64xf32, #ttnn_layout2>
    %1 = "ttnn.all_reduce"(%0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<1x1x16x64xf32, #ttnn_layout2>) -> tensor<1x1x16x64xf32, #ttnn_layout2>
    %2 = "ttnn.reshape"(%1) <{shape = [16 : i32, 64 : i32]}> : (tensor<1x1x16x64xf32, #ttnn_layout2>) -> tensor<16x64xf32, #ttnn_layout>
    return %2`);
  });
});
