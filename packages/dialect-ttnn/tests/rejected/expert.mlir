func.func @main(%a0: tensor<2x8x32x64xbf16>, %a1: tensor<1x8x32x2xi32>, %a2: tensor<1x1x4x2xi32>) {
  // expected-error@below {{'ttnn.all_to_all_combine' op result must be a 4D tensor [K, B, S, H]}}
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 1 : i64, num_devices = 2 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 1 : i64}> : (tensor<2x8x32x64xbf16>, tensor<1x8x32x2xi32>, tensor<1x1x4x2xi32>) -> tensor<4x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x8x32x64xbf16>, %a1: tensor<1x8x32x2xi32>, %a2: tensor<1x1x4x2xi32>) {
  // expected-error@below {{'ttnn.all_to_all_combine' op num_devices must be positive}}
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 1 : i64, num_devices = 0 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 1 : i64}> : (tensor<2x8x32x64xbf16>, tensor<1x8x32x2xi32>, tensor<1x1x4x2xi32>) -> tensor<2x4x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x8x32x64xbf16>, %a1: tensor<1x8x32x2xi32>, %a2: tensor<i32>) {
  // expected-error@below {{'ttnn.all_to_all_combine' op expert_mapping must be a 4D tensor [1, 1, E, D]}}
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 1 : i64, num_devices = 2 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 1 : i64}> : (tensor<2x8x32x64xbf16>, tensor<1x8x32x2xi32>, tensor<i32>) -> tensor<2x4x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x8x32x64xbf16>, %a1: tensor<1x8x32x2xi32>, %a2: tensor<1x1x1x2xi32>) {
  // expected-error@below {{'ttnn.all_to_all_combine' op cluster_axis must be 0 or 1}}
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 3 : i64, num_devices = 2 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 1 : i64}> : (tensor<2x8x32x64xbf16>, tensor<1x8x32x2xi32>, tensor<1x1x1x2xi32>) -> tensor<2x4x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x32x64xbf16>, %a1: tensor<1x8x32x2xi32>, %a2: tensor<1x1x4x2xi32>) {
  // expected-error@below {{'ttnn.all_to_all_combine' op input_tensor must be a 4D tensor [E_local, B*D, S, H]}}
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 1 : i64, num_devices = 2 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 1 : i64}> : (tensor<8x32x64xbf16>, tensor<1x8x32x2xi32>, tensor<1x1x4x2xi32>) -> tensor<2x4x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x8x32x64xbf16>, %a1: tensor<1x8x32x2xi32>, %a2: tensor<1x1x4x2xi32>) {
  // expected-error@below {{'ttnn.all_to_all_combine' op output_shard_dim must be 1 or 2, got -1}}
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 1 : i64, num_devices = 2 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = -1 : i64}> : (tensor<2x8x32x64xbf16>, tensor<1x8x32x2xi32>, tensor<1x1x4x2xi32>) -> tensor<2x4x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x8x32x64xbf16>, %a1: tensor<1x8x32x2xi32>, %a2: tensor<1x1x4x2xi32>) {
  // expected-error@below {{'ttnn.all_to_all_combine' op num_experts_per_tok must be positive}}
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 1 : i64, num_devices = 2 : i64, num_experts_per_tok = 0 : i64, output_shard_dim = 1 : i64}> : (tensor<2x8x32x64xbf16>, tensor<1x8x32x2xi32>, tensor<1x1x4x2xi32>) -> tensor<2x4x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x8x32x64xbf16>, %a1: tensor<8x32x2xi32>, %a2: tensor<1x1x4x2xi32>) {
  // expected-error@below {{'ttnn.all_to_all_combine' op expert_metadata must be a 4D tensor [1, B*D, S, K]}}
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 1 : i64, num_devices = 2 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 1 : i64}> : (tensor<2x8x32x64xbf16>, tensor<8x32x2xi32>, tensor<1x1x4x2xi32>) -> tensor<2x4x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<4x32x1x2xi32>, %a2: tensor<1x1x4x2xi32>) {
  // expected-error@below {{'ttnn.all_to_all_dispatch' op input_tensor must be a 4D tensor [B, S, 1, H]}}
  %0:2 = "ttnn.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 1 : i64, num_devices = 2 : i64}> : (tensor<bf16>, tensor<4x32x1x2xi32>, tensor<1x1x4x2xi32>) -> (tensor<1x8x32x64xbf16>, tensor<1x8x32x2xi32>)
  return
}
// -----
func.func @main(%a0: tensor<4x32x1x64xbf16>, %a1: tensor<4x32x1x2xui16>, %a2: tensor<1x1x4x2xi32>) {
  // expected-error@below {{'ttnn.all_to_all_dispatch' op cluster_axis must be 0 or 1}}
  %0:2 = "ttnn.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = -1 : i64, num_devices = 2 : i64}> : (tensor<4x32x1x64xbf16>, tensor<4x32x1x2xui16>, tensor<1x1x4x2xi32>) -> (tensor<1x8x32x64xbf16>, tensor<1x8x32x2xi32>)
  return
}
// -----
func.func @main(%a0: tensor<4x32x1x64xbf16>, %a1: tensor<4x32x1x2xi32>, %a2: tensor<1x1x4x2xi32>) {
  // expected-error@below {{'ttnn.all_to_all_dispatch' op metadata output must be a 4D tensor [1, B*D, S, K]}}
  %0:2 = "ttnn.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 1 : i64, num_devices = 2 : i64}> : (tensor<4x32x1x64xbf16>, tensor<4x32x1x2xi32>, tensor<1x1x4x2xi32>) -> (tensor<1x8x32x64xbf16>, tensor<1x1x8x32x2xi32>)
  return
}
// -----
func.func @main(%a0: tensor<4x32x1x64xbf16>, %a1: tensor<i32>, %a2: tensor<1x1x4x2xi32>) {
  // expected-error@below {{'ttnn.all_to_all_dispatch' op expert_indices must be a 4D tensor [B, S, 1, K]}}
  %0:2 = "ttnn.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 1 : i64, num_devices = 2 : i64}> : (tensor<4x32x1x64xbf16>, tensor<i32>, tensor<1x1x4x2xi32>) -> (tensor<1x8x32x64xbf16>, tensor<1x8x32x2xi32>)
  return
}
// -----
func.func @main(%a0: tensor<4x32x1x64xbf16>, %a1: tensor<4x32x1x2xi32>, %a2: tensor<1x1x4x2xbf16>) {
  // expected-error@below {{'ttnn.all_to_all_dispatch' op dispatched output must be a 4D tensor [1, B*D, S, H]}}
  %0:2 = "ttnn.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 1 : i64, num_devices = 2 : i64}> : (tensor<4x32x1x64xbf16>, tensor<4x32x1x2xi32>, tensor<1x1x4x2xbf16>) -> (tensor<8x32x64xbf16>, tensor<1x8x32x2xi32>)
  return
}
// -----
func.func @main(%a0: tensor<4x32x1x64xbf16>, %a1: tensor<4x32x1x2xi32>, %a2: tensor<1x1x1x4x2xi32>) {
  // expected-error@below {{'ttnn.all_to_all_dispatch' op expert_mapping must be a 4D tensor [1, 1, E, D]}}
  %0:2 = "ttnn.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 1 : i64, num_devices = 2 : i64}> : (tensor<4x32x1x64xbf16>, tensor<4x32x1x2xi32>, tensor<1x1x1x4x2xi32>) -> (tensor<1x8x32x64xbf16>, tensor<1x8x32x2xi32>)
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<1x1x32x2xui16>, %a2: tensor<1x1x32x2xbf16>, %a3: tensor<2x4xui16>) {
  // expected-error@below {{'ttnn.all_to_all_dispatch_metadata' op input_tensor must be a 4D tensor [1, 1, M, H]}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : i64, num_devices = 2 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<bf16>, tensor<1x1x32x2xui16>, tensor<1x1x32x2xbf16>, tensor<2x4xui16>) -> (tensor<1x64x64xbf16>, tensor<1x64x2xui16>, tensor<1x64x2xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x2xui16>, %a2: tensor<1x1x32x2xbf16>, %a3: tensor<2x4xui16>) {
  // expected-error@below {{'ttnn.all_to_all_dispatch_metadata' op indices output must be a 3D tensor [1, tokens_global, K]}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : i64, num_devices = 2 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x2xui16>, tensor<1x1x32x2xbf16>, tensor<2x4xui16>) -> (tensor<1x64x64xbf16>, tensor<64x2xui16>, tensor<1x64x2xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x2xui16>, %a2: tensor<1x1x32x2xbf16>, %a3: tensor<2x4xui16>) {
  // expected-error@below {{'ttnn.all_to_all_dispatch_metadata' op cluster_axis must be 0 or 1}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 100 : i64, num_devices = 2 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x2xui16>, tensor<1x1x32x2xbf16>, tensor<2x4xui16>) -> (tensor<1x64x64xbf16>, tensor<1x64x2xui16>, tensor<1x64x2xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x2xui16>, %a2: tensor<1x1x32x2xbf16>, %a3: tensor<1x2x4xui16>) {
  // expected-error@below {{'ttnn.all_to_all_dispatch_metadata' op expert_mapping must be a 2D tensor [D, E]}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : i64, num_devices = 2 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x2xui16>, tensor<1x1x32x2xbf16>, tensor<1x2x4xui16>) -> (tensor<1x64x64xbf16>, tensor<1x64x2xui16>, tensor<1x64x2xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x2xui16>, %a2: tensor<1x1x32x2xbf16>, %a3: tensor<2x4xui16>) {
  // expected-error@below {{'ttnn.all_to_all_dispatch_metadata' op scores output must be a 3D tensor [1, tokens_global, K]}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : i64, num_devices = 2 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x2xui16>, tensor<1x1x32x2xbf16>, tensor<2x4xui16>) -> (tensor<1x64x64xbf16>, tensor<1x64x2xui16>, tensor<bf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x2xui16>, %a2: tensor<1x1x32x2xbf16>, %a3: tensor<2x4xui16>) {
  // expected-error@below {{'ttnn.all_to_all_dispatch_metadata' op dispatched output must be a 3D tensor [1, tokens_global, H]}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : i64, num_devices = 2 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x2xui16>, tensor<1x1x32x2xbf16>, tensor<2x4xui16>) -> (tensor<1x1x64x64xbf16>, tensor<1x64x2xui16>, tensor<1x64x2xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x2xui16>, %a2: tensor<1x1x1x32x2xbf16>, %a3: tensor<2x4xui16>) {
  // expected-error@below {{'ttnn.all_to_all_dispatch_metadata' op expert_scores must be a 4D tensor [1, 1, M, K]}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : i64, num_devices = 2 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x2xui16>, tensor<1x1x1x32x2xbf16>, tensor<2x4xui16>) -> (tensor<1x64x64xbf16>, tensor<1x64x2xui16>, tensor<1x64x2xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<2x1x32x4xbf16>, %a1: tensor<1x1x8x2xui16>, %a2: tensor<2x1x32x2xui16>) {
  // expected-error@below {{'ttnn.moe_expert_token_remap' op mapping output must be a 4D tensor}}
  %0:2 = "ttnn.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<2x1x32x4xbf16>, tensor<1x1x8x2xui16>, tensor<2x1x32x2xui16>) -> (tensor<1x32x2xbf16>, tensor<1x1x2x2xui16>)
  return
}
// -----
func.func @main(%a0: tensor<2x1x32x4xbf16>, %a1: tensor<1x1x4x2xui16>, %a2: tensor<2x1x32x2xui16>) {
  // expected-error@below {{'ttnn.moe_expert_token_remap' op reduced output must be a 4D tensor}}
  %0:2 = "ttnn.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<2x1x32x4xbf16>, tensor<1x1x4x2xui16>, tensor<2x1x32x2xui16>) -> (tensor<1x1x32x2xbf16>, tensor<1x2x2xui16>)
  return
}
// -----
func.func @main(%a0: tensor<1x32x4xbf16>, %a1: tensor<1x1x4x2xui16>, %a2: tensor<2x1x32x2xui16>) {
  // expected-error@below {{'ttnn.moe_expert_token_remap' op topk_tensor must be a 4D tensor [D, B, S, E]}}
  %0:2 = "ttnn.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x32x4xbf16>, tensor<1x1x4x2xui16>, tensor<2x1x32x2xui16>) -> (tensor<1x1x32x2xbf16>, tensor<1x1x2x2xui16>)
  return
}
// -----
func.func @main(%a0: tensor<2x1x32x4xbf16>, %a1: tensor<1x4x2xui16>, %a2: tensor<2x1x32x2xui16>) {
  // expected-error@below {{'ttnn.moe_expert_token_remap' op expert_mapping must be a 4D tensor [1, 1, E, D]}}
  %0:2 = "ttnn.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<2x1x32x4xbf16>, tensor<1x4x2xui16>, tensor<2x1x32x2xui16>) -> (tensor<1x1x32x2xbf16>, tensor<1x1x2x2xi32>)
  return
}
// -----
func.func @main(%a0: tensor<2x1x32x4xbf16>, %a1: tensor<1x1x4x2xui16>, %a2: tensor<ui16>) {
  // expected-error@below {{'ttnn.moe_expert_token_remap' op expert_metadata must be a 4D tensor [D, B, S, K]}}
  %0:2 = "ttnn.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<2x1x32x4xbf16>, tensor<1x1x4x2xui16>, tensor<ui16>) -> (tensor<1x1x32x2xbf16>, tensor<1x1x2x2xui16>)
  return
}
// -----
func.func @main(%a0: tensor<2x1x32x4xbf16>, %a1: tensor<1x1x4x2xui16>, %a2: tensor<2x1x32x2xui16>) {
  // expected-error@below {{'ttnn.moe_expert_token_remap' op reduction_size must be positive}}
  %0:2 = "ttnn.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 0 : i64}> : (tensor<2x1x32x4xbf16>, tensor<1x1x4x2xui16>, tensor<2x1x32x2xui16>) -> (tensor<1x1x32x2xbf16>, tensor<1x1x2x2xui16>)
  return
}
// -----
func.func @main(%a0: tensor<2x64x128xbf16>, %a1: tensor<64x8xui32>, %a2: tensor<2x64xui32>, %a3: tensor<1x2xui32>) {
  // expected-error@below {{'ttnn.selective_reduce_combine' op hidden_size must be positive}}
  %0 = "ttnn.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 64 : ui32, experts = 4 : ui32, hidden_size = 0 : ui32, select_experts_k = 2 : ui32, seq_size = 1 : ui32}> : (tensor<2x64x128xbf16>, tensor<64x8xui32>, tensor<2x64xui32>, tensor<1x2xui32>) -> tensor<2x64x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x64x128xbf16>, %a1: tensor<1x64x2xui16>, %a2: tensor<1x64x2xbf16>, %a3: tensor<1x4xui16>, %a4: tensor<8x1x2x4x128x128xbf16>, %a5: tensor<8x1x2x2x64x128xbf16>, %a6: !ttnn.device) {
  // expected-error@below {{'ttnn.moe_compute' op intermediate_size must be a positive multiple of 32}}
  %0 = "ttnn.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 1 : ui32, has_bias = false, intermediate_size = 1 : ui32, layer_id = 0 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(1,1), (3,3)>]>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0, 1>, output_height_shard_dim = 2 : ui32}> : (tensor<1x64x128xbf16>, tensor<1x64x2xui16>, tensor<1x64x2xbf16>, tensor<1x4xui16>, tensor<8x1x2x4x128x128xbf16>, tensor<8x1x2x2x64x128xbf16>, !ttnn.device) -> tensor<2x64x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x64x129xbf16>, %a1: tensor<1x64x2xui16>, %a2: tensor<1x64x2xbf16>, %a3: tensor<1x4xui16>, %a4: tensor<8x1x2x4x128x128xbf16>, %a5: tensor<8x1x2x2x64x128xbf16>, %a6: !ttnn.device) {
  // expected-error@below {{'ttnn.moe_compute' op tilize_input_tensor last dim (hidden_size) must be a positive multiple of 32}}
  %0 = "ttnn.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 1 : ui32, has_bias = false, intermediate_size = 64 : ui32, layer_id = 0 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(1,1), (3,3)>]>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0, 1>, output_height_shard_dim = 2 : ui32}> : (tensor<1x64x129xbf16>, tensor<1x64x2xui16>, tensor<1x64x2xbf16>, tensor<1x4xui16>, tensor<8x1x2x4x128x128xbf16>, tensor<8x1x2x2x64x128xbf16>, !ttnn.device) -> tensor<2x64x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<1x64x2xui16>, %a2: tensor<1x64x2xbf16>, %a3: tensor<1x4xui16>, %a4: tensor<8x1x2x4x128x128xbf16>, %a5: tensor<8x1x2x2x64x128xbf16>, %a6: !ttnn.device) {
  // expected-error@below {{'ttnn.moe_compute' op tilize_input_tensor must have rank >= 2}}
  %0 = "ttnn.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 1 : ui32, has_bias = false, intermediate_size = 64 : ui32, layer_id = 0 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(1,1), (3,3)>]>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0, 1>, output_height_shard_dim = 2 : ui32}> : (tensor<bf16>, tensor<1x64x2xui16>, tensor<1x64x2xbf16>, tensor<1x4xui16>, tensor<8x1x2x4x128x128xbf16>, tensor<8x1x2x2x64x128xbf16>, !ttnn.device) -> tensor<2x64x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<128x2880xbf16>, %a1: tensor<128x4xui16>, %a2: tensor<128x4xbf16>, %a3: tensor<1x128xui16>, %a4: tensor<1x4x4x2880x128xbf16>, %a5: tensor<12x1x4x2x2880x128xbf16>) {
  // expected-error@below {{'ttnn.moe_gpt' op w0_w1_tensor must be a rank 6 tensor}}
  %0:5 = "ttnn.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{cluster_axis = 0 : ui32, hidden_size = 2880 : ui32, output_height_shard_dim = 4 : ui32, output_width_shard_dim = 3 : ui32}> : (tensor<128x2880xbf16>, tensor<128x4xui16>, tensor<128x4xbf16>, tensor<1x128xui16>, tensor<1x4x4x2880x128xbf16>, tensor<12x1x4x2x2880x128xbf16>) -> (tensor<1x4xui32>, tensor<1x1548xui32>, tensor<4x516xui32>, tensor<72x2x32x2880xbf16>, tensor<72x2x32x2880xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<128x2880xbf16>, %a1: tensor<128x4xui16>, %a2: tensor<128x4xbf16>, %a3: tensor<1x128xui16>, %a4: tensor<12x1x4x4x2880x128xbf16>, %a5: tensor<1x4x2x2880x128xbf16>) {
  // expected-error@below {{'ttnn.moe_gpt' op w2_tensor must be a rank 6 tensor}}
  %0:5 = "ttnn.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{cluster_axis = 0 : ui32, hidden_size = 2880 : ui32, output_height_shard_dim = 4 : ui32, output_width_shard_dim = 3 : ui32}> : (tensor<128x2880xbf16>, tensor<128x4xui16>, tensor<128x4xbf16>, tensor<1x128xui16>, tensor<12x1x4x4x2880x128xbf16>, tensor<1x4x2x2880x128xbf16>) -> (tensor<1x4xui32>, tensor<1x1548xui32>, tensor<4x516xui32>, tensor<72x2x32x2880xbf16>, tensor<72x2x32x1xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<128x2880xbf16>, %a1: tensor<128x4xui16>, %a2: tensor<128x4xbf16>, %a3: tensor<1x128xui16>, %a4: tensor<12x1x1x4x2880x128xbf16>, %a5: tensor<12x1x4x2x2880x128xbf16>) {
  // expected-error@below {{'ttnn.moe_gpt' op w0_w1_tensor and w2_tensor must have same dim[2] (experts_per_device)}}
  %0:5 = "ttnn.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{cluster_axis = 0 : ui32, hidden_size = 2880 : ui32, output_height_shard_dim = 4 : ui32, output_width_shard_dim = 3 : ui32}> : (tensor<128x2880xbf16>, tensor<128x4xui16>, tensor<128x4xbf16>, tensor<1x128xui16>, tensor<12x1x1x4x2880x128xbf16>, tensor<12x1x4x2x2880x128xbf16>) -> (tensor<1x4xui32>, tensor<1x1548xui32>, tensor<4x516xui32>, tensor<72x2x32x2880xbf16>, tensor<72x2x32x2880xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<128x2880xbf16>, %a1: tensor<128x4xui16>, %a2: tensor<128x4xbf16>, %a3: tensor<1x128xui16>, %a4: tensor<12x1x4x4x2880x128xbf16>, %a5: tensor<12x1x4x2x2880x256xbf16>) {
  // expected-error@below {{'ttnn.moe_gpt' op w2_tensor dim[5] must be 128 (4*TILE_SIZE)}}
  %0:5 = "ttnn.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{cluster_axis = 0 : ui32, hidden_size = 2880 : ui32, output_height_shard_dim = 4 : ui32, output_width_shard_dim = 3 : ui32}> : (tensor<128x2880xbf16>, tensor<128x4xui16>, tensor<128x4xbf16>, tensor<1x128xui16>, tensor<12x1x4x4x2880x128xbf16>, tensor<12x1x4x2x2880x256xbf16>) -> (tensor<1x4xui32>, tensor<1x1548xui32>, tensor<4x516xui32>, tensor<72x2x32x2880xbf16>, tensor<72x2x32x2880xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<128x2880xbf16>, %a1: tensor<128x4xui16>, %a2: tensor<128x4xbf16>, %a3: tensor<1x128xui16>, %a4: tensor<1x1x4x4x2880x128xbf16>, %a5: tensor<12x1x4x2x2880x128xbf16>) {
  // expected-error@below {{'ttnn.moe_gpt' op w0_w1_tensor and w2_tensor must have same dim[0] (num_cores)}}
  %0:5 = "ttnn.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{cluster_axis = 0 : ui32, hidden_size = 2880 : ui32, output_height_shard_dim = 4 : ui32, output_width_shard_dim = 3 : ui32}> : (tensor<128x2880xbf16>, tensor<128x4xui16>, tensor<128x4xbf16>, tensor<1x128xui16>, tensor<1x1x4x4x2880x128xbf16>, tensor<12x1x4x2x2880x128xbf16>) -> (tensor<1x4xui32>, tensor<1x1548xui32>, tensor<4x516xui32>, tensor<72x2x32x2880xbf16>, tensor<72x2x32x5760xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<128x2880xbf16>, %a1: tensor<128x4xui16>, %a2: tensor<128x4xbf16>, %a3: tensor<1x128xui16>, %a4: tensor<12x1x4x4x2880x256xbf16>, %a5: tensor<12x1x4x2x2880x128xbf16>) {
  // expected-error@below {{'ttnn.moe_gpt' op w0_w1_tensor dim[5] must be 128 (4*TILE_SIZE)}}
  %0:5 = "ttnn.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{cluster_axis = 0 : ui32, hidden_size = 2880 : ui32, output_height_shard_dim = 4 : ui32, output_width_shard_dim = 3 : ui32}> : (tensor<128x2880xbf16>, tensor<128x4xui16>, tensor<128x4xbf16>, tensor<1x128xui16>, tensor<12x1x4x4x2880x256xbf16>, tensor<12x1x4x2x2880x128xbf16>) -> (tensor<1x4xui32>, tensor<1x1548xui32>, tensor<4x516xui32>, tensor<72x2x32x2880xbf16>, tensor<72x2x32x2880xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x2x128x64xbf16>, %a1: tensor<1x2x128x64xbf16>, %a2: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_moe_compute_w0_w1_weights' op intermediate_size must be a positive multiple of 32}}
  %0 = "ttnn.prepare_moe_compute_w0_w1_weights"(%a0, %a1, %a2) <{hidden_size = 128 : ui32, intermediate_size = 1 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>}> : (tensor<1x2x128x64xbf16>, tensor<1x2x128x64xbf16>, !ttnn.device) -> tensor<8x1x2x4x128x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x2x128x64xbf16>, %a1: tensor<1x2x128x64xbf16>, %a2: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_moe_compute_w0_w1_weights' op hidden_size must be a positive multiple of 32}}
  %0 = "ttnn.prepare_moe_compute_w0_w1_weights"(%a0, %a1, %a2) <{hidden_size = 100 : ui32, intermediate_size = 64 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>}> : (tensor<1x2x128x64xbf16>, tensor<1x2x128x64xbf16>, !ttnn.device) -> tensor<8x1x2x4x128x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x2x64x128xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_moe_compute_w2_weights' op intermediate_size must be a positive multiple of 32}}
  %0 = "ttnn.prepare_moe_compute_w2_weights"(%a0, %a1) <{hidden_size = 128 : ui32, intermediate_size = 0 : ui32, operandSegmentSizes = array<i32: 1, 0, 1>}> : (tensor<1x2x64x128xbf16>, !ttnn.device) -> tensor<8x1x2x2x64x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x2x64x128xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_moe_compute_w2_weights' op hidden_size must be a positive multiple of 32}}
  %0 = "ttnn.prepare_moe_compute_w2_weights"(%a0, %a1) <{hidden_size = 3 : ui32, intermediate_size = 64 : ui32, operandSegmentSizes = array<i32: 1, 0, 1>}> : (tensor<1x2x64x128xbf16>, !ttnn.device) -> tensor<8x1x2x2x64x128xbf16>
  return
}
