func.func @main(%a0: tensor<31x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.topk_router_gpt' op bias dim 0 (32) must equal input batch size B (31)}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<31x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x129xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.topk_router_gpt' op bias dim 1 (128) must equal weight num_experts (129)}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x129xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x16xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<1x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.topk_router_gpt' op weight dim 0 (1) must equal input hidden_dim (2880)}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<1x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.topk_router_gpt' op expert_weights dim 1 (16) must equal k (8)}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x16xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.topk_router_gpt' op expert_indices dim 0 (33) must equal input batch size B (32)}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<33x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.topk_router_gpt' op k must be positive, but got: -1}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = -1 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xi32>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.topk_router_gpt' op expert_weights dim 0 (33) must equal input batch size B (32)}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<33x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.topk_router_gpt' op input must be a 2D tensor [B, hidden_dim], but got rank 3}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<1x32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.topk_router_gpt' op expert_weights must be a 2D tensor [B, k], but got rank 1}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.topk_router_gpt' op expert_indices dim 1 (8) must equal k (1)}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 1 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.topk_router_gpt' op num_experts must be 128, but got: 100}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 100 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.topk_router_gpt' op expert_indices must be a 2D tensor [B, k], but got rank 3}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<1x32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error@below {{'ttnn.topk_router_gpt' op bias must be a 2D tensor [B, num_experts], but got rank 3}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<1x32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<128xbf16>, %a2: tensor<33x128xbf16>) {
  // expected-error@below {{'ttnn.topk_router_gpt' op weight must be a 2D tensor [hidden_dim, num_experts], but got rank 1}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<128xbf16>, tensor<33x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<1x32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttnn.sampling' op input_indices rank must match input_values rank}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<1x32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<ui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttnn.sampling' op k must be 1D [batch]}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<ui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<31xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<33xbf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttnn.sampling' op p batch dimension (33) must match input_values batch (32)}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<33xbf16>, tensor<32xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xui16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttnn.sampling' op result must be 1D [batch]}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<32xui16>, tensor<32xbf16>) -> tensor<33xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<31x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttnn.sampling' op input_values and input_indices must have the same shape}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x128xbf16>, tensor<31x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<1xbf16>) {
  // expected-error@below {{'ttnn.sampling' op temp batch dimension (1) must match input_values batch (32)}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<1xbf16>) -> tensor<31xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<33xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttnn.sampling' op k batch dimension (33) must match input_values batch (32)}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<33xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttnn.sampling' op input_values must be 2D [batch, candidates] or 4D [1, 1, batch, candidates]}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<bf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttnn.sampling' op result rank (0) must match expected rank (1) for input_values rank 2}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<i32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<bf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttnn.sampling' op p must be 1D [batch]}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<bf16>, tensor<32xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<bf16>) {
  // expected-error@below {{'ttnn.sampling' op temp must be 1D [batch]}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<bf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.sort' op Sorted tensor type does not match with input tensor.}}
  %0:2 = "ttnn.sort"(%a0) <{descending = true, dim = 1 : si8, stable = false}> : (tensor<32x64xbf16>) -> (tensor<1x64xbf16>, tensor<32x64xi32>)
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.sort' op Dimension out of range (expected to be in range of [-2, 1], but got 100)}}
  %0:2 = "ttnn.sort"(%a0) <{descending = true, dim = 100 : si8, stable = false}> : (tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<33x64xi32>)
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.sort' op Indices shape does not match with input tensor shape.}}
  %0:2 = "ttnn.sort"(%a0) <{descending = true, dim = 1 : si8, stable = false}> : (tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x128xi32>)
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.sort' op Expected integer data type for indices but got 'f32'}}
  %0:2 = "ttnn.sort"(%a0) <{descending = true, dim = -1 : si8, stable = false}> : (tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xf32>)
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.sort' op Expected integer data type for indices but got 'bf16'}}
  %0:2 = "ttnn.sort"(%a0) <{descending = true, dim = 1 : si8, stable = false}> : (tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.topk' op K should be between 1 and the size of the specified dimension (1), but got: 100}}
  %0:2 = "ttnn.topk"(%a0) <{dim = -1 : si32, k = 100 : i32, largest = true, sorted = true}> : (tensor<32x64xbf16>) -> (tensor<32x8xbf16>, tensor<32x8xi32>)
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.topk' op specified dimension should be between -2 and 1, but got: 3}}
  %0:2 = "ttnn.topk"(%a0) <{dim = 3 : si32, k = 8 : i32, largest = true, sorted = true}> : (tensor<32x64xbf16>) -> (tensor<32x8xbf16>, tensor<32x8xi32>)
  return
}
// -----
func.func @main(%a0: tensor<2x32xui32>, %a1: tensor<512x128xbf16>) {
  // expected-error@below {{'ttnn.embedding' op expected output shape of (2, 32, 128) but got (1, 32, 128)}}
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<2x32xui32>, tensor<512x128xbf16>) -> tensor<1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<ui32>, %a1: tensor<512x128xbf16>) {
  // expected-error@below {{'ttnn.embedding' op expected output shape of (128) but got (1, 32, 128)}}
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<ui32>, tensor<512x128xbf16>) -> tensor<1x32x128xui16>
  return
}
// -----
func.func @main(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>) {
  // expected-error@below {{'ttnn.embedding' op expected output shape of (1, 32, 128) but got ()}}
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<1x32xui32>, tensor<512x128xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32xui32>, %a1: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.embedding' op weight must be at least 2D tensor, got 1D ranked tensor}}
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<1x32xui32>, tensor<128xbf16>) -> tensor<1x64x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32xui32>, %a1: tensor<512x128xbf16>) {
  // expected-error@below {{'ttnn.embedding' op expected output shape of (32, 128) but got (1, 33, 128)}}
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<32xui32>, tensor<512x128xbf16>) -> tensor<1x33x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32xui32>, %a1: tensor<512x128xi32>) {
  // expected-error@below {{'ttnn.embedding' op expected output shape of (1, 32, 128) but got (32, 128)}}
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<1x32xui32>, tensor<512x128xi32>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32xui32>, %a1: tensor<512x128xbf16>) {
  // expected-error@below {{'ttnn.embedding' op input must be at most a 2D tensor, got 3D ranked tensor}}
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<1x1x32xui32>, tensor<512x128xbf16>) -> tensor<1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>) {
  // expected-error@below {{'ttnn.embedding' op expected output shape of (1, 32, 128) but got (1, 1, 32, 128)}}
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<1x32xui32>, tensor<512x128xbf16>) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x16xui32>) {
  // expected-error@below {{'ttnn.gather' op Index tensor and result tensor must have the same shape.}}
  %0 = "ttnn.gather"(%a0, %a1) <{dim = 1 : si32}> : (tensor<32x64xbf16>, tensor<32x16xui32>) -> tensor<32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<31x8xui32>) {
  // expected-error@below {{'ttnn.gather' op Input tensor and index tensor must have the same rank. Got input rank = 0, index rank = 2}}
  %0 = "ttnn.gather"(%a0, %a1) <{dim = 1 : si32}> : (tensor<bf16>, tensor<31x8xui32>) -> tensor<32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x8xf32>) {
  // expected-error@below {{'ttnn.gather' op Index tensor element type must be one of ui16, ui32, si32 or i32, got 'f32'}}
  %0 = "ttnn.gather"(%a0, %a1) <{dim = 1 : si32}> : (tensor<32x64xbf16>, tensor<32x8xf32>) -> tensor<32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x8xbf16>) {
  // expected-error@below {{'ttnn.gather' op Index tensor element type must be one of ui16, ui32, si32 or i32, got 'bf16'}}
  %0 = "ttnn.gather"(%a0, %a1) <{dim = 1 : si32}> : (tensor<32x64xbf16>, tensor<32x8xbf16>) -> tensor<33x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x8xui32>) {
  // expected-error@below {{'ttnn.gather' op Dimension must be in the range [-2, 2), got dim = 100}}
  %0 = "ttnn.gather"(%a0, %a1) <{dim = 100 : si32}> : (tensor<32x64xbf16>, tensor<32x8xui32>) -> tensor<32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x1x1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.embedding_bw' op Input gradient dim 2 must equal index_shape[0] * index_shape[-1]}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<2x1x1x32xui32>, tensor<512x128xbf16>, tensor<1x1x32x128xbf16>) -> tensor<1x1x512x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x3x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x1x32x128xf32>) {
  // expected-error@below {{'ttnn.embedding_bw' op Input index tensor dims 1 and 2 must be 1, got shape (B, ?, ?, N) where ? must be 1}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x1x3x32xui32>, tensor<512x128xbf16>, tensor<1x1x32x128xf32>) -> tensor<1x1x512x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<2x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.embedding_bw' op Input gradient must be in the form (1, 1, R, C)}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x1x1x32xui32>, tensor<512x128xbf16>, tensor<2x1x32x128xbf16>) -> tensor<1x1x512x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x31xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x1x32x129xbf16>) {
  // expected-error@below {{'ttnn.embedding_bw' op Input's last dim must be divisible by TILE_WIDTH}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x1x1x31xui32>, tensor<512x128xbf16>, tensor<1x1x32x129xbf16>) -> tensor<1x1x512x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.embedding_bw' op expected output shape of (1, 1, 512, 128) but got (3, 1, 512, 128)}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x1x1x32xui32>, tensor<512x128xbf16>, tensor<1x1x32x128xbf16>) -> tensor<3x1x512x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<bf16>) {
  // expected-error@below {{'ttnn.embedding_bw' op Input gradient must be a 4D tensor}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x1x1x32xui32>, tensor<512x128xbf16>, tensor<bf16>) -> tensor<1x1x512x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.embedding_bw' op expected output shape of (1, 1, 512, 128) but got (1, 512, 128)}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x1x1x32xui32>, tensor<512x128xbf16>, tensor<1x1x32x128xbf16>) -> tensor<1x512x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.embedding_bw' op Input index tensor must be a 4D tensor}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x1x32xui32>, tensor<512x128xbf16>, tensor<1x1x32x128xbf16>) -> tensor<1x1x512x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x1x32x128xui16>) {
  // expected-error@below {{'ttnn.embedding_bw' op Input gradient and output must have the same dtype}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x1x1x32xui32>, tensor<512x128xbf16>, tensor<1x1x32x128xui16>) -> tensor<1x1x512x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xui32>, %a1: tensor<1x512x128xbf16>, %a2: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.embedding_bw' op Input must be a 2D tensor}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x1x1x32xui32>, tensor<1x512x128xbf16>, tensor<1x1x32x128xbf16>) -> tensor<1x1x512x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x1x32x1xbf16>) {
  // expected-error@below {{'ttnn.embedding_bw' op Input gradient second dimension must match the second dimension of the weight tensor}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x1x1x32xui32>, tensor<512x128xbf16>, tensor<1x1x32x1xbf16>) -> tensor<1x1x1x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.embedding_bw' op expected output shape of (1, 1, 512, 128) but got (1, 1, 1, 512, 128)}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x1x1x32xui32>, tensor<512x128xbf16>, tensor<1x1x32x128xbf16>) -> tensor<1x1x1x512x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.embedding_bw' op expected output shape of (1, 1, 512, 128) but got ()}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x1x1x32xui32>, tensor<512x128xbf16>, tensor<1x1x32x128xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<1x2x64x128xbf16>, %a2: tensor<1x8x32x1xbf16>) {
  // expected-error@below {{'ttnn.indexer_score_dsa' op Key must have a single head (dim 1 must be 1)}}
  %0 = "ttnn.indexer_score_dsa"(%a0, %a1, %a2) <{chunk_start_idx = 32 : ui32}> : (tensor<1x8x32x128xbf16>, tensor<1x2x64x128xbf16>, tensor<1x8x32x1xbf16>) -> tensor<1x1x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<1x1x64x127xbf16>, %a2: tensor<1x8x32x1xbf16>) {
  // expected-error@below {{'ttnn.indexer_score_dsa' op Key head dim must match query head dim}}
  %0 = "ttnn.indexer_score_dsa"(%a0, %a1, %a2) <{chunk_start_idx = 32 : ui32}> : (tensor<1x8x32x128xbf16>, tensor<1x1x64x127xbf16>, tensor<1x8x32x1xbf16>) -> tensor<1x2x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<3x1x64x128xbf16>, %a2: tensor<1x8x32x1xbf16>) {
  // expected-error@below {{'ttnn.indexer_score_dsa' op Key batch size must match query batch size}}
  %0 = "ttnn.indexer_score_dsa"(%a0, %a1, %a2) <{chunk_start_idx = 32 : ui32}> : (tensor<1x8x32x128xbf16>, tensor<3x1x64x128xbf16>, tensor<1x8x32x1xbf16>) -> tensor<1x1x32x64xui16>
  return
}
// -----
func.func @main(%a0: tensor<8x32x128xbf16>, %a1: tensor<1x1x64x128xbf16>, %a2: tensor<1x8x32x1xbf16>) {
  // expected-error@below {{'ttnn.indexer_score_dsa' op Query must be a 4D tensor [B, Hi, Sq, D]}}
  %0 = "ttnn.indexer_score_dsa"(%a0, %a1, %a2) <{chunk_start_idx = 32 : ui32}> : (tensor<8x32x128xbf16>, tensor<1x1x64x128xbf16>, tensor<1x8x32x1xbf16>) -> tensor<1x1x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<bf16>, %a2: tensor<1x8x32x1xbf16>) {
  // expected-error@below {{'ttnn.indexer_score_dsa' op Key must be a 4D tensor [B, 1, T, D]}}
  %0 = "ttnn.indexer_score_dsa"(%a0, %a1, %a2) <{chunk_start_idx = 32 : ui32}> : (tensor<1x8x32x128xbf16>, tensor<bf16>, tensor<1x8x32x1xbf16>) -> tensor<1x2x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<1x1x64x128xbf16>, %a2: tensor<1x8x32x1xbf16>) {
  // expected-error@below {{'ttnn.indexer_score_dsa' op Result must be a 4D tensor [B, 1, Sq, T]}}
  %0 = "ttnn.indexer_score_dsa"(%a0, %a1, %a2) <{chunk_start_idx = 32 : ui32}> : (tensor<1x8x32x128xbf16>, tensor<1x1x64x128xbf16>, tensor<1x8x32x1xbf16>) -> tensor<bf16>
  return
}
