/// topk_router_gpt
// ttnn.topk_router_gpt: 32x2880 tiles of bf16 in dram, 2880x128 tiles of bf16 in dram, 32x128 tiles of bf16 in dram -> 32x8 rows of u16 in l1, 32x8 rows of bf16 in l1
// ttnn.to_tensor_spec: 32x8 rows of bf16 in l1 -> 32x8 tiles of bf16 in dram
// ttnn.to_tensor_spec: 32x8 rows of u16 in l1 -> 32x8 tiles of u16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x90x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<90x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>
#ttnn_layout4 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x2880xbf16, #ttnn_layout>, %arg1: tensor<2880x128xbf16, #ttnn_layout1>, %arg2: tensor<32x128xbf16, #ttnn_layout2>) -> (tensor<32x8xui16, #ttnn_layout3>, tensor<32x8xbf16, #ttnn_layout4>) {
    %expert_indices, %expert_weights = "ttnn.topk_router_gpt"(%arg0, %arg1, %arg2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16, #ttnn_layout>, tensor<2880x128xbf16, #ttnn_layout1>, tensor<32x128xbf16, #ttnn_layout2>) -> (tensor<32x8xui16, #ttnn_layout3>, tensor<32x8xbf16, #ttnn_layout4>)
    return %expert_indices, %expert_weights : tensor<32x8xui16, #ttnn_layout3>, tensor<32x8xbf16, #ttnn_layout4>
  }
}
// -----
/// sampling
// ttnn.reshape: 32x64 tiles of bf16 in dram -> 1x1x32x64 tiles of bf16 in dram
// ttnn.reshape: 32x64 tiles of si32 in dram -> 1x1x32x64 tiles of si32 in dram
// ttnn.to_tensor_spec: 1x1x32x64 tiles of si32 in dram -> 1x1x32x64 rows of si32 in dram
// ttnn.to_tensor_spec: 32 tiles of u32 in dram -> 32 rows of u32 in dram
// ttnn.to_tensor_spec: 32 tiles of bf16 in dram -> 32 rows of bf16 in dram
// ttnn.to_tensor_spec: 32 tiles of bf16 in dram -> 32 rows of bf16 in dram
// ttnn.sampling: 1x1x32x64 tiles of bf16 in dram, 1x1x32x64 rows of si32 in dram, 32 rows of u32 in dram, 32 rows of bf16 in dram, 32 rows of bf16 in dram -> 1x1x1x32 rows of u32 in dram
// ttnn.to_tensor_spec: 1x1x1x32 rows of u32 in dram -> 1x1x1x32 tiles of si32 in dram
// ttnn.reshape: 1x1x1x32 tiles of si32 in dram -> 32 tiles of si32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, u32>, #dram>, <interleaved>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout4 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xbf16, #ttnn_layout>, %arg1: tensor<32x64xi32, #ttnn_layout1>, %arg2: tensor<32xui32, #ttnn_layout2>, %arg3: tensor<32xbf16, #ttnn_layout3>, %arg4: tensor<32xbf16, #ttnn_layout3>) -> tensor<32xi32, #ttnn_layout4> {
    %0 = "ttnn.sampling"(%arg0, %arg1, %arg2, %arg3, %arg4) <{seed = 42 : ui32}> : (tensor<32x64xbf16, #ttnn_layout>, tensor<32x64xi32, #ttnn_layout1>, tensor<32xui32, #ttnn_layout2>, tensor<32xbf16, #ttnn_layout3>, tensor<32xbf16, #ttnn_layout3>) -> tensor<32xi32, #ttnn_layout4>
    return %0 : tensor<32xi32, #ttnn_layout4>
  }
}
// -----
/// sort
// ttnn.sort: 32x64 tiles of bf16 in dram -> 32x64 tiles of bf16 in dram, 32x64 tiles of u16 in dram
// ttnn.to_tensor_spec: 32x64 tiles of u16 in dram -> 32x64 tiles of si32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xbf16, #ttnn_layout>) -> (tensor<32x64xbf16, #ttnn_layout>, tensor<32x64xi32, #ttnn_layout1>) {
    %values, %indices = "ttnn.sort"(%arg0) <{descending = true, dim = 1 : si8, stable = false}> : (tensor<32x64xbf16, #ttnn_layout>) -> (tensor<32x64xbf16, #ttnn_layout>, tensor<32x64xi32, #ttnn_layout1>)
    return %values, %indices : tensor<32x64xbf16, #ttnn_layout>, tensor<32x64xi32, #ttnn_layout1>
  }
}
// -----
/// topk
// ttnn.topk: 32x64 tiles of bf16 in dram -> 32x8 tiles of bf16 in dram, 32x8 tiles of u16 in dram
// ttnn.to_tensor_spec: 32x8 tiles of u16 in dram -> 32x8 tiles of si32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xbf16, #ttnn_layout>) -> (tensor<32x8xbf16, #ttnn_layout1>, tensor<32x8xi32, #ttnn_layout2>) {
    %values, %indices = "ttnn.topk"(%arg0) <{dim = -1 : si32, k = 8 : i32, largest = true, sorted = true}> : (tensor<32x64xbf16, #ttnn_layout>) -> (tensor<32x8xbf16, #ttnn_layout1>, tensor<32x8xi32, #ttnn_layout2>)
    return %values, %indices : tensor<32x8xbf16, #ttnn_layout1>, tensor<32x8xi32, #ttnn_layout2>
  }
}
// -----
/// embedding
// ttnn.to_tensor_spec: 1x32 tiles of u32 in dram -> 1x32 rows of u32 in dram
// ttnn.to_tensor_spec: 512x128 tiles of bf16 in dram -> 512x128 rows of bf16 in dram
// ttnn.embedding: 1x32 rows of u32 in dram, 512x128 rows of bf16 in dram -> 1x32x128 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u32>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<16x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<1x32xui32, #ttnn_layout>, %arg1: tensor<512x128xbf16, #ttnn_layout1>) -> tensor<1x32x128xbf16, #ttnn_layout2> {
    %0 = "ttnn.embedding"(%arg0, %arg1) : (tensor<1x32xui32, #ttnn_layout>, tensor<512x128xbf16, #ttnn_layout1>) -> tensor<1x32x128xbf16, #ttnn_layout2>
    return %0 : tensor<1x32x128xbf16, #ttnn_layout2>
  }
}
// -----
/// scatter
// ttnn.to_tensor_spec: 64x32 tiles of f32 in dram -> 64x32 rows of f32 in dram
// ttnn.to_tensor_spec: 8x32 tiles of si32 in dram -> 8x32 rows of si32 in dram
// ttnn.to_tensor_spec: 8x32 tiles of f32 in dram -> 8x32 rows of f32 in dram
// ttnn.scatter: 64x32 rows of f32 in dram, 8x32 rows of si32 in dram, 8x32 rows of f32 in dram -> 64x32 rows of f32 in dram
// ttnn.to_tensor_spec: 64x32 rows of f32 in dram -> 64x32 tiles of f32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<64x32xf32, #ttnn_layout>, %arg1: tensor<8x32xi32, #ttnn_layout1>, %arg2: tensor<8x32xf32, #ttnn_layout2>) -> tensor<64x32xf32, #ttnn_layout> {
    %0 = "ttnn.scatter"(%arg0, %arg1, %arg2) <{dim = 0 : si32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<64x32xf32, #ttnn_layout>, tensor<8x32xi32, #ttnn_layout1>, tensor<8x32xf32, #ttnn_layout2>) -> tensor<64x32xf32, #ttnn_layout>
    return %0 : tensor<64x32xf32, #ttnn_layout>
  }
}
// -----
/// sparse_matmul
// ttnn.to_tensor_spec: 2x4x1x4 tiles of bf16 in dram -> 2x4x1x4 rows of bf16 in dram
// ttnn.sparse_matmul: 2x4x32x64 tiles of bf16 in dram, 1x4x64x128 tiles of bf16 in dram, 2x4x1x4 rows of bf16 in dram -> 2x4x1x4x32x128 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<8x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 64 + d2, d3), <1x1>, memref<8x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<8x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1, d2, d3, d4, d5) -> (d0 * 512 + d1 * 128 + d2 * 128 + d3 * 32 + d4, d5), <1x1>, memref<32x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<2x4x32x64xbf16, #ttnn_layout>, %arg1: tensor<1x4x64x128xbf16, #ttnn_layout1>, %arg2: tensor<2x4x1x4xbf16, #ttnn_layout2>) -> tensor<2x4x1x4x32x128xbf16, #ttnn_layout3> {
    %0 = "ttnn.sparse_matmul"(%arg0, %arg1, %arg2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64, program_config = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<compute_with_storage_grid_size = #ttnn.core_coord<4, 8>, in0_block_w = 1, out_subblock_h = 1, out_subblock_w = 1, out_block_h = 1, out_block_w = 1, per_core_m = 1, per_core_n = 1, fuse_batch = false, mcast_in0 = true, gather_in0 = false, hop_cores = #ttnn.core_range_set<>, num_global_cb_receivers = 0, untilize_out = false>}> : (tensor<2x4x32x64xbf16, #ttnn_layout>, tensor<1x4x64x128xbf16, #ttnn_layout1>, tensor<2x4x1x4xbf16, #ttnn_layout2>) -> tensor<2x4x1x4x32x128xbf16, #ttnn_layout3>
    return %0 : tensor<2x4x1x4x32x128xbf16, #ttnn_layout3>
  }
}
// -----
/// argmax
// ttnn.to_tensor_spec: 32x64 tiles of bf16 in dram -> 32x64 rows of bf16 in dram
// ttnn.argmax: 32x64 rows of bf16 in dram -> 32 rows of u32 in dram
// ttnn.to_tensor_spec: 32 rows of u32 in dram -> 32 tiles of si32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xbf16, #ttnn_layout>) -> tensor<32xi32, #ttnn_layout1> {
    %0 = "ttnn.argmax"(%arg0) <{dim = 1 : si32, keep_dim = false}> : (tensor<32x64xbf16, #ttnn_layout>) -> tensor<32xi32, #ttnn_layout1>
    return %0 : tensor<32xi32, #ttnn_layout1>
  }
}
// -----
/// slice_dynamic
// ttnn.to_tensor_spec: 8x16 tiles of bf16 in dram -> 8x16 rows of bf16 in dram
// ttnn.to_tensor_spec: 2 tiles of si32 in dram -> 2 tiles of u32 in dram
// ttnn.to_tensor_spec: 2 tiles of si32 in dram -> 2 tiles of u32 in dram
// ttnn.slice_dynamic: 8x16 rows of bf16 in dram, 2 tiles of u32 in dram, 2 tiles of u32 in dram -> 4x16 rows of bf16 in dram
// ttnn.to_tensor_spec: 4x16 rows of bf16 in dram -> 4x16 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<8x16xbf16, #ttnn_layout>, %arg1: tensor<2xi32, #ttnn_layout1>, %arg2: tensor<2xi32, #ttnn_layout1>) -> tensor<4x16xbf16, #ttnn_layout> {
    %0 = "ttnn.slice_dynamic"(%arg0, %arg1, %arg2) <{step = [1 : i32, 1 : i32]}> : (tensor<8x16xbf16, #ttnn_layout>, tensor<2xi32, #ttnn_layout1>, tensor<2xi32, #ttnn_layout1>) -> tensor<4x16xbf16, #ttnn_layout>
    return %0 : tensor<4x16xbf16, #ttnn_layout>
  }
}
// -----
/// embedding_backward
// ttnn.reshape: 1x32x128 tiles of bf16 in dram -> 1x1x32x128 tiles of bf16 in dram
// ttnn.reshape: 1x32 tiles of si32 in dram -> 1x1x1x32 tiles of si32 in dram
// ttnn.to_tensor_spec: 1x1x1x32 tiles of si32 in dram -> 1x1x1x32 rows of u32 in dram
// ttnn.embedding_bw: 1x1x1x32 rows of u32 in dram, 512x128 tiles of bf16 in dram, 1x1x32x128 tiles of bf16 in dram -> 1x1x512x128 tiles of bf16 in dram
// ttnn.reshape: 1x1x512x128 tiles of bf16 in dram -> 512x128 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<16x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout4 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout5 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 512 + d1 * 512 + d2, d3), <1x1>, memref<16x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<1x32xi32, #ttnn_layout>, %arg1: tensor<512x128xbf16, #ttnn_layout1>, %arg2: tensor<1x32x128xbf16, #ttnn_layout2>) -> tensor<512x128xbf16, #ttnn_layout1> {
    %0 = "ttnn.reshape"(%arg2) <{shape = [1 : i32, 1 : i32, 32 : i32, 128 : i32]}> : (tensor<1x32x128xbf16, #ttnn_layout2>) -> tensor<1x1x32x128xbf16, #ttnn_layout3>
    %1 = "ttnn.reshape"(%arg0) <{shape = [1 : i32, 1 : i32, 1 : i32, 32 : i32]}> : (tensor<1x32xi32, #ttnn_layout>) -> tensor<1x1x1x32xi32, #ttnn_layout4>
    %2 = "ttnn.embedding_bw"(%1, %arg1, %0) : (tensor<1x1x1x32xi32, #ttnn_layout4>, tensor<512x128xbf16, #ttnn_layout1>, tensor<1x1x32x128xbf16, #ttnn_layout3>) -> tensor<1x1x512x128xbf16, #ttnn_layout5>
    %3 = "ttnn.reshape"(%2) <{shape = [512 : i32, 128 : i32]}> : (tensor<1x1x512x128xbf16, #ttnn_layout5>) -> tensor<512x128xbf16, #ttnn_layout1>
    return %3 : tensor<512x128xbf16, #ttnn_layout1>
  }
}
// -----
/// upsample2d
// ttnn.to_tensor_spec: 1x8x8x32 tiles of bf16 in dram -> 1x8x8x32 rows of bf16 in dram
// ttnn.upsample: 1x8x8x32 rows of bf16 in dram -> 1x16x16x32 rows of bf16 in dram
// ttnn.to_tensor_spec: 1x16x16x32 rows of bf16 in dram -> 1x16x16x32 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 32 + d2, d3), <1x1>, memref<8x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 512 + d1 * 32 + d2, d3), <1x1>, memref<16x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<1x8x8x32xbf16, #ttnn_layout>) -> tensor<1x16x16x32xbf16, #ttnn_layout1> {
    %0 = "ttnn.upsample"(%arg0) <{mode = "nearest", scale_factor = 2 : si32}> : (tensor<1x8x8x32xbf16, #ttnn_layout>) -> tensor<1x16x16x32xbf16, #ttnn_layout1>
    return %0 : tensor<1x16x16x32xbf16, #ttnn_layout1>
  }
}
