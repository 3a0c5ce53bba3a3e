// The work of a program, the least time for it, and the memories of its tensors.
// RUN: shardform opt %s --ttnn-collect-perf-metrics="ttnn-perf-metrics-output-file=%t ttnn-perf-metrics-verbose-output-enabled=true" -o %t.mlir
// RUN: cat %t.json | FileCheck %s
// RUN: shardform opt %s --ttnn-collect-perf-metrics=ttnn-perf-metrics-output-file=%t.short -o %t.mlir
// RUN: cat %t.short.json | FileCheck %s --check-prefix=SHORT

// The product: 2 * 2048 * 128 * 64 operations. The reduction over two devices adds half of 2048 * 64 numbers on each.
// CHECK:      "flops": {
// CHECK-NEXT:   "peak_flops_per_sec": 220324476683938,
// CHECK-NEXT:   "peak_flops_per_sec_by_fidelity": {
// CHECK-NEXT:     "hifi2": 110592000000000,
// CHECK-NEXT:     "hifi3": 73728000000000,
// CHECK-NEXT:     "hifi4": 55296000000000,
// CHECK-NEXT:     "lofi": 221184000000000
// CHECK-NEXT:   },
// CHECK-NEXT:   "per_op": [
// CHECK-NEXT:     {
// CHECK-NEXT:       "flops": 33554432,
// CHECK-NEXT:       "location": "product",
// CHECK-NEXT:       "math_fidelity": "lofi",
// CHECK-NEXT:       "operation": "ttnn.matmul"
// CHECK-NEXT:     },
// CHECK-NEXT:     {
// CHECK-NEXT:       "flops": 65536,
// CHECK-NEXT:       "location": "unknown",
// CHECK-NEXT:       "math_fidelity": "hifi4",
// CHECK-NEXT:       "operation": "ttnn.all_reduce"
// CHECK-NEXT:     },
// The second product is of activations: it counts, but its time doesn't.
// CHECK-NEXT:     {
// CHECK-NEXT:       "flops": 16777216,
// CHECK-NEXT:       "location": "unknown",
// CHECK-NEXT:       "math_fidelity": "lofi",
// CHECK-NEXT:       "operation": "ttnn.matmul"
// CHECK-NEXT:     }
// CHECK-NEXT:   ],
// CHECK-NEXT:   "total_flops": 50397184
// CHECK-NEXT: },
// CHECK-NEXT: "operation_type_breakdown": {
// CHECK-NEXT:   "func.func": 1,
// CHECK-NEXT:   "func.return": 1,
// CHECK-NEXT:   "ttnn.all_reduce": 1,
// CHECK-NEXT:   "ttnn.matmul": 2,
// CHECK-NEXT:   "ttnn.to_memory_config": 1
// CHECK-NEXT: },
// 64 x 4 x 2 products of tiles at 32 cycles take 0.3 us on 54 cores; 8704 bytes are read in 0.03 us.
// CHECK-NEXT: "perf_targets": {
// CHECK-NEXT:   "aiclk_hz": 1000000000,
// CHECK-NEXT:   "arch": "wormhole_b0",
// CHECK-NEXT:   "compute_bound_ops": 1,
// CHECK-NEXT:   "cycles_per_tile_matmul": 32,
// CHECK-NEXT:   "dram_bandwidth_bytes_per_sec": 288000000000,
// CHECK-NEXT:   "dram_bound_ops": 0,
// CHECK-NEXT:   "num_chips": 1,
// CHECK-NEXT:   "num_tensix_cores": 54,
// CHECK-NEXT:   "params_count": 8192,
// CHECK-NEXT:   "params_memory_bytes": 8704,
// CHECK-NEXT:   "roofline_ms": 0.0003034074074074074,
// CHECK-NEXT:   "skipped_ops": 1,
// CHECK-NEXT:   "top_perf_estimate_ms": 0.00043343915343915345
// CHECK-NEXT: },
// CHECK-NEXT: "shardable_operations": [
// CHECK-NEXT:   {
// CHECK-NEXT:     "has_system_memory": false,
// CHECK-NEXT:     "is_sharded": true,
// CHECK-NEXT:     "is_spilled_to_dram": true,
// CHECK-NEXT:     "layout_info": "#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x1>, memref<8x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>>",
// CHECK-NEXT:     "location": "product",
// CHECK-NEXT:     "operation": "ttnn.matmul"
// CHECK:      "summary": {
// CHECK-NEXT:   "dram_spilled_ops": 2,
// CHECK-NEXT:   "effectively_sharded_ops": 0,
// CHECK-NEXT:   "effectively_sharded_percentage": 0,
// CHECK-NEXT:   "sharded_and_spilled_ops": 1,
// CHECK-NEXT:   "sharded_ops": 1,
// CHECK-NEXT:   "sharded_percentage": 33.333333333333329,
// CHECK-NEXT:   "spilled_percentage": 66.666666666666657,
// CHECK-NEXT:   "system_memory_ops": 0,
// CHECK-NEXT:   "system_memory_percentage": 0,
// CHECK-NEXT:   "total_ops": 6,
// CHECK-NEXT:   "total_ops_with_output_tensor": 4,
// CHECK-NEXT:   "total_shardable_ops": 3
// SHORT-NOT: "per_op"
// SHORT-NOT: "shardable_operations"
#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#x = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#w = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#sharded = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x1>, memref<8x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>>
#y = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#z = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#lofi = #ttnn.device_compute_kernel_config<math_fidelity = lofi>
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>, ttcore.system_desc = #ttcore.system_desc<[{role = host, target_triple = "x86_64-pc-linux"}], [{arch = <wormhole_b0>, grid = 9x6, coord_translation_offsets = 18x18, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 103712, erisc_l1_unreserved_base = 98304, dram_unreserved_base = 1920032, dram_unreserved_end = 1073119552, supported_data_types = [<bf16>], supported_tile_sizes = [ 32x32], dst_physical_size_tiles = 16, num_cbs = 64, num_compute_threads = 1, num_datamovement_threads = 2, dram_grid = 1x12, dram_bank_to_logical_worker_noc0 = [(0, 0)], dram_bank_to_logical_worker_noc1 = [(0, 0)]}], [0], [1 : i32], [ 0x0x0x0]>} {
  func.func @main(%x: tensor<2048x128xbf16, #x>, %w: tensor<128x64xbf16, #w> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<64x64xbf16, #z> attributes {tt.function_type = "forward_device"} {
    %0 = "ttnn.matmul"(%x, %w) <{compute_config = #lofi, transpose_a = false, transpose_b = false}> : (tensor<2048x128xbf16, #x>, tensor<128x64xbf16, #w>) -> tensor<2048x64xbf16, #sharded> loc("product")
    %1 = "ttnn.to_memory_config"(%0) : (tensor<2048x64xbf16, #sharded>) -> tensor<2048x64xbf16, #y>
    %2 = "ttnn.all_reduce"(%1) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<2048x64xbf16, #y>) -> tensor<2048x64xbf16, #y>
    %3 = "ttnn.matmul"(%2, %1) <{compute_config = #lofi, transpose_a = true, transpose_b = false}> : (tensor<2048x64xbf16, #y>, tensor<2048x64xbf16, #y>) -> tensor<64x64xbf16, #z>
    return %3 : tensor<64x64xbf16, #z>
  }
}
