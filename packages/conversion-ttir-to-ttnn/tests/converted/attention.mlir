// %0 = "ttnn.chunked_scaled_dot_product_attention"(%arg0, %arg1, %arg2, %arg3, %arg4)
func.func @main(%arg0: tensor<1x8x32x64xbf16>, %arg1: tensor<16x2x32x64xbf16>, %arg2: tensor<16x2x32x64xbf16>, %arg3: tensor<1x8xi32>, %arg4: tensor<1xi32>, %arg5: tensor<1x8x32x64xbf16>) -> tensor<1x8x32x64xbf16> {
  %0 = "ttir.chunked_scaled_dot_product_attention"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) : (tensor<1x8x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<16x2x32x64xbf16>, tensor<1x8xi32>, tensor<1xi32>, tensor<1x8x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return %0 : tensor<1x8x32x64xbf16>
}
// -----
// %0 = "ttnn.concatenate_heads"(%arg0)
func.func @main(%arg0: tensor<1x8x32x64xbf16>) -> tensor<1x32x512xbf16> {
  %0 = "ttir.concatenate_heads"(%arg0) : (tensor<1x8x32x64xbf16>) -> tensor<1x32x512xbf16>
  return %0 : tensor<1x32x512xbf16>
}
// -----
// %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%arg0, %arg1, %arg2, %arg3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}>
func.func @main(%arg0: tensor<1x4x8x128xbf16>, %arg1: tensor<64x1x32x128xbf16>, %arg2: tensor<4x16xi32>, %arg3: tensor<4xi32>) -> tensor<1x4x8x64xbf16> {
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%arg0, %arg1, %arg2, %arg3) <{head_dim_v = 64 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x128xbf16>, tensor<64x1x32x128xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return %0 : tensor<1x4x8x64xbf16>
}
// -----
// %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%arg0, %arg1, %arg2, %arg3, %arg5) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}>
func.func @main(%arg0: tensor<1x4x8x64xbf16>, %arg1: tensor<64x2x32x64xbf16>, %arg2: tensor<64x2x32x64xbf16>, %arg3: tensor<4x16xi32>, %arg4: tensor<1x4x8x64xbf16>, %arg5: tensor<4xi32>) -> tensor<1x4x8x64xbf16> {
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x2x32x64xbf16>, tensor<64x2x32x64xbf16>, tensor<4x16xi32>, tensor<1x4x8x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return %0 : tensor<1x4x8x64xbf16>
}
// -----
// %0 = "ttnn.scaled_dot_product_attention"(%arg0, %arg1, %arg2) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, scale = 1.250000e-01 : f32}>
func.func @main(%arg0: tensor<1x8x32x64xbf16>, %arg1: tensor<1x2x32x64xbf16>, %arg2: tensor<1x2x32x64xbf16>) -> tensor<1x8x32x64xbf16> {
  %0 = "ttir.scaled_dot_product_attention"(%arg0, %arg1, %arg2) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, scale = 1.250000e-01 : f32}> : (tensor<1x8x32x64xbf16>, tensor<1x2x32x64xbf16>, tensor<1x2x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return %0 : tensor<1x8x32x64xbf16>
}
// -----
// %0 = "ttnn.scaled_dot_product_attention_decode"(%arg0, %arg1, %arg2, %arg3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}>
func.func @main(%arg0: tensor<1x4x8x64xbf16>, %arg1: tensor<4x2x128x64xbf16>, %arg2: tensor<4x2x128x64xbf16>, %arg3: tensor<4xi32>) -> tensor<1x4x8x64xbf16> {
  %0 = "ttir.scaled_dot_product_attention_decode"(%arg0, %arg1, %arg2, %arg3) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4x2x128x64xbf16>, tensor<4xi32>) -> tensor<1x4x8x64xbf16>
  return %0 : tensor<1x4x8x64xbf16>
}
// -----
// %grad_query, %grad_key, %grad_value = "ttnn.sdpa_bw"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) <{dropout_probability = 0.000000e+00 : f32, mask_type = #ttcore.attention_mask_type<causal>}>
func.func @main(%arg0: tensor<1x8x64x64xbf16>, %arg1: tensor<1x8x64x64xbf16>, %arg2: tensor<1x8x64x64xbf16>, %arg3: tensor<1x8x64x64xbf16>, %arg4: tensor<1x8x64x64xbf16>, %arg5: tensor<1x8x64x32xbf16>) -> (tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>) {
  %grad_query, %grad_key, %grad_value = "ttir.sdpa_bw"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) <{dropout_probability = 0.000000e+00 : f32, mask_type = #ttcore.attention_mask_type<causal>}> : (tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>, tensor<1x8x64x32xbf16>) -> (tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>)
  return %grad_query, %grad_key, %grad_value : tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>
}
// -----
// %output, %intermediates = "ttnn.sdpa_fw"(%arg0, %arg1, %arg2) <{dropout_probability = 0.000000e+00 : f32, mask_type = #ttcore.attention_mask_type<causal>, return_intermediates = true}>
func.func @main(%arg0: tensor<1x8x64x64xbf16>, %arg1: tensor<1x8x64x64xbf16>, %arg2: tensor<1x8x64x64xbf16>) -> (tensor<1x8x64x64xbf16>, tensor<1x8x64x32xbf16>) {
  %0:2 = "ttir.sdpa_fw"(%arg0, %arg1, %arg2) <{dropout_probability = 0.000000e+00 : f32, mask_type = #ttcore.attention_mask_type<causal>, return_intermediates = true}> : (tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>, tensor<1x8x64x64xbf16>) -> (tensor<1x8x64x64xbf16>, tensor<1x8x64x32xbf16>)
  return %0#0, %0#1 : tensor<1x8x64x64xbf16>, tensor<1x8x64x32xbf16>
}
// -----
// %query, %key, %value = "ttnn.split_query_key_value_and_split_heads"(%arg0) <{num_heads = 8 : ui32, transpose_key = false}>
func.func @main(%arg0: tensor<1x32x1536xbf16>) -> (tensor<1x8x32x64xbf16>, tensor<1x8x32x64xbf16>, tensor<1x8x32x64xbf16>) {
  %query, %key, %value = "ttir.split_query_key_value_and_split_heads"(%arg0) <{num_heads = 8 : ui32, transpose_key = false}> : (tensor<1x32x1536xbf16>) -> (tensor<1x8x32x64xbf16>, tensor<1x8x32x64xbf16>, tensor<1x8x32x64xbf16>)
  return %query, %key, %value : tensor<1x8x32x64xbf16>, tensor<1x8x32x64xbf16>, tensor<1x8x32x64xbf16>
}
