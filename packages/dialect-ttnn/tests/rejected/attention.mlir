func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<8xi32>, %a4: tensor<1xi32>) {
  // expected-error@below {{'ttnn.chunked_scaled_dot_product_attention' op Page table must be a 2D tensor.}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) : (tensor<1x8x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<8xi32>, tensor<1xi32>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xf32>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>) {
  // expected-error@below {{'ttnn.chunked_scaled_dot_product_attention' op Key and value must have the same shape and data type.}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) : (tensor<1x8x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xf32>, tensor<1x8xi32>, tensor<1xi32>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>) {
  // expected-error@below {{'ttnn.chunked_scaled_dot_product_attention' op Result shape must match query shape.}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) : (tensor<1x8x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xi32>) -> tensor<1x9x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x32x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>) {
  // expected-error@below {{'ttnn.chunked_scaled_dot_product_attention' op Query must be a 4D tensor.}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) : (tensor<8x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xi32>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>) {
  // expected-error@below {{'ttnn.chunked_scaled_dot_product_attention' op Query head size must match key/value head size.}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) : (tensor<1x8x32x128xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xi32>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<16x2x33x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xbf16>, %a4: tensor<1xi32>) {
  // expected-error@below {{'ttnn.chunked_scaled_dot_product_attention' op Page table must be an integer tensor.}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) : (tensor<1x8x32x64xbf16>, tensor<16x2x33x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xbf16>, tensor<1xi32>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>) {
  // expected-error@below {{'ttnn.chunked_scaled_dot_product_attention' op Key and value must be 4D tensors.}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) : (tensor<1x8x32x64xbf16>, tensor<1x16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xi32>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x8x32x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>) {
  // expected-error@below {{'ttnn.chunked_scaled_dot_product_attention' op Page table number of users must match query number of users.}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) : (tensor<2x8x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xi32>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x7x32x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>) {
  // expected-error@below {{'ttnn.chunked_scaled_dot_product_attention' op Query num heads must be divisible by key/value num heads.}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) : (tensor<1x7x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xi32>) -> tensor<2x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xi32>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xi32>) {
  // expected-error@below {{'ttnn.chunked_scaled_dot_product_attention' op Query, key, and value must be float tensors.}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) : (tensor<1x8x32x64xi32>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xi32>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x1x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<1xf32>) {
  // expected-error@below {{'ttnn.chunked_scaled_dot_product_attention' op Chunk start index must be an integer tensor.}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) : (tensor<1x8x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x1x64xbf16>, tensor<1x8xi32>, tensor<1xf32>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<i32>) {
  // expected-error@below {{'ttnn.chunked_scaled_dot_product_attention' op Chunk start index must be a 1D tensor.}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) : (tensor<1x8x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<i32>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<16x2x32x64xbf16>, %a2: tensor<16x2x32x64xbf16>, %a3: tensor<1x8xi32>, %a4: tensor<3xi32>) {
  // expected-error@below {{'ttnn.chunked_scaled_dot_product_attention' op Chunk start index must have shape [1] (a single prefix offset shared by all users).}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) : (tensor<1x8x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<3xi32>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x64x64xbf16>, %a1: tensor<1x2x32x64xbf16>, %a2: tensor<1x2x32x64xbf16>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention' op Query and result must have the same shape}}
  %0 = "ttnn.scaled_dot_product_attention"(%a0, %a1, %a2) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, scale = 1.250000e-01 : f32}> : (tensor<1x8x64x64xbf16>, tensor<1x2x32x64xbf16>, tensor<1x2x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x2x32x1xbf16>, %a2: tensor<1x2x32x64xbf16>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention' op Key and value must have the same shape}}
  %0 = "ttnn.scaled_dot_product_attention"(%a0, %a1, %a2) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, scale = 1.250000e-01 : f32}> : (tensor<1x8x32x64xbf16>, tensor<1x2x32x1xbf16>, tensor<1x2x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x2x32x64xui16>, %a2: tensor<1x2x32x64xbf16>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention' op Key and value must have the same element type}}
  %0 = "ttnn.scaled_dot_product_attention"(%a0, %a1, %a2) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, scale = 1.250000e-01 : f32}> : (tensor<1x8x32x64xbf16>, tensor<1x2x32x64xui16>, tensor<1x2x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x2x32x63xbf16>, %a2: tensor<1x2x32x63xbf16>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention' op Key/Value head size must match query head size}}
  %0 = "ttnn.scaled_dot_product_attention"(%a0, %a1, %a2) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, scale = 1.250000e-01 : f32}> : (tensor<1x8x32x64xbf16>, tensor<1x2x32x63xbf16>, tensor<1x2x32x63xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x2x32x64xi32>, %a2: tensor<1x2x32x64xbf16>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention' op Query and result must have the same element type}}
  %0 = "ttnn.scaled_dot_product_attention"(%a0, %a1, %a2) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, scale = 1.250000e-01 : f32}> : (tensor<1x8x32x64xbf16>, tensor<1x2x32x64xi32>, tensor<1x2x32x64xbf16>) -> tensor<1x8x32x64xui16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<4x2x128x64xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<3xi32>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention_decode' op Cur pos tensor batch size must match query batch size}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4x2x128x64xbf16>, tensor<3xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<4x2x128x64xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention_decode' op Query and result must have the same shape}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4xi32>) -> tensor<1x4x1x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<2x128x64xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention_decode' op Key/Value must be a 4D tensor}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<2x128x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<4x2x128x64xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<4xf32>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention_decode' op Cur pos tensor must be a tensor of integers}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4xf32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<4x2x128x64xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention_decode' op Output must be a 4D tensor}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4xi32>) -> tensor<1x1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<5x2x128x64xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention_decode' op Key/Value batch size must match query batch size}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<5x2x128x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<4x2x128x64xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention_decode' op Query and result must have the same element type}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xui16>
  return
}
// -----
func.func @main(%a0: tensor<4x8x64xbf16>, %a1: tensor<4x2x128x64xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention_decode' op Query must be a 4D tensor}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<4x8x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<4x2x128x63xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention_decode' op Key/Value head size must match query head size}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<4x2x128x63xbf16>, tensor<4x2x128x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<4x2x128x64xbf16>, %a2: tensor<4x2x128x64xbf16>, %a3: tensor<1x4xi32>) {
  // expected-error@below {{'ttnn.scaled_dot_product_attention_decode' op Cur pos tensor must be a 1D tensor}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4x2x128x64xbf16>, tensor<1x4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<4xbf16>) {
  // expected-error@below {{'ttnn.paged_scaled_dot_product_attention_decode' op Cur pos tensor must be an integer tensor.}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<4x16xi32>, tensor<4xbf16>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x2x33x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<4xi32>) {
  // expected-error@below {{'ttnn.paged_scaled_dot_product_attention_decode' op Key and value must have the same shape and data type.}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x2x33x64xbf16>, tensor<64x2x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<i32>) {
  // expected-error@below {{'ttnn.paged_scaled_dot_product_attention_decode' op Cur pos tensor must be a 1D tensor.}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<4x16xi32>, tensor<i32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x9x64xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<4xi32>) {
  // expected-error@below {{'ttnn.paged_scaled_dot_product_attention_decode' op Query num heads must be divisible by key/value num heads.}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x9x64xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x65xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<4xi32>) {
  // expected-error@below {{'ttnn.paged_scaled_dot_product_attention_decode' op Query head size must match key/value head size.}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x65xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<i32>, %a4: tensor<4xi32>) {
  // expected-error@below {{'ttnn.paged_scaled_dot_product_attention_decode' op Page table tensor must be a 2D tensor.}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<i32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<5x16xi32>, %a4: tensor<4xi32>) {
  // expected-error@below {{'ttnn.paged_scaled_dot_product_attention_decode' op Page table number of users must match query number of users.}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<5x16xi32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x2x32x64xi32>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<4xi32>) {
  // expected-error@below {{'ttnn.paged_scaled_dot_product_attention_decode' op Query, key, and value must be float tensors.}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x2x32x64xi32>, tensor<64x2x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<5xi32>) {
  // expected-error@below {{'ttnn.paged_scaled_dot_product_attention_decode' op Cur pos tensor number of users must match query number of users.}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<4x16xi32>, tensor<5xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x2x32x64xbf16>, %a2: tensor<64x2x32x64xbf16>, %a3: tensor<4x16xf32>, %a4: tensor<4xi32>) {
  // expected-error@below {{'ttnn.paged_scaled_dot_product_attention_decode' op Page table must be an integer tensor.}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<4x16xf32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x128xbf16>, %a1: tensor<64x1x32x128xbf16>, %a2: tensor<4x16xf32>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttnn.paged_flash_multi_latent_attention_decode' op Page table must be an integer tensor.}}
  %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x128xbf16>, tensor<64x1x32x128xbf16>, tensor<4x16xf32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x128xf32>, %a1: tensor<64x1x32x128xbf16>, %a2: tensor<3x16xi32>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttnn.paged_flash_multi_latent_attention_decode' op Query and key must have the same element type.}}
  %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x128xf32>, tensor<64x1x32x128xbf16>, tensor<3x16xi32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x128xbf16>, %a1: tensor<1x32x128xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttnn.paged_flash_multi_latent_attention_decode' op Key tensor must be a 4D tensor.}}
  %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x128xbf16>, tensor<1x32x128xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<4x8x128xbf16>, %a1: tensor<64x1x32x128xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttnn.paged_flash_multi_latent_attention_decode' op Query must be a 4D tensor.}}
  %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<4x8x128xbf16>, tensor<64x1x32x128xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x128xbf16>, %a1: tensor<64x1x32x128xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttnn.paged_flash_multi_latent_attention_decode' op head_dim_v must be greater than 0.}}
  %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 0 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x128xbf16>, tensor<64x1x32x128xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x128xi32>, %a1: tensor<64x2x32x128xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttnn.paged_flash_multi_latent_attention_decode' op Query must be a float tensor.}}
  %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x128xi32>, tensor<64x2x32x128xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x128xbf16>, %a1: tensor<64x1x32x128xbf16>, %a2: tensor<i32>, %a3: tensor<4xi32>) {
  // expected-error@below {{'ttnn.paged_flash_multi_latent_attention_decode' op Page table tensor must be a 2D tensor.}}
  %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x128xbf16>, tensor<64x1x32x128xbf16>, tensor<i32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x8x64x64xbf16>, %a1: tensor<1x8x64x64xbf16>, %a2: tensor<1x8x64x64xbf16>) {
  // expected-error@below {{'ttnn.sdpa_fw' op query, key and value must be rank 4 (B, H, S, D)}}
  %0:2 = "ttnn.sdpa_fw"(%a0, %a1, %a2) <{dropout_probability = 0.000000e+00 : f32, mask_type = #ttcore.attention_mask_type<causal>, return_intermediates = true}> : (tensor<1x1x8x64x64xbf16>, tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>) -> (tensor<1x8x64x64xbf16>, tensor<1x8x64x32xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x64x64xbf16>, %a1: tensor<1x8x64x64xbf16>, %a2: tensor<1x8x64x64xbf16>) {
  // expected-error@below {{'ttnn.sdpa_fw' op intermediates result must be present iff return_intermediates is true}}
  %0:2 = "ttnn.sdpa_fw"(%a0, %a1, %a2) <{dropout_probability = 0.000000e+00 : f32, mask_type = #ttcore.attention_mask_type<causal>}> : (tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>) -> (tensor<1x8x64x64xbf16>, tensor<1x8x64x32xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x64x64xbf16>, %a1: tensor<1x8x64x64xbf16>, %a2: tensor<8x64x64xbf16>, %a3: tensor<1x8x64x64xbf16>, %a4: tensor<1x8x64x64xbf16>, %a5: tensor<1x1x64x32xbf16>) {
  // expected-error@below {{'ttnn.sdpa_bw' op query, key and value must be rank 4 (B, H, S, D)}}
  %0:3 = "ttnn.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5) <{dropout_probability = 0.000000e+00 : f32, mask_type = #ttcore.attention_mask_type<causal>}> : (tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>, tensor<8x64x64xbf16>, tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>, tensor<1x1x64x32xbf16>) -> (tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x1x64xbf16>) {
  // expected-error@below {{'ttnn.concatenate_heads' op input sequence dimension must match output sequence dimension, got input sequence size = 1, output sequence size = 32}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x1x64xbf16>) -> tensor<1x32x513xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttnn.concatenate_heads' op output hidden dimension must equal num_heads * head_size, got num_heads = 8, head_size = 64, expected hidden size = 512, actual output hidden size = 511}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<1x32x511xbf16>
  return
}
// -----
func.func @main(%a0: tensor<3x8x32x64xbf16>) {
  // expected-error@below {{'ttnn.concatenate_heads' op output tensor must be a 3D tensor}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<3x8x32x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttnn.concatenate_heads' op input and output batch dimensions must match,got input batch size = 1, output batch size = 2}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<2x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xf32>) {
  // expected-error@below {{'ttnn.concatenate_heads' op input and output tensors must have the same dtype, got input dtype = f32, output dtype = bf16}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x64xf32>) -> tensor<1x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x8x32x64xbf16>) {
  // expected-error@below {{'ttnn.concatenate_heads' op input tensor must be a 4D tensor}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x1x8x32x64xbf16>) -> tensor<1x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttnn.concatenate_heads' op input and output tensors must have the same dtype, got input dtype = bf16, output dtype = si32}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<1x32x512xi32>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttnn.concatenate_heads' op input and output tensors must have the same dtype, got input dtype = bf16, output dtype = f32}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<1x32x512xf32>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>) {
  // expected-error@below {{'ttnn.concatenate_heads' op input and output tensors must have the same dtype, got input dtype = bf16, output dtype = u16}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x128xbf16>) -> tensor<1x32x512xui16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xui16>) {
  // expected-error@below {{'ttnn.concatenate_heads' op input and output tensors must have the same dtype, got input dtype = u16, output dtype = bf16}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x64xui16>) -> tensor<1x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xi32>) {
  // expected-error@below {{'ttnn.concatenate_heads' op input and output tensors must have the same dtype, got input dtype = si32, output dtype = bf16}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x64xi32>) -> tensor<1x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x1536xbf16>) {
  // expected-error@below {{'ttnn.split_query_key_value_and_split_heads' op expected rank of query/key/value output tensor is 4, got query rank: 4, key rank: 0, value rank: 4}}
  %0:3 = "ttnn.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, transpose_key = false}> : (tensor<1x32x1536xbf16>) -> (tensor<1x8x32x64xbf16>, tensor<bf16>, tensor<1x8x32x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x32x1536xbf16>) {
  // expected-error@below {{'ttnn.split_query_key_value_and_split_heads' op expected value output shape (1, 8, 32, 64), got (1, 8, 31, 64)}}
  %0:3 = "ttnn.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, transpose_key = false}> : (tensor<1x32x1536xbf16>) -> (tensor<1x8x32x64xbf16>, tensor<1x8x32x64xbf16>, tensor<1x8x31x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x32x1536xui16>) {
  // expected-error@below {{'ttnn.split_query_key_value_and_split_heads' op expected key output shape (1, 8, 32, 64), got (1, 8, 32, 1)}}
  %0:3 = "ttnn.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, transpose_key = false}> : (tensor<1x32x1536xui16>) -> (tensor<1x8x32x64xbf16>, tensor<1x8x32x1xbf16>, tensor<1x8x32x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x32x1536xbf16>) {
  // expected-error@below {{'ttnn.split_query_key_value_and_split_heads' op expected query output shape (1, 8, 32, 64), got (2, 8, 32, 64)}}
  %0:3 = "ttnn.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, transpose_key = false}> : (tensor<1x32x1536xbf16>) -> (tensor<2x8x32x64xbf16>, tensor<1x8x32x64xbf16>, tensor<1x8x64x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<32x1536xbf16>) {
  // expected-error@below {{'ttnn.split_query_key_value_and_split_heads' op expected rank of input tensor is 3, got rank 2}}
  %0:3 = "ttnn.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, transpose_key = false}> : (tensor<32x1536xbf16>) -> (tensor<1x8x32x64xbf16>, tensor<1x8x32x64xbf16>, tensor<1x8x32x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.flash_mla_prefill' op Query and result must have the same element type}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x32x128xbf16>, tensor<1x1x32x128xbf16>) -> tensor<1x8x32x64xf32>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.flash_mla_prefill' op Result shape must be [batch, num_query_heads, seq_len, head_dim_v]}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x32x128xbf16>, tensor<1x1x32x128xbf16>) -> tensor<1x8x1x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<1x1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.flash_mla_prefill' op Key must be a 4D tensor}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x32x128xbf16>, tensor<1x1x1x32x128xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x8x32x128xbf16>, %a1: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.flash_mla_prefill' op Key batch size must match query batch size}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<2x8x32x128xbf16>, tensor<1x1x32x128xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x32x128xbf16>, %a1: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.flash_mla_prefill' op Query must be a 4D tensor}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<8x32x128xbf16>, tensor<1x1x32x128xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<1x3x32x128xbf16>) {
  // expected-error@below {{'ttnn.flash_mla_prefill' op Query num heads must be divisible by key num heads (GQA/MQA/MLA)}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x32x128xbf16>, tensor<1x3x32x128xbf16>) -> tensor<1x8x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.flash_mla_prefill' op Output must be a 4D tensor}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x32x128xbf16>, tensor<1x1x32x128xbf16>) -> tensor<1x1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<1x1x64x128xbf16>) {
  // expected-error@below {{'ttnn.flash_mla_prefill' op Query and key must have the same sequence length}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x32x128xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x1xbf16>, %a1: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.flash_mla_prefill' op Key head size must match query head size}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x32x1xbf16>, tensor<1x1x32x128xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.flash_mla_prefill' op head_dim_v must be greater than 0}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 0 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x32x128xbf16>, tensor<1x1x32x128xbf16>) -> tensor<1x8x32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x128xbf16>, %a1: tensor<1x1x32x128xui16>) {
  // expected-error@below {{'ttnn.flash_mla_prefill' op Query and key must have the same element type}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x32x128xbf16>, tensor<1x1x32x128xui16>) -> tensor<1x8x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x7x32x64xbf16>) {
  // expected-error@below {{'ttnn.nlp_concat_heads' op expected output shape (1, 1, 32, 448), got (1, 1, 32, 1)}}
  %0 = "ttnn.nlp_concat_heads"(%a0) : (tensor<1x7x32x64xbf16>) -> tensor<1x1x32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x8x32x64xbf16>) {
  // expected-error@below {{'ttnn.nlp_concat_heads' op input tensor must be a 4D tensor}}
  %0 = "ttnn.nlp_concat_heads"(%a0) : (tensor<1x1x8x32x64xbf16>) -> tensor<1x2x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttnn.nlp_concat_heads' op output tensor must be a 4D tensor}}
  %0 = "ttnn.nlp_concat_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<1x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x32x64xbf16>) {
  // expected-error@below {{'ttnn.nlp_concat_heads_decode' op output dimension 1 must be 1, got 3}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a0) <{num_heads = 8 : ui32}> : (tensor<1x32x32x64xbf16>) -> tensor<1x3x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x32x64xbf16>) {
  // expected-error@below {{'ttnn.nlp_concat_heads_decode' op input tensor must be a 4D tensor}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a0) <{num_heads = 8 : ui32}> : (tensor<32x32x64xbf16>) -> tensor<1x1x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x33x64xbf16>) {
  // expected-error@below {{'ttnn.nlp_concat_heads_decode' op Output hidden dimension must equal num_heads * head_size, got num_heads = 33, head_size = 0, expected hidden size = 0, actual output hidden size = 512}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a0) <{num_heads = 0 : ui32}> : (tensor<1x32x33x64xbf16>) -> tensor<1x1x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x32x64xbf16>) {
  // expected-error@below {{'ttnn.nlp_concat_heads_decode' op num_heads attribute must be less than or equal to input num_heads dimension, got num_heads = 100, input num_heads dimension = 32}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a0) <{num_heads = 100 : ui32}> : (tensor<1x32x32x64xbf16>) -> tensor<1x1x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x32x64xbf16>) {
  // expected-error@below {{'ttnn.nlp_concat_heads_decode' op input sequence dimension must match output sequence dimension, got input sequence size = 1, output sequence size = 2}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a0) <{num_heads = 8 : ui32}> : (tensor<1x32x32x64xbf16>) -> tensor<2x1x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x32x64xbf16>) {
  // expected-error@below {{'ttnn.nlp_concat_heads_decode' op output tensor must be a 4D tensor}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a0) <{num_heads = 3 : ui32}> : (tensor<1x32x32x64xbf16>) -> tensor<1x1x1x32x512xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttnn.nlp_create_qkv_heads_decode' op input tensor must be a 4D tensor}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 8 : ui32, overlap_qk_coregrid = true}> : (tensor<bf16>) -> (tensor<1x32x8x64xbf16>, tensor<1x32x8x64xbf16>, tensor<1x32x8x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x3072xbf16>) {
  // expected-error@below {{'ttnn.nlp_create_qkv_heads_decode' op expected query shape (1, 32, 8, 128), got (1, 32, 8, 64)}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 8 : ui32, overlap_qk_coregrid = true}> : (tensor<1x1x32x3072xbf16>) -> (tensor<1x32x8x64xbf16>, tensor<1x32x8x64xbf16>, tensor<1x32x8x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x1536xbf16>) {
  // expected-error@below {{'ttnn.nlp_create_qkv_heads_decode' op expected key shape (1, 32, 8, 64), got (1, 32, 8, 1)}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 8 : ui32, overlap_qk_coregrid = true}> : (tensor<1x1x32x1536xbf16>) -> (tensor<1x32x8x64xbf16>, tensor<1x32x8x1xbf16>, tensor<1x32x8x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x1536xbf16>) {
  // expected-error@below {{'ttnn.nlp_create_qkv_heads_decode' op query tensor must be a 4D tensor}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 8 : ui32, overlap_qk_coregrid = true}> : (tensor<1x1x32x1536xbf16>) -> (tensor<1x1x32x8x64xbf16>, tensor<1x32x8x64xbf16>, tensor<1x32x8x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x1536xbf16>) {
  // expected-error@below {{'ttnn.nlp_create_qkv_heads_decode' op expected value shape (1, 32, 8, 64), got (1, 33, 8, 64)}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 8 : ui32, overlap_qk_coregrid = true}> : (tensor<1x1x32x1536xbf16>) -> (tensor<1x32x8x64xbf16>, tensor<1x32x8x64xbf16>, tensor<1x33x8x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x1536xbf16>) {
  // expected-error@below {{'ttnn.nlp_create_qkv_heads_decode' op key tensor must be a 4D tensor}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 8 : ui32, overlap_qk_coregrid = true}> : (tensor<1x1x32x1536xbf16>) -> (tensor<1x32x8x64xbf16>, tensor<1x1x32x8x64xbf16>, tensor<1x32x8x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<2x1x32x1536xbf16>) {
  // expected-error@below {{'ttnn.nlp_create_qkv_heads_decode' op input tensor dimension 0 must be 1, got 2}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 8 : ui32, overlap_qk_coregrid = true}> : (tensor<2x1x32x1536xbf16>) -> (tensor<1x32x8x64xbf16>, tensor<1x32x8x64xbf16>, tensor<1x32x8x1xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x1536xbf16>) {
  // expected-error@below {{'ttnn.nlp_create_qkv_heads_decode' op value tensor must be a 4D tensor}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 8 : ui32, overlap_qk_coregrid = true}> : (tensor<1x1x32x1536xbf16>) -> (tensor<1x32x8x64xbf16>, tensor<1x32x8x64xbf16>, tensor<1x1x32x8x64xbf16>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x32x64xf32>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>, %a3: tensor<1x1x32x32xbf16>) {
  // expected-error@below {{'ttnn.rotary_embedding_llama' op all input tensors must be bfloat16 type.}}
  %0 = "ttnn.rotary_embedding_llama"(%a0, %a1, %a2, %a3) <{is_decode_mode = false}> : (tensor<1x8x32x64xf32>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x32xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
