/// chunked_scaled_dot_product_attention
// ttnn.to_tensor_spec: 1x8 tiles of si32 in dram -> 1x8 rows of si32 in dram
// ttnn.to_tensor_spec: 1 tiles of si32 in dram -> 1 rows of si32 in dram
// ttnn.chunked_scaled_dot_product_attention: 1x8x32x64 tiles of bf16 in dram, 16x2x32x64 tiles of bf16 in dram, 16x2x32x64 tiles of bf16 in dram, 1x8 rows of si32 in dram, 1 rows of si32 in dram -> 1x8x32x64 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 32 + d2, d3), <1x1>, memref<8x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 32 + d2, d3), <1x1>, memref<32x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<1x8x32x64xbf16, #ttnn_layout>, %arg1: tensor<16x2x32x64xbf16, #ttnn_layout1>, %arg2: tensor<16x2x32x64xbf16, #ttnn_layout1>, %arg3: tensor<1x8xi32, #ttnn_layout2>, %arg4: tensor<1xi32, #ttnn_layout3>, %arg5: tensor<1x8x32x64xbf16, #ttnn_layout>) -> tensor<1x8x32x64xbf16, #ttnn_layout> {
    %0 = "ttnn.chunked_scaled_dot_product_attention"(%arg0, %arg1, %arg2, %arg3, %arg4) : (tensor<1x8x32x64xbf16, #ttnn_layout>, tensor<16x2x32x64xbf16, #ttnn_layout1>, tensor<16x2x32x64xbf16, #ttnn_layout1>, tensor<1x8xi32, #ttnn_layout2>, tensor<1xi32, #ttnn_layout3>) -> tensor<1x8x32x64xbf16, #ttnn_layout>
    return %0 : tensor<1x8x32x64xbf16, #ttnn_layout>
  }
}
// -----
/// paged_scaled_dot_product_attention_decode
// ttnn.to_tensor_spec: 4x16 tiles of si32 in dram -> 4x16 rows of si32 in dram
// ttnn.to_tensor_spec: 4 tiles of si32 in dram -> 4 rows of si32 in dram
// ttnn.paged_scaled_dot_product_attention_decode: 1x4x8x64 tiles of bf16 in dram, 64x2x32x64 tiles of bf16 in dram, 64x2x32x64 tiles of bf16 in dram, 4x16 rows of si32 in dram, 4 rows of si32 in dram -> 1x4x8x64 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 32 + d2, d3), <1x1>, memref<128x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<1x4x8x64xbf16, #ttnn_layout>, %arg1: tensor<64x2x32x64xbf16, #ttnn_layout1>, %arg2: tensor<64x2x32x64xbf16, #ttnn_layout1>, %arg3: tensor<4x16xi32, #ttnn_layout2>, %arg4: tensor<1x4x8x64xbf16, #ttnn_layout>, %arg5: tensor<4xi32, #ttnn_layout3>) -> tensor<1x4x8x64xbf16, #ttnn_layout> {
    %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%arg0, %arg1, %arg2, %arg3, %arg5) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16, #ttnn_layout>, tensor<64x2x32x64xbf16, #ttnn_layout1>, tensor<64x2x32x64xbf16, #ttnn_layout1>, tensor<4x16xi32, #ttnn_layout2>, tensor<4xi32, #ttnn_layout3>) -> tensor<1x4x8x64xbf16, #ttnn_layout>
    return %0 : tensor<1x4x8x64xbf16, #ttnn_layout>
  }
}
// -----
/// paged_flash_multi_latent_attention_decode
// ttnn.to_tensor_spec: 4x16 tiles of si32 in dram -> 4x16 rows of si32 in dram
// ttnn.to_tensor_spec: 4 tiles of si32 in dram -> 4 rows of si32 in dram
// ttnn.paged_flash_multi_latent_attention_decode: 1x4x8x128 tiles of bf16 in dram, 64x1x32x128 tiles of bf16 in dram, 4x16 rows of si32 in dram, 4 rows of si32 in dram -> 1x4x8x64 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<64x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout4 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<1x4x8x128xbf16, #ttnn_layout>, %arg1: tensor<64x1x32x128xbf16, #ttnn_layout1>, %arg2: tensor<4x16xi32, #ttnn_layout2>, %arg3: tensor<4xi32, #ttnn_layout3>) -> tensor<1x4x8x64xbf16, #ttnn_layout4> {
    %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%arg0, %arg1, %arg2, %arg3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x128xbf16, #ttnn_layout>, tensor<64x1x32x128xbf16, #ttnn_layout1>, tensor<4x16xi32, #ttnn_layout2>, tensor<4xi32, #ttnn_layout3>) -> tensor<1x4x8x64xbf16, #ttnn_layout4>
    return %0 : tensor<1x4x8x64xbf16, #ttnn_layout4>
  }
}
// -----
/// sdpa_fw
// ttnn.sdpa_fw: 1x8x64x64 tiles of bf16 in dram, 1x8x64x64 tiles of bf16 in dram, 1x8x64x64 tiles of bf16 in dram -> 1x8x64x64 tiles of bf16 in dram, 1x8x64x32 tiles of f32 in dram
// ttnn.to_tensor_spec: 1x8x64x32 tiles of f32 in dram -> 1x8x64x32 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 512 + d1 * 64 + d2, d3), <1x1>, memref<16x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 512 + d1 * 64 + d2, d3), <1x1>, memref<16x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<1x8x64x64xbf16, #ttnn_layout>, %arg1: tensor<1x8x64x64xbf16, #ttnn_layout>, %arg2: tensor<1x8x64x64xbf16, #ttnn_layout>) -> (tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x32xbf16, #ttnn_layout1>) {
    %0:2 = "ttnn.sdpa_fw"(%arg0, %arg1, %arg2) <{dropout_probability = 0.000000e+00 : f32, mask_type = #ttcore.attention_mask_type<causal>, return_intermediates = true}> : (tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x64xbf16, #ttnn_layout>) -> (tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x32xbf16, #ttnn_layout1>)
    return %0#0, %0#1 : tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x32xbf16, #ttnn_layout1>
  }
}
// -----
/// sdpa_bw
// ttnn.to_tensor_spec: 1x8x64x32 tiles of bf16 in dram -> 1x8x64x32 tiles of f32 in dram
// ttnn.sdpa_bw: 1x8x64x64 tiles of bf16 in dram, 1x8x64x64 tiles of bf16 in dram, 1x8x64x64 tiles of bf16 in dram, 1x8x64x64 tiles of bf16 in dram, 1x8x64x64 tiles of bf16 in dram, 1x8x64x32 tiles of f32 in dram -> 1x8x64x64 tiles of bf16 in dram, 1x8x64x64 tiles of bf16 in dram, 1x8x64x64 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 512 + d1 * 64 + d2, d3), <1x1>, memref<16x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 512 + d1 * 64 + d2, d3), <1x1>, memref<16x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<1x8x64x64xbf16, #ttnn_layout>, %arg1: tensor<1x8x64x64xbf16, #ttnn_layout>, %arg2: tensor<1x8x64x64xbf16, #ttnn_layout>, %arg3: tensor<1x8x64x64xbf16, #ttnn_layout>, %arg4: tensor<1x8x64x64xbf16, #ttnn_layout>, %arg5: tensor<1x8x64x32xbf16, #ttnn_layout1>) -> (tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x64xbf16, #ttnn_layout>) {
    %grad_query, %grad_key, %grad_value = "ttnn.sdpa_bw"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) <{dropout_probability = 0.000000e+00 : f32, mask_type = #ttcore.attention_mask_type<causal>}> : (tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x32xbf16, #ttnn_layout1>) -> (tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x64xbf16, #ttnn_layout>)
    return %grad_query, %grad_key, %grad_value : tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x64xbf16, #ttnn_layout>, tensor<1x8x64x64xbf16, #ttnn_layout>
  }
}
// -----
/// paged_fill_cache
// ttnn.to_tensor_spec: 4x16 tiles of si32 in dram -> 4x16 rows of si32 in dram
// ttnn.to_tensor_spec: 1 tiles of si32 in dram -> 1 rows of si32 in dram
// ttnn.paged_fill_cache: 64x8x32x64 tiles of bf16 in dram, 1x8x96x64 tiles of bf16 in dram, 4x16 rows of si32 in dram, 1 rows of si32 in dram -> 
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 32 + d2, d3), <1x1>, memref<512x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 768 + d1 * 96 + d2, d3), <1x1>, memref<24x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<64x8x32x64xbf16, #ttnn_layout>, %arg1: tensor<1x8x96x64xbf16, #ttnn_layout1>, %arg2: tensor<4x16xi32, #ttnn_layout2>, %arg3: tensor<1xi32, #ttnn_layout3>) {
    "ttnn.paged_fill_cache"(%arg0, %arg1, %arg2, %arg3) : (tensor<64x8x32x64xbf16, #ttnn_layout>, tensor<1x8x96x64xbf16, #ttnn_layout1>, tensor<4x16xi32, #ttnn_layout2>, tensor<1xi32, #ttnn_layout3>) -> ()
    return
  }
}
// -----
/// paged_update_cache
// ttnn.to_tensor_spec: 1x4x8x64 tiles of bf16 in dram -> 1x4x8x64 tiles of bf16 in l1
// ttnn.to_tensor_spec: 4 tiles of si32 in dram -> 4 rows of si32 in dram
// ttnn.to_tensor_spec: 4x16 tiles of si32 in dram -> 4x16 rows of si32 in dram
// ttnn.paged_update_cache: 64x8x32x64 tiles of bf16 in dram, 1x4x8x64 tiles of bf16 in l1, 4 rows of si32 in dram, 4x16 rows of si32 in dram -> 
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 32 + d2, d3), <1x1>, memref<512x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<64x8x32x64xbf16, #ttnn_layout>, %arg1: tensor<1x4x8x64xbf16, #ttnn_layout1>, %arg2: tensor<4xi32, #ttnn_layout2>, %arg3: tensor<4x16xi32, #ttnn_layout3>) {
    "ttnn.paged_update_cache"(%arg0, %arg1, %arg2, %arg3) <{share_cache = false}> : (tensor<64x8x32x64xbf16, #ttnn_layout>, tensor<1x4x8x64xbf16, #ttnn_layout1>, tensor<4xi32, #ttnn_layout2>, tensor<4x16xi32, #ttnn_layout3>) -> ()
    return
  }
}
// -----
/// update_cache
// ttnn.to_tensor_spec: 1 tiles of si32 in dram -> 1 tiles of u32 in dram
// ttnn.update_cache: 1x8x128x64 tiles of bf16 in dram, 1x8x1x64 tiles of bf16 in dram, 1 tiles of u32 in dram -> 
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 128 + d2, d3), <1x1>, memref<32x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 32 + d2, d3), <1x1>, memref<8x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<1x8x128x64xbf16, #ttnn_layout>, %arg1: tensor<1x8x1x64xbf16, #ttnn_layout1>, %arg2: tensor<1xi32, #ttnn_layout2>) {
    "ttnn.update_cache"(%arg0, %arg1, %arg2) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xbf16, #ttnn_layout>, tensor<1x8x1x64xbf16, #ttnn_layout1>, tensor<1xi32, #ttnn_layout2>) -> ()
    return
  }
}
// -----
/// all_to_all_combine
// ttnn.to_tensor_spec: 2x8x32x64 tiles of bf16 in dram -> 2x8x32x64 rows of bf16 in dram
// ttnn.to_tensor_spec: 1x8x32x2 tiles of si32 in dram -> 1x8x32x2 rows of u16 in dram
// ttnn.to_tensor_spec: 1x1x4x2 tiles of si32 in dram -> 1x1x4x2 rows of u16 in dram
// ttnn.all_to_all_combine: 2x8x32x64 rows of bf16 in dram, 1x8x32x2 rows of u16 in dram, 1x1x4x2 rows of u16 in dram -> 2x4x32x64 rows of bf16 in dram
// ttnn.to_tensor_spec: 2x4x32x64 rows of bf16 in dram -> 2x4x32x64 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 32 + d2, d3), <1x1>, memref<16x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 32 + d2, d3), <1x1>, memref<8x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<8x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<2x8x32x64xbf16, #ttnn_layout>, %arg1: tensor<1x8x32x2xi32, #ttnn_layout1>, %arg2: tensor<1x1x4x2xi32, #ttnn_layout2>) -> tensor<2x4x32x64xbf16, #ttnn_layout3> {
    %0 = "ttnn.all_to_all_combine"(%arg0, %arg1, %arg2) <{cluster_axis = 1 : i64, num_devices = 2 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 1 : i64}> : (tensor<2x8x32x64xbf16, #ttnn_layout>, tensor<1x8x32x2xi32, #ttnn_layout1>, tensor<1x1x4x2xi32, #ttnn_layout2>) -> tensor<2x4x32x64xbf16, #ttnn_layout3>
    return %0 : tensor<2x4x32x64xbf16, #ttnn_layout3>
  }
}
// -----
/// all_to_all_dispatch
// ttnn.to_tensor_spec: 4x32x1x64 tiles of bf16 in dram -> 4x32x1x64 rows of bf16 in dram
// ttnn.to_tensor_spec: 4x32x1x2 tiles of si32 in dram -> 4x32x1x2 rows of u16 in dram
// ttnn.to_tensor_spec: 1x1x4x2 tiles of si32 in dram -> 1x1x4x2 rows of u16 in dram
// ttnn.all_to_all_dispatch: 4x32x1x64 rows of bf16 in dram, 4x32x1x2 rows of u16 in dram, 1x1x4x2 rows of u16 in dram -> 1x8x32x64 rows of bf16 in dram, 1x8x32x2 rows of u16 in dram
// ttnn.to_tensor_spec: 1x8x32x2 rows of u16 in dram -> 1x8x32x2 tiles of si32 in dram
// ttnn.to_tensor_spec: 1x8x32x64 rows of bf16 in dram -> 1x8x32x64 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 32 + d2, d3), <1x1>, memref<128x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 32 + d2, d3), <1x1>, memref<128x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 32 + d2, d3), <1x1>, memref<8x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout4 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 32 + d2, d3), <1x1>, memref<8x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<4x32x1x64xbf16, #ttnn_layout>, %arg1: tensor<4x32x1x2xi32, #ttnn_layout1>, %arg2: tensor<1x1x4x2xi32, #ttnn_layout2>) -> (tensor<1x8x32x64xbf16, #ttnn_layout3>, tensor<1x8x32x2xi32, #ttnn_layout4>) {
    %dispatched, %metadata = "ttnn.all_to_all_dispatch"(%arg0, %arg1, %arg2) <{cluster_axis = 1 : i64, num_devices = 2 : i64}> : (tensor<4x32x1x64xbf16, #ttnn_layout>, tensor<4x32x1x2xi32, #ttnn_layout1>, tensor<1x1x4x2xi32, #ttnn_layout2>) -> (tensor<1x8x32x64xbf16, #ttnn_layout3>, tensor<1x8x32x2xi32, #ttnn_layout4>)
    return %dispatched, %metadata : tensor<1x8x32x64xbf16, #ttnn_layout3>, tensor<1x8x32x2xi32, #ttnn_layout4>
  }
}
// -----
/// all_to_all_dispatch_metadata
// ttnn.reshape: 1x1x2x4 tiles of u16 in dram -> 2x4 tiles of u16 in dram
// ttnn.to_tensor_spec: 1x1x32x64 tiles of bf16 in dram -> 1x1x32x64 rows of bf16 in l1
// ttnn.to_tensor_spec: 1x1x32x2 tiles of u16 in dram -> 1x1x32x2 rows of u16 in l1
// ttnn.to_tensor_spec: 1x1x32x2 tiles of bf16 in dram -> 1x1x32x2 rows of bf16 in l1
// ttnn.to_tensor_spec: 2x4 tiles of u16 in dram -> 2x4 rows of u16 in dram
// ttnn.all_to_all_dispatch_metadata: 1x1x32x64 rows of bf16 in l1, 1x1x32x2 rows of u16 in l1, 1x1x32x2 rows of bf16 in l1, 2x4 rows of u16 in dram -> 1x64x64 rows of bf16 in dram, 1x64x2 rows of u16 in l1, 1x64x2 rows of bf16 in l1
// ttnn.to_tensor_spec: 1x64x2 rows of bf16 in l1 -> 1x64x2 tiles of bf16 in dram
// ttnn.to_tensor_spec: 1x64x2 rows of u16 in l1 -> 1x64x2 tiles of u16 in dram
// ttnn.to_tensor_spec: 1x64x64 rows of bf16 in dram -> 1x64x64 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 64 + d1, d2), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout4 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 64 + d1, d2), <1x1>, memref<2x1x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>
#ttnn_layout5 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 64 + d1, d2), <1x1>, memref<2x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout6 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<1x1x32x64xbf16, #ttnn_layout>, %arg1: tensor<1x1x32x2xui16, #ttnn_layout1>, %arg2: tensor<1x1x32x2xbf16, #ttnn_layout2>, %arg3: tensor<1x1x2x4xui16, #ttnn_layout1>) -> (tensor<1x64x64xbf16, #ttnn_layout3>, tensor<1x64x2xui16, #ttnn_layout4>, tensor<1x64x2xbf16, #ttnn_layout5>) {
    %0 = "ttnn.reshape"(%arg3) <{shape = [2 : i32, 4 : i32]}> : (tensor<1x1x2x4xui16, #ttnn_layout1>) -> tensor<2x4xui16, #ttnn_layout6>
    %dispatched, %indices, %scores = "ttnn.all_to_all_dispatch_metadata"(%arg0, %arg1, %arg2, %0) <{cluster_axis = 1 : i64, num_devices = 2 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<1x1x32x64xbf16, #ttnn_layout>, tensor<1x1x32x2xui16, #ttnn_layout1>, tensor<1x1x32x2xbf16, #ttnn_layout2>, tensor<2x4xui16, #ttnn_layout6>) -> (tensor<1x64x64xbf16, #ttnn_layout3>, tensor<1x64x2xui16, #ttnn_layout4>, tensor<1x64x2xbf16, #ttnn_layout5>)
    return %dispatched, %indices, %scores : tensor<1x64x64xbf16, #ttnn_layout3>, tensor<1x64x2xui16, #ttnn_layout4>, tensor<1x64x2xbf16, #ttnn_layout5>
  }
}
// -----
/// moe_expert_token_remap
// ttnn.to_tensor_spec: 2x1x32x4 tiles of bf16 in dram -> 2x1x32x4 rows of bf16 in dram
// ttnn.to_tensor_spec: 1x1x4x2 tiles of u16 in dram -> 1x1x4x2 rows of u16 in dram
// ttnn.to_tensor_spec: 2x1x32x2 tiles of u16 in dram -> 2x1x32x2 rows of u16 in dram
// ttnn.moe_expert_token_remap: 2x1x32x4 rows of bf16 in dram, 1x1x4x2 rows of u16 in dram, 2x1x32x2 rows of u16 in dram -> 1x1x32x2 rows of bf16 in dram, 1x1x2x2 rows of u16 in dram
// ttnn.to_tensor_spec: 1x1x2x2 rows of u16 in dram -> 1x1x2x2 tiles of u16 in dram
// ttnn.to_tensor_spec: 1x1x32x2 rows of bf16 in dram -> 1x1x32x2 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<2x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<2x1x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>
#ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<2x1x32x4xbf16, #ttnn_layout>, %arg1: tensor<1x1x4x2xui16, #ttnn_layout1>, %arg2: tensor<2x1x32x2xui16, #ttnn_layout2>) -> (tensor<1x1x32x2xbf16, #ttnn_layout3>, tensor<1x1x2x2xui16, #ttnn_layout1>) {
    %mapping, %reduced = "ttnn.moe_expert_token_remap"(%arg0, %arg1, %arg2) <{reduction_size = 16 : i64}> : (tensor<2x1x32x4xbf16, #ttnn_layout>, tensor<1x1x4x2xui16, #ttnn_layout1>, tensor<2x1x32x2xui16, #ttnn_layout2>) -> (tensor<1x1x32x2xbf16, #ttnn_layout3>, tensor<1x1x2x2xui16, #ttnn_layout1>)
    return %mapping, %reduced : tensor<1x1x32x2xbf16, #ttnn_layout3>, tensor<1x1x2x2xui16, #ttnn_layout1>
  }
}
// -----
/// rms_norm
// ttnn.rms_norm: 32x128 tiles of bf16 in dram, 128 tiles of bf16 in dram, 128 tiles of bf16 in dram -> 32x128 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x128xbf16, #ttnn_layout>, %arg1: tensor<128xbf16, #ttnn_layout1>, %arg2: tensor<128xbf16, #ttnn_layout1>) -> tensor<32x128xbf16, #ttnn_layout> {
    %0 = "ttnn.rms_norm"(%arg0, %arg1, %arg2) <{epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16, #ttnn_layout>, tensor<128xbf16, #ttnn_layout1>, tensor<128xbf16, #ttnn_layout1>) -> tensor<32x128xbf16, #ttnn_layout>
    return %0 : tensor<32x128xbf16, #ttnn_layout>
  }
}
// -----
/// group_norm
// ttnn.reshape: 64 tiles of bf16 in dram -> 1x1x2x32 tiles of bf16 in dram
// ttnn.reshape: 64 tiles of bf16 in dram -> 1x1x2x32 tiles of bf16 in dram
// ttnn.to_tensor_spec: 1x1x2x32 tiles of bf16 in dram -> 1x1x2x32 rows of bf16 in dram
// ttnn.to_tensor_spec: 1x1x2x32 tiles of bf16 in dram -> 1x1x2x32 rows of bf16 in dram
// ttnn.group_norm: 1x1x64x64 tiles of bf16 in dram, 1x1x2x32 rows of bf16 in dram, 1x1x2x32 rows of bf16 in dram -> 1x1x64x64 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<1x1x64x64xbf16, #ttnn_layout>, %arg1: tensor<64xbf16, #ttnn_layout1>, %arg2: tensor<64xbf16, #ttnn_layout1>) -> tensor<1x1x64x64xbf16, #ttnn_layout> {
    %0 = "ttnn.group_norm"(%arg0, %arg1, %arg2) <{epsilon = 9.99999974E-6 : f32, num_groups = 2 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<1x1x64x64xbf16, #ttnn_layout>, tensor<64xbf16, #ttnn_layout1>, tensor<64xbf16, #ttnn_layout1>) -> tensor<1x1x64x64xbf16, #ttnn_layout>
    return %0 : tensor<1x1x64x64xbf16, #ttnn_layout>
  }
}
