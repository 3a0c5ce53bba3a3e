func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xi32>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttir.chunked_scaled_dot_product_attention' op Query, key, and value must have the same element type.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<1x8x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xi32>, tensor<1x8xi32>, tensor<1xi32>, tensor<1x8x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x33x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xbf16>, %a4: tensor<1xi32>, %a5: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttir.chunked_scaled_dot_product_attention' op Page table must be an integer tensor.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<1x8x33x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xbf16>, tensor<1xi32>, tensor<1x8x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<16x2x32x1xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttir.chunked_scaled_dot_product_attention' op Key and value must have the same shape and data type.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<1x8x32x64xbf16>, tensor<16x2x32x1xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xi32>, tensor<1x8x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttir.chunked_scaled_dot_product_attention' op Query must be a 4D tensor.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<bf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xi32>, tensor<1x8x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x9x32x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttir.chunked_scaled_dot_product_attention' op Query num heads must be divisible by key/value num heads.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<1x9x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xi32>, tensor<1x8x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xf32>, %a1: tensor<bf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttir.chunked_scaled_dot_product_attention' op Key and value must be 4D tensors.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<1x8x32x64xf32>, tensor<bf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xi32>, tensor<1x8x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<16x4x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xf32>, %a5: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttir.chunked_scaled_dot_product_attention' op Chunk start index must be an integer tensor.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<1x8x32x64xbf16>, tensor<16x4x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xf32>, tensor<1x8x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttir.chunked_scaled_dot_product_attention' op Result shape must match query shape.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<1x8x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xi32>, tensor<1x8x32x64xbf16>) -> tensor<2x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x1xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<i32>, %a4: tensor<1xi32>, %a5: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttir.chunked_scaled_dot_product_attention' op Page table must be a 2D tensor.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<1x8x32x1xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<i32>, tensor<1xi32>, tensor<1x8x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttir.chunked_scaled_dot_product_attention' op Query head size must match key/value head size.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<1x8x32x128xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xi32>, tensor<1x8x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1x1xi32>, %a5: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttir.chunked_scaled_dot_product_attention' op Chunk start index must be a 1D tensor.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<1x8x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1x1xi32>, tensor<1x8x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<3x8xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttir.chunked_scaled_dot_product_attention' op Page table number of users must match query number of users.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<1x8x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<3x8xi32>, tensor<1xi32>, tensor<1x8x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x33x64xbf16>, %a1: tensor<1x2x32x64xbf16>, %a2: tensor<1x2x32x64xbf16>) {
  // expected-error@below {{'ttir.scaled_dot_product_attention' op Query and result must have the same type}}
  %0 = "ttir.scaled_dot_product_attention"(%a0, %a1, %a2) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, scale = 1.250000e-01 : f32}> : (tensor<1x8x33x64xbf16>, tensor<1x2x32x64xbf16>, tensor<1x2x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x2x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error@below {{'ttir.scaled_dot_product_attention' op Key and value must have the same type}}
  %0 = "ttir.scaled_dot_product_attention"(%a0, %a1, %a2) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, scale = 1.250000e-01 : f32}> : (tensor<1x8x32x64xbf16>, tensor<1x2x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<4x2x128x64xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttir.scaled_dot_product_attention_decode' op Query and result must have the same type}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4xi32>) -> tensor<1x4x16x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<4x2x128x64xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<i32>) {
  // expected-error@below {{'ttir.scaled_dot_product_attention_decode' op Cur pos tensor must be a 1D tensor}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4x2x128x64xbf16>, tensor<i32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<4x2x128x63xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttir.scaled_dot_product_attention_decode' op Key and value must have the same type}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<4x2x128x63xbf16>, tensor<4x2x128x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<4x2x128x64xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<3xi32>) {
  // expected-error@below {{'ttir.scaled_dot_product_attention_decode' op Cur pos tensor batch size must match query batch size}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4x2x128x64xbf16>, tensor<3xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<4x2x128x64xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttir.scaled_dot_product_attention_decode' op Query must be a 4D tensor}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<bf16>, tensor<4x2x128x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4xi32>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<1x2x32x64xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<1x4x8x64xbf16>, %a5: tensor<4xi32>) {
  // expected-error@below {{'ttir.paged_scaled_dot_product_attention_decode' op Key and value must have the same shape and data type.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x2x32x64xbf16>, tensor<1x2x32x64xbf16>, tensor<4x16xi32>, tensor<1x4x8x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x1x64xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<1x4x8x64xbf16>, %a5: tensor<4xi32>) {
  // expected-error@below {{'ttir.paged_scaled_dot_product_attention_decode' op Query num heads must be divisible by key/value num heads.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x1x64xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<4x16xi32>, tensor<1x4x8x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<1x4x16xi32>, %a4: tensor<1x4x8x64xbf16>, %a5: tensor<4xi32>) {
  // expected-error@below {{'ttir.paged_scaled_dot_product_attention_decode' op Page table tensor must be a 2D tensor.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<1x4x16xi32>, tensor<1x4x8x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<4x16xbf16>, %a4: tensor<1x4x8x64xbf16>, %a5: tensor<4xi32>) {
  // expected-error@below {{'ttir.paged_scaled_dot_product_attention_decode' op Page table must be an integer tensor.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<4x16xbf16>, tensor<1x4x8x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xi32>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x65xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<1x4x8x64xbf16>, %a5: tensor<4xi32>) {
  // expected-error@below {{'ttir.paged_scaled_dot_product_attention_decode' op Query, key, and value must be float tensors.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xi32>, tensor<64x2x32x64xbf16>, tensor<64x2x32x65xbf16>, tensor<4x16xi32>, tensor<1x4x8x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<8x16xi32>, %a4: tensor<1x4x8x64xbf16>, %a5: tensor<4xi32>) {
  // expected-error@below {{'ttir.paged_scaled_dot_product_attention_decode' op Page table number of users must match query number of users.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<8x16xi32>, tensor<1x4x8x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x65xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<1x4x8x64xbf16>, %a5: tensor<4xi32>) {
  // expected-error@below {{'ttir.paged_scaled_dot_product_attention_decode' op Query head size must match key/value head size.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x65xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<4x16xi32>, tensor<1x4x8x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x4x8x64xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<1x4x8x64xbf16>, %a5: tensor<4xi32>) {
  // expected-error@below {{'ttir.paged_scaled_dot_product_attention_decode' op Query must be a 4D tensor.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x1x4x8x64xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<4x16xi32>, tensor<1x4x8x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x128xbf16>, %a1: tensor<64x1x32x128xbf16>, %a2: tensor<4x16xf32>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttir.paged_flash_multi_latent_attention_decode' op Page table must be an integer tensor.}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 64 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x128xbf16>, tensor<64x1x32x128xbf16>, tensor<4x16xf32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x4x8x128xbf16>, %a1: tensor<64x1x32x128xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttir.paged_flash_multi_latent_attention_decode' op Query must be a 4D tensor.}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x1x4x8x128xbf16>, tensor<64x1x32x128xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x128xbf16>, %a1: tensor<64x1x32x128xbf16>, %a2: tensor<i32>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttir.paged_flash_multi_latent_attention_decode' op Page table tensor must be a 2D tensor.}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x128xbf16>, tensor<64x1x32x128xbf16>, tensor<i32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x128xf32>, %a1: tensor<64x1x32x128xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<1xi32>) {
  // expected-error@below {{'ttir.paged_flash_multi_latent_attention_decode' op Query and key must have the same element type.}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x128xf32>, tensor<64x1x32x128xbf16>, tensor<4x16xi32>, tensor<1xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x128xi32>, %a1: tensor<64x1x32x128xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttir.paged_flash_multi_latent_attention_decode' op Query must be a float tensor.}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x128xi32>, tensor<64x1x32x128xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x64xui16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x128xbf16>, %a1: tensor<1x32x128xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttir.paged_flash_multi_latent_attention_decode' op Key tensor must be a 4D tensor.}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x128xbf16>, tensor<1x32x128xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x128xbf16>, %a1: tensor<64x3x32x128xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<i32>) {
  // expected-error@below {{'ttir.paged_flash_multi_latent_attention_decode' op Key num KV heads (nkv) must be 1, got 3.}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x128xbf16>, tensor<64x3x32x128xbf16>, tensor<4x16xi32>, tensor<i32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x64x64xbf16>) {
  // expected-error@below {{'ttir.concatenate_heads' op expected output sequence dimension to be 64, got 32}}
  %0 = "ttir.concatenate_heads"(%a0) : (tensor<1x8x64x64xbf16>) -> tensor<1x32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x65xbf16>) {
  // expected-error@below {{'ttir.concatenate_heads' op expected output hidden dimension to be num_heads * head_size = 520, got 512}}
  %0 = "ttir.concatenate_heads"(%a0) : (tensor<1x8x32x65xbf16>) -> tensor<1x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttir.concatenate_heads' op expected rank of output tensor is 3, got rank 0}}
  %0 = "ttir.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttir.concatenate_heads' op expected output batch dimension to be 1, got 2}}
  %0 = "ttir.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<2x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x32x64xbf16>) {
  // expected-error@below {{'ttir.concatenate_heads' op expected rank of input tensor is 4, got rank 3}}
  %0 = "ttir.concatenate_heads"(%a0) : (tensor<8x32x64xbf16>) -> tensor<1x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x1536xbf16>) {
  // expected-error@below {{'ttir.split_query_key_value_and_split_heads' op expected value output shape (1, 8, 32, 64), got (1, 1, 32, 64)}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, transpose_key = false}> : (tensor<1x32x1536xbf16>) -> (tensor<1x8x32x64xui16>, tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x32x1536xbf16>) {
  // expected-error@below {{'ttir.split_query_key_value_and_split_heads' op expected query output shape (1, 8, 32, 64), got (3, 8, 32, 64)}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, transpose_key = false}> : (tensor<1x32x1536xbf16>) -> (tensor<3x8x32x64xbf16>, tensor<1x8x32x64xbf16>, tensor<1x8x32x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x32x1536xbf16>) {
  // expected-error@below {{'ttir.split_query_key_value_and_split_heads' op expected rank of query/key/value output tensor is 4, got query rank: 0, key rank: 4, value rank: 4}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, transpose_key = false}> : (tensor<1x32x1536xbf16>) -> (tensor<bf16>, tensor<1x8x32x64xbf16>, tensor<1x8x32x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x32x1536xbf16>) {
  // expected-error@below {{'ttir.split_query_key_value_and_split_heads' op expected key output shape (1, 8, 32, 64), got (1, 1, 32, 64)}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, transpose_key = false}> : (tensor<1x32x1536xbf16>) -> (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x8x32x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x1536xbf16>) {
  // expected-error@below {{'ttir.split_query_key_value_and_split_heads' op expected rank of input tensor is 3, got rank 4}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, transpose_key = false}> : (tensor<1x1x32x1536xbf16>) -> (tensor<1x8x32x64xbf16>, tensor<1x8x32x64xbf16>, tensor<1x8x32x64xbf16>)
  return
}
