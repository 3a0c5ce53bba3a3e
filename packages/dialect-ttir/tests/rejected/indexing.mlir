func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<bf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.topk_router_gpt' op weight must be a 2D tensor [hidden_dim, num_experts], but got rank 0}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<bf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.topk_router_gpt' op k must be positive, but got: -1}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = -1 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x129xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.topk_router_gpt' op bias dim 1 (128) must equal weight num_experts (129)}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = -1 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x129xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.topk_router_gpt' op expert_weights dim 0 (1) must equal input batch size B (32)}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<1x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.topk_router_gpt' op expert_weights dim 1 (1) must equal k (8)}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x1xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<bf16>) {
  // expected-error@below {{'ttir.topk_router_gpt' op bias must be a 2D tensor [B, num_experts], but got rank 0}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<bf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.topk_router_gpt' op expert_indices dim 0 (1) must equal input batch size B (32)}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<1x8xui16>, tensor<32x8xi32>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.topk_router_gpt' op expert_indices dim 1 (8) must equal k (100)}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 100 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.topk_router_gpt' op num_experts attribute (100) must equal weight dim 1 (128)}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 100 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xf32>) {
  // expected-error@below {{'ttir.topk_router_gpt' op num_experts must be positive, but got: -1}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = -1 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xf32>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<1x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.topk_router_gpt' op weight dim 0 (1) must equal input hidden_dim (2880)}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<1x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.topk_router_gpt' op input must be a 2D tensor [B, hidden_dim], but got rank 0}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<bf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<33x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.topk_router_gpt' op bias dim 0 (32) must equal input batch size B (33)}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<33x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.topk_router_gpt' op expert_indices must be a 2D tensor [B, k], but got rank 0}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<ui16>, tensor<32x8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.topk_router_gpt' op expert_weights must be a 2D tensor [B, k], but got rank 1}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<8xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<bf16>) {
  // expected-error@below {{'ttir.sampling' op temp must be 1D [batch]}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<bf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x65xi32>, %a2: tensor<32xui16>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttir.sampling' op input_values and input_indices must have the same shape}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x65xi32>, tensor<32xui16>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<1xui32>, %a3: tensor<32xbf16>, %a4: tensor<bf16>) {
  // expected-error@below {{'ttir.sampling' op k batch dimension (1) must match input_values batch (32)}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<1xui32>, tensor<32xbf16>, tensor<bf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<i32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttir.sampling' op input_indices must be 2D [batch, candidates]}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<i32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttir.sampling' op input_values must be 2D [batch, candidates]}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<64xbf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<1x32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttir.sampling' op k must be 1D [batch]}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<1x32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttir.sampling' op result must be 1D [batch]}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<1xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<64xbf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttir.sampling' op p batch dimension (64) must match input_values batch (32)}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<64xbf16>, tensor<32xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<33xbf16>) {
  // expected-error@below {{'ttir.sampling' op temp batch dimension (33) must match input_values batch (32)}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<33xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<1x32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error@below {{'ttir.sampling' op p must be 1D [batch]}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<1x32xbf16>, tensor<32xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.sort' op Dimension out of range (expected to be in range of [-2, 1], but got 100)}}
  %0:2 = "ttir.sort"(%a0) <{descending = true, dim = 100 : si32, stable = false}> : (tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xi32>)
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.sort' op Sorted tensor type does not match with input tensor.}}
  %0:2 = "ttir.sort"(%a0) <{descending = true, dim = 1 : si32, stable = false}> : (tensor<32x128xbf16>) -> (tensor<64xbf16>, tensor<32x64xi32>)
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.sort' op Indices shape does not match with input tensor shape.}}
  %0:2 = "ttir.sort"(%a0) <{descending = true, dim = 1 : si32, stable = false}> : (tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<i32>)
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.topk' op specified dimension should be between -2 and 1, but got: 100}}
  %0:2 = "ttir.topk"(%a0) <{dim = 100 : i32, k = 8 : i32, largest = true, sorted = true}> : (tensor<32x64xbf16>) -> (tensor<32x7xbf16>, tensor<32x8xi32>)
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.topk' op K should be between 1 and the size of the specified dimension (1), but got: -1}}
  %0:2 = "ttir.topk"(%a0) <{dim = -1 : i32, k = -1 : i32, largest = true, sorted = true}> : (tensor<32x64xbf16>) -> (tensor<32x8xbf16>, tensor<32x8xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x32xui32>, %a1: tensor<bf16>) {
  // expected-error@below {{'ttir.embedding' op weight must be at least 2D tensor, got 0D ranked tensor}}
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<1x32xui32>, tensor<bf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>) {
  // expected-error@below {{'ttir.embedding' op expected output shape of (1, 32, 128) but got (1, 32, 256)}}
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<1x32xui32>, tensor<512x128xbf16>) -> tensor<1x32x256xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>) {
  // expected-error@below {{'ttir.embedding' op expected output shape of (1, 32, 128) but got (1, 1, 32, 128)}}
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<1x32xui32>, tensor<512x128xbf16>) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x33xui32>, %a1: tensor<512x128xbf16>) {
  // expected-error@below {{'ttir.embedding' op expected output shape of (1, 33, 128) but got (32, 128)}}
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<1x33xui32>, tensor<512x128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>) {
  // expected-error@below {{'ttir.embedding' op expected output shape of (1, 32, 128) but got ()}}
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<1x32xui32>, tensor<512x128xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<32xui32>, %a1: tensor<512x128xbf16>) {
  // expected-error@below {{'ttir.embedding' op expected output shape of (32, 128) but got (1, 32, 128)}}
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<32xui32>, tensor<512x128xbf16>) -> tensor<1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32xui32>, %a1: tensor<512x128xbf16>) {
  // expected-error@below {{'ttir.embedding' op input must be at most a 2D tensor, got 3D ranked tensor}}
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<1x1x32xui32>, tensor<512x128xbf16>) -> tensor<3x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<ui32>, %a1: tensor<512x128xbf16>) {
  // expected-error@below {{'ttir.embedding' op expected output shape of (128) but got (1, 32, 128)}}
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<ui32>, tensor<512x128xbf16>) -> tensor<1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<ui32>, %a1: tensor<512x128xbf16>) {
  // expected-error@below {{'ttir.embedding' op expected output shape of (128) but got (32, 128)}}
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<ui32>, tensor<512x128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x8xui32>) {
  // expected-error@below {{'ttir.gather' op Index tensor and result tensor must have the same shape.}}
  %0 = "ttir.gather"(%a0, %a1) <{dim = 1 : i32}> : (tensor<32x64xbf16>, tensor<32x8xui32>) -> tensor<32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x8xui32>) {
  // expected-error@below {{'ttir.gather' op Dimension must be in the range [-2, 2), got dim = 100}}
  %0 = "ttir.gather"(%a0, %a1) <{dim = 100 : i32}> : (tensor<32x64xbf16>, tensor<32x8xui32>) -> tensor<32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x8xf32>) {
  // expected-error@below {{'ttir.gather' op Index tensor must have an integer type, got 'f32'}}
  %0 = "ttir.gather"(%a0, %a1) <{dim = 1 : i32}> : (tensor<32x64xbf16>, tensor<32x8xf32>) -> tensor<1x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<1x32x8xui32>) {
  // expected-error@below {{'ttir.gather' op Input tensor and index tensor must have the same rank. Got input rank = 2, index rank = 3}}
  %0 = "ttir.gather"(%a0, %a1) <{dim = 1 : i32}> : (tensor<32x64xbf16>, tensor<1x32x8xui32>) -> tensor<32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x8xbf16>) {
  // expected-error@below {{'ttir.gather' op Index tensor must have an integer type, got 'bf16'}}
  %0 = "ttir.gather"(%a0, %a1) <{dim = 1 : i32}> : (tensor<32x64xbf16>, tensor<32x8xbf16>) -> tensor<32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<64x32xf32>, %a1: tensor<8x33xi32>, %a2: tensor<f32>) {
  // expected-error@below {{'ttir.scatter' op Input tensor, index tensor, and source tensor must have the same rank. Got input rank = 2, index rank = 2, source rank = 0}}
  %0 = "ttir.scatter"(%a0, %a1, %a2) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<64x32xf32>, tensor<8x33xi32>, tensor<f32>) -> tensor<64x32xf32>
  return
}
// -----
func.func @main(%a0: tensor<64x32xf32>, %a1: tensor<8x33xi32>, %a2: tensor<8x32xi32>) {
  // expected-error@below {{'ttir.scatter' op Index tensor must have the same shape as source tensor.}}
  %0 = "ttir.scatter"(%a0, %a1, %a2) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<64x32xf32>, tensor<8x33xi32>, tensor<8x32xi32>) -> tensor<64x32xf32>
  return
}
// -----
func.func @main(%a0: tensor<1x32xi32>, %a1: tensor<512x129xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error@below {{'ttir.embedding_backward' op Output must have the same shape as weight}}
  %0 = "ttir.embedding_backward"(%a0, %a1, %a2) : (tensor<1x32xi32>, tensor<512x129xbf16>, tensor<1x32x128xbf16>) -> tensor<1x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32xi32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x32x129xbf16>) {
  // expected-error@below {{'ttir.embedding_backward' op Input gradient and output must have the same dtype}}
  %0 = "ttir.embedding_backward"(%a0, %a1, %a2) : (tensor<1x32xi32>, tensor<512x128xbf16>, tensor<1x32x129xbf16>) -> tensor<512x128xf32>
  return
}
// -----
func.func @main(%a0: tensor<1x32xi32>, %a1: tensor<1x512x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error@below {{'ttir.embedding_backward' op Input must be a 2D tensor}}
  %0 = "ttir.embedding_backward"(%a0, %a1, %a2) : (tensor<1x32xi32>, tensor<1x512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<512x128xbf16>
  return
}
