func.func @main(%a0: tensor<2x32x8x8xf32>, %a1: tensor<1x32x1x1xf32>, %a2: tensor<1x64x1x1xf32>, %a3: tensor<1x32x1x1xf32>, %a4: tensor<f32>) {
  // expected-error@below {{'ttnn.batch_norm_inference' op Bias tensor must have rank 4}}
  %0 = "ttnn.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x32x8x8xf32>, tensor<1x32x1x1xf32>, tensor<1x64x1x1xf32>, tensor<1x32x1x1xf32>, tensor<f32>) -> tensor<2x32x8x8xf32>
  return
}
// -----
func.func @main(%a0: tensor<2x32x8x8xf32>, %a1: tensor<32x1x1xf32>, %a2: tensor<1x32x1x1xf32>, %a3: tensor<1x32x1x1xf32>, %a4: tensor<1x32x1x1xf32>) {
  // expected-error@below {{'ttnn.batch_norm_inference' op Running mean tensor must have rank 4}}
  %0 = "ttnn.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x32x8x8xf32>, tensor<32x1x1xf32>, tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>) -> tensor<2x32x8x8xf32>
  return
}
// -----
func.func @main(%a0: tensor<f32>, %a1: tensor<1x32x1x1xf32>, %a2: tensor<1x32x1x1xf32>, %a3: tensor<1x32x1x1xf32>, %a4: tensor<1x32x1x1xf32>) {
  // expected-error@below {{'ttnn.batch_norm_inference' op Input tensor must have rank 4}}
  %0 = "ttnn.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<f32>, tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>) -> tensor<2x32x8x8xf32>
  return
}
// -----
func.func @main(%a0: tensor<2x32x8x8xf32>, %a1: tensor<1x32x1x1xf32>, %a2: tensor<f32>, %a3: tensor<1x32x1x1xf32>, %a4: tensor<1x64x1x1xf32>) {
  // expected-error@below {{'ttnn.batch_norm_inference' op Running variance tensor must have rank 4}}
  %0 = "ttnn.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x32x8x8xf32>, tensor<1x32x1x1xf32>, tensor<f32>, tensor<1x32x1x1xf32>, tensor<1x64x1x1xf32>) -> tensor<2x32x8x8xf32>
  return
}
// -----
func.func @main(%a0: tensor<2x32x8x8xf32>, %a1: tensor<1x32x1x1xf32>, %a2: tensor<1x32x1x1xf32>, %a3: tensor<1x1x32x1x1xf32>, %a4: tensor<1x32x1x1xf32>) {
  // expected-error@below {{'ttnn.batch_norm_inference' op Weight tensor must have rank 4}}
  %0 = "ttnn.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x32x8x8xf32>, tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>, tensor<1x1x32x1x1xf32>, tensor<1x32x1x1xf32>) -> tensor<2x32x8x8xf32>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>, %a1: tensor<128xbf16>, %a2: tensor<128xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.distributed_layer_norm' op output shape must match input shape}}
  %0 = "ttnn.distributed_layer_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>}> : (tensor<1x1x32x128xbf16>, tensor<128xbf16>, tensor<128xbf16>, !ttnn.device) -> tensor<1x1x64x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>, %a1: tensor<128xbf16>, %a2: tensor<129xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.distributed_layer_norm' op bias tensor must be 1D with size matching the last dimension of input}}
  %0 = "ttnn.distributed_layer_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>}> : (tensor<1x1x32x128xbf16>, tensor<128xbf16>, tensor<129xbf16>, !ttnn.device) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>, %a1: tensor<256xbf16>, %a2: tensor<128xf32>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.distributed_layer_norm' op weight tensor must be 1D with size matching the last dimension of input}}
  %0 = "ttnn.distributed_layer_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>}> : (tensor<1x1x32x128xbf16>, tensor<256xbf16>, tensor<128xf32>, !ttnn.device) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>, %a1: tensor<128xbf16>, %a2: !ttnn.device) {
  // expected-error@below {{'ttnn.distributed_rms_norm' op cluster_axis must be 0 or 1}}
  %0 = "ttnn.distributed_rms_norm"(%a0, %a1, %a2) <{cluster_axis = 3 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> : (tensor<1x1x32x128xbf16>, tensor<128xbf16>, !ttnn.device) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>, %a1: tensor<128xbf16>, %a2: !ttnn.device) {
  // expected-error@below {{'ttnn.distributed_rms_norm' op output shape must match input shape}}
  %0 = "ttnn.distributed_rms_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> : (tensor<1x1x32x128xbf16>, tensor<128xbf16>, !ttnn.device) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>, %a1: tensor<bf16>, %a2: !ttnn.device) {
  // expected-error@below {{'ttnn.distributed_rms_norm' op weight tensor total elements must match input's last dimension}}
  %0 = "ttnn.distributed_rms_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> : (tensor<1x1x32x128xbf16>, tensor<bf16>, !ttnn.device) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.layer_norm' op input and output must have the same shape}}
  %0 = "ttnn.layer_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<128xbf16>, tensor<128xbf16>) -> tensor<64x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<128xbf16>, %a2: tensor<129xbf16>) {
  // expected-error@below {{'ttnn.layer_norm' op bias tensor must be 1D with size matching the last dimension of input}}
  %0 = "ttnn.layer_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<128xbf16>, tensor<129xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<1xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.layer_norm' op weight tensor must be 1D with size matching the last dimension of input}}
  %0 = "ttnn.layer_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<1xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.rms_norm' op input and output must have the same shape}}
  %0 = "ttnn.rms_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<128xbf16>, tensor<128xbf16>) -> tensor<32x129xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<128xbf16>, %a2: tensor<127xbf16>) {
  // expected-error@below {{'ttnn.rms_norm' op bias tensor must be 1D with size matching the last dimension of input}}
  %0 = "ttnn.rms_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<128xbf16>, tensor<127xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<129xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.rms_norm' op weight tensor must be 1D with size matching the last dimension of input}}
  %0 = "ttnn.rms_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<129xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xf32>) {
  // expected-error@below {{'ttnn.group_norm' op num_groups must be positive, got 0}}
  %0 = "ttnn.group_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, num_groups = 0 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<1x1x64x64xbf16>, tensor<64xbf16>, tensor<64xf32>) -> tensor<1x1x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<64xui16>, %a2: tensor<64xbf16>) {
  // expected-error@below {{'ttnn.group_norm' op input and output must have the same shape}}
  %0 = "ttnn.group_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, num_groups = 2 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<bf16>, tensor<64xui16>, tensor<64xbf16>) -> tensor<1x1x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x64xbf16>, %a1: tensor<128xbf16>, %a2: tensor<64xbf16>) {
  // expected-error@below {{'ttnn.group_norm' op weight must be 1D with size matching channel dimension C=64}}
  %0 = "ttnn.group_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, num_groups = 2 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<1x1x64x64xbf16>, tensor<128xbf16>, tensor<64xbf16>) -> tensor<1x1x64x64xf32>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.group_norm' op bias must be 1D with size matching channel dimension C=64}}
  %0 = "ttnn.group_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, num_groups = 2 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<1x1x64x64xbf16>, tensor<64xbf16>, tensor<128xbf16>) -> tensor<1x1x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x64xbf16>, %a1: tensor<bf16>, %a2: tensor<64xbf16>) {
  // expected-error@below {{'ttnn.group_norm' op weight must be either 1D [C] or 4D [1,1,C/32,32], got rank 0}}
  %0 = "ttnn.group_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E0 : f32, num_groups = 2 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<1x1x64x64xbf16>, tensor<bf16>, tensor<64xbf16>) -> tensor<1x1x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<1x64xbf16>) {
  // expected-error@below {{'ttnn.group_norm' op bias must be either 1D [C] or 4D [1,1,C/32,32], got rank 2}}
  %0 = "ttnn.group_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, num_groups = 2 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<1x1x64x64xbf16>, tensor<64xbf16>, tensor<1x64xbf16>) -> tensor<1x1x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.softmax' op Input and output shapes must be the same}}
  %0 = "ttnn.softmax"(%a0) <{dimension = -1 : si32, numericStable = true}> : (tensor<32x64xbf16>) -> tensor<1x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.softmax' op Dimension attribute must be within the bounds of the input tensor}}
  %0 = "ttnn.softmax"(%a0) <{dimension = 3 : si32, numericStable = true}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<256xbf16>) {
  // expected-error@below {{'ttnn.dit_rms_norm_unary_fused' op weight tensor must be 1D with size matching the last dimension of input}}
  %0 = "ttnn.dit_rms_norm_unary_fused"(%a0, %a1) <{activation = "silu", epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<32x128xbf16>, tensor<256xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x128xbf16>, %a1: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.dit_rms_norm_unary_fused' op input and output must have the same shape}}
  %0 = "ttnn.dit_rms_norm_unary_fused"(%a0, %a1) <{activation = "silu", epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x32x128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>, %a1: tensor<1x1x32x128xbf16>, %a2: tensor<128xbf16>, %a3: tensor<129xbf16>) {
  // expected-error@below {{'ttnn.layer_norm_post_all_gather' op bias tensor must be 1D with size matching the last dimension of input}}
  %0 = "ttnn.layer_norm_post_all_gather"(%a0, %a1, %a2, %a3) <{epsilon = 9.99999996E-13 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<1x1x32x128xbf16>, tensor<1x1x32x128xbf16>, tensor<128xbf16>, tensor<129xbf16>) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>, %a1: tensor<1x1x32x128xbf16>, %a2: tensor<127xbf16>, %a3: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.layer_norm_post_all_gather' op weight tensor must be 1D with size matching the last dimension of input}}
  %0 = "ttnn.layer_norm_post_all_gather"(%a0, %a1, %a2, %a3) <{epsilon = 9.99999996E-13 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<1x1x32x128xbf16>, tensor<1x1x32x128xbf16>, tensor<127xbf16>, tensor<128xbf16>) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>, %a1: tensor<bf16>, %a2: tensor<128xbf16>, %a3: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.layer_norm_post_all_gather' op stats must have rank >= 2}}
  %0 = "ttnn.layer_norm_post_all_gather"(%a0, %a1, %a2, %a3) <{epsilon = 9.99999996E-13 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<1x1x32x128xbf16>, tensor<bf16>, tensor<128xbf16>, tensor<128xbf16>) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x129xbf16>, %a1: tensor<1x1x32x128xbf16>, %a2: tensor<128xbf16>, %a3: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.layer_norm_post_all_gather' op input and output must have the same shape}}
  %0 = "ttnn.layer_norm_post_all_gather"(%a0, %a1, %a2, %a3) <{epsilon = 9.99999996E-13 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<1x1x32x129xbf16>, tensor<1x1x32x128xbf16>, tensor<128xbf16>, tensor<128xbf16>) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x128xbf16>) {
  // expected-error@below {{'ttnn.layer_norm_pre_all_gather' op output dimension 2 (32) must match input dimension (1)}}
  %0 = "ttnn.layer_norm_pre_all_gather"(%a0) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<1x1x1x128xbf16>) -> tensor<1x1x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.layer_norm_pre_all_gather' op output last dimension must be 64 (2 * TILE_WIDTH) for layernorm partial statistics, got 128}}
  %0 = "ttnn.layer_norm_pre_all_gather"(%a0) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<1x1x32x128xbf16>) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttnn.layer_norm_pre_all_gather' op input tensor must have rank >= 2}}
  %0 = "ttnn.layer_norm_pre_all_gather"(%a0) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<bf16>) -> tensor<2x1x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.layer_norm_pre_all_gather' op input and output must have the same rank}}
  %0 = "ttnn.layer_norm_pre_all_gather"(%a0) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<1x1x32x128xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>) {
  // expected-error@below {{'ttnn.rms_norm_pre_all_gather' op output dimension 2 (1) must match input dimension (32)}}
  %0 = "ttnn.rms_norm_pre_all_gather"(%a0) : (tensor<1x1x32x128xbf16>) -> tensor<1x1x1x32xbf16>
  return
}
