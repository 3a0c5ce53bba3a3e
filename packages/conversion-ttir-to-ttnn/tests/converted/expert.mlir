// %0 = "ttnn.all_to_all_combine"(%arg0, %arg1, %arg2) <{cluster_axis = 1 : i64, num_devices = 2 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 1 : i64}>
func.func @main(%arg0: tensor<2x8x32x64xbf16>, %arg1: tensor<1x8x32x2xi32>, %arg2: tensor<1x1x4x2xi32>) -> tensor<2x4x32x64xbf16> {
  %0 = "ttir.all_to_all_combine"(%arg0, %arg1, %arg2) <{cluster_axis = 1 : i64, num_devices = 2 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 1 : i64}> : (tensor<2x8x32x64xbf16>, tensor<1x8x32x2xi32>, tensor<1x1x4x2xi32>) -> tensor<2x4x32x64xbf16>
  return %0 : tensor<2x4x32x64xbf16>
}
// -----
// %dispatched, %metadata = "ttnn.all_to_all_dispatch"(%arg0, %arg1, %arg2) <{cluster_axis = 1 : i64, num_devices = 2 : i64}>
func.func @main(%arg0: tensor<4x32x1x64xbf16>, %arg1: tensor<4x32x1x2xi32>, %arg2: tensor<1x1x4x2xi32>) -> (tensor<1x8x32x64xbf16>, tensor<1x8x32x2xi32>) {
  %dispatched, %metadata = "ttir.all_to_all_dispatch"(%arg0, %arg1, %arg2) <{cluster_axis = 1 : i64, num_devices = 2 : i64}> : (tensor<4x32x1x64xbf16>, tensor<4x32x1x2xi32>, tensor<1x1x4x2xi32>) -> (tensor<1x8x32x64xbf16>, tensor<1x8x32x2xi32>)
  return %dispatched, %metadata : tensor<1x8x32x64xbf16>, tensor<1x8x32x2xi32>
}
// -----
// %0 = "ttnn.reshape"(%arg3) <{shape = [2 : i32, 4 : i32]}>
// %dispatched, %indices, %scores = "ttnn.all_to_all_dispatch_metadata"(%arg0, %arg1, %arg2, %0) <{cluster_axis = 1 : i64, num_devices = 2 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}>
func.func @main(%arg0: tensor<1x1x32x64xbf16>, %arg1: tensor<1x1x32x2xui16>, %arg2: tensor<1x1x32x2xbf16>, %arg3: tensor<1x1x2x4xui16>) -> (tensor<1x64x64xbf16>, tensor<1x64x2xui16>, tensor<1x64x2xbf16>) {
  %dispatched, %indices, %scores = "ttir.all_to_all_dispatch_metadata"(%arg0, %arg1, %arg2, %arg3) <{cluster_axis = 1 : i64, num_devices = 2 : i64}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x2xui16>, tensor<1x1x32x2xbf16>, tensor<1x1x2x4xui16>) -> (tensor<1x64x64xbf16>, tensor<1x64x2xui16>, tensor<1x64x2xbf16>)
  return %dispatched, %indices, %scores : tensor<1x64x64xbf16>, tensor<1x64x2xui16>, tensor<1x64x2xbf16>
}
// -----
// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.prepare_moe_compute_w0_w1_weights"(%arg4, %arg5, %0) <{hidden_size = 128 : ui32, intermediate_size = 64 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>}>
// %2 = "ttnn.prepare_moe_compute_w2_weights"(%arg6, %0) <{hidden_size = 128 : ui32, intermediate_size = 64 : ui32}>
// %3 = "ttnn.moe_compute"(%arg0, %arg1, %arg2, %arg3, %1, %2, %0) <{activation_function = #ttcore.moe_activation_function<silu>, cluster_axis = 1 : ui32, has_bias = false, intermediate_size = 64 : ui32, layer_id = 0 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(1,1), (3,3)>]>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0, 1>, output_height_shard_dim = 2 : ui32}>
func.func @main(%arg0: tensor<1x64x128xbf16>, %arg1: tensor<1x64x2xui16>, %arg2: tensor<1x64x2xbf16>, %arg3: tensor<1x4xui16>, %arg4: tensor<1x2x128x64xbf16>, %arg5: tensor<1x2x128x64xbf16>, %arg6: tensor<1x2x64x128xbf16>) -> tensor<2x64x128xbf16> {
  %0 = "ttir.moe_compute"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6) <{activation_function = #ttcore.moe_activation_function<silu>, cluster_axis = 1 : ui32, intermediate_size = 64 : ui32, layer_id = 0 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>, output_height_shard_dim = 2 : ui32}> : (tensor<1x64x128xbf16>, tensor<1x64x2xui16>, tensor<1x64x2xbf16>, tensor<1x4xui16>, tensor<1x2x128x64xbf16>, tensor<1x2x128x64xbf16>, tensor<1x2x64x128xbf16>) -> tensor<2x64x128xbf16>
  return %0 : tensor<2x64x128xbf16>
}
// -----
// %mapping, %reduced = "ttnn.moe_expert_token_remap"(%arg0, %arg1, %arg2) <{reduction_size = 16 : i64}>
func.func @main(%arg0: tensor<2x1x32x4xbf16>, %arg1: tensor<1x1x4x2xui16>, %arg2: tensor<2x1x32x2xui16>) -> (tensor<1x1x32x2xbf16>, tensor<1x1x2x2xui16>) {
  %mapping, %reduced = "ttir.moe_expert_token_remap"(%arg0, %arg1, %arg2) <{reduction_size = 16 : i64}> : (tensor<2x1x32x4xbf16>, tensor<1x1x4x2xui16>, tensor<2x1x32x2xui16>) -> (tensor<1x1x32x2xbf16>, tensor<1x1x2x2xui16>)
  return %mapping, %reduced : tensor<1x1x32x2xbf16>, tensor<1x1x2x2xui16>
}
// -----
// %token_counts, %activation_records, %token_indices, %tilize_out, %tilize_out_rm = "ttnn.moe_gpt"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) <{cluster_axis = 0 : ui32, hidden_size = 2880 : ui32, output_height_shard_dim = 4 : ui32, output_width_shard_dim = 3 : ui32}>
func.func @main(%arg0: tensor<128x2880xbf16>, %arg1: tensor<128x4xui16>, %arg2: tensor<128x4xbf16>, %arg3: tensor<1x128xui16>, %arg4: tensor<12x1x4x4x2880x128xbf16>, %arg5: tensor<12x1x4x2x2880x128xbf16>) -> (tensor<1x4xui32>, tensor<1x1548xui32>, tensor<4x516xui32>, tensor<72x2x32x2880xbf16>, tensor<72x2x32x2880xbf16>) {
  %token_counts, %activation_records, %token_indices, %tilize_out, %tilize_out_rm = "ttir.moe_gpt"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) <{cluster_axis = 0 : ui32, hidden_size = 2880 : ui32, output_height_shard_dim = 4 : ui32, output_width_shard_dim = 3 : ui32}> : (tensor<128x2880xbf16>, tensor<128x4xui16>, tensor<128x4xbf16>, tensor<1x128xui16>, tensor<12x1x4x4x2880x128xbf16>, tensor<12x1x4x2x2880x128xbf16>) -> (tensor<1x4xui32>, tensor<1x1548xui32>, tensor<4x516xui32>, tensor<72x2x32x2880xbf16>, tensor<72x2x32x2880xbf16>)
  return %token_counts, %activation_records, %token_indices, %tilize_out, %tilize_out_rm : tensor<1x4xui32>, tensor<1x1548xui32>, tensor<4x516xui32>, tensor<72x2x32x2880xbf16>, tensor<72x2x32x2880xbf16>
}
// -----
// %0 = "ttnn.selective_reduce_combine"(%arg0, %arg1, %arg2, %arg3) <{batch_size = 64 : ui32, experts = 4 : ui32, hidden_size = 128 : ui32, select_experts_k = 2 : ui32, seq_size = 1 : ui32}>
func.func @main(%arg0: tensor<2x64x128xbf16>, %arg1: tensor<64x8xui32>, %arg2: tensor<2x64xui32>, %arg3: tensor<1x2xui32>) -> tensor<2x64x128xbf16> {
  %0 = "ttir.selective_reduce_combine"(%arg0, %arg1, %arg2, %arg3) <{batch_size = 64 : ui32, experts = 4 : ui32, hidden_size = 128 : ui32, select_experts_k = 2 : ui32, seq_size = 1 : ui32}> : (tensor<2x64x128xbf16>, tensor<64x8xui32>, tensor<2x64xui32>, tensor<1x2xui32>) -> tensor<2x64x128xbf16>
  return %0 : tensor<2x64x128xbf16>
}
