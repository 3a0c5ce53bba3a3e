func.func @main(%a0: tensor<f32>, %a1: tensor<32xf32>, %a2: tensor<32xf32>, %a3: tensor<32xf32>, %a4: tensor<32xf32>) {
  // expected-error@below {{'ttir.batch_norm_inference' op input tensor must have rank between 2 and 5, got rank 0}}
  %0 = "ttir.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 9.99999974E3 : f32}> : (tensor<f32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<2x32x8x8xf32>
  return
}
// -----
func.func @main(%a0: tensor<2x32x8x9xf32>, %a1: tensor<32xf32>, %a2: tensor<32xf32>, %a3: tensor<32xf32>, %a4: tensor<32xf32>) {
  // expected-error@below {{'ttir.batch_norm_inference' op dimension attribute must be within input rank bounds, got dimension 100 for rank 4}}
  %0 = "ttir.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{dimension = 100 : i32, epsilon = 9.99999974E-6 : f32}> : (tensor<2x32x8x9xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<2x32x8x8xf32>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>, %a1: tensor<128xbf16>, %a2: tensor<129xbf16>) {
  // expected-error@below {{'ttir.distributed_layer_norm' op bias tensor's last dimension must match input's last dimension}}
  %0 = "ttir.distributed_layer_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x128xbf16>, tensor<128xbf16>, tensor<129xbf16>) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x3x32x128xbf16>, %a1: tensor<128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttir.distributed_layer_norm' op output shape must match input shape}}
  %0 = "ttir.distributed_layer_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x3x32x128xbf16>, tensor<128xbf16>, tensor<128xbf16>) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>, %a1: tensor<1xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttir.distributed_layer_norm' op weight tensor's last dimension must match input's last dimension}}
  %0 = "ttir.distributed_layer_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x128xbf16>, tensor<1xbf16>, tensor<128xbf16>) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>, %a1: tensor<128xi32>) {
  // expected-error@below {{'ttir.distributed_rms_norm' op output shape must match input shape}}
  %0 = "ttir.distributed_rms_norm"(%a0, %a1) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<1x1x32x128xbf16>, tensor<128xi32>) -> tensor<1x1x32x256xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>, %a1: tensor<129xbf16>) {
  // expected-error@below {{'ttir.distributed_rms_norm' op weight tensor's last dimension must match input's last dimension}}
  %0 = "ttir.distributed_rms_norm"(%a0, %a1) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<1x1x32x128xbf16>, tensor<129xbf16>) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x128xbf16>, %a1: tensor<128xbf16>) {
  // expected-error@below {{'ttir.distributed_rms_norm' op cluster_axis must be 0 or 1}}
  %0 = "ttir.distributed_rms_norm"(%a0, %a1) <{cluster_axis = 100 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<1x1x32x128xbf16>, tensor<128xbf16>) -> tensor<1x1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<128xbf16>, %a2: tensor<127xbf16>) {
  // expected-error@below {{'ttir.layer_norm' op bias tensor shape must match normalized_shape}}
  %0 = "ttir.layer_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, normalized_shape = array<i64: 128>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<128xbf16>, tensor<127xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttir.layer_norm' op input and output must have the same shape}}
  %0 = "ttir.layer_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, normalized_shape = array<i64: 128>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<128xbf16>, tensor<128xbf16>) -> tensor<1x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttir.layer_norm' op normalized_shape dimensions must match trailing dimensions of input tensor}}
  %0 = "ttir.layer_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, normalized_shape = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xui16>, %a1: tensor<1xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttir.layer_norm' op weight tensor shape must match normalized_shape}}
  %0 = "ttir.layer_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, normalized_shape = array<i64: 128>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xui16>, tensor<1xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<33x128xbf16>, %a1: tensor<127xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttir.rms_norm' op input and output must have the same shape}}
  %0 = "ttir.rms_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, normalized_shape = array<i64: 128>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<33x128xbf16>, tensor<127xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttir.rms_norm' op normalized_shape dimensions must match trailing dimensions of input tensor}}
  %0 = "ttir.rms_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, normalized_shape = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<128xbf16>, %a2: tensor<1xbf16>) {
  // expected-error@below {{'ttir.rms_norm' op bias tensor shape must match normalized_shape}}
  %0 = "ttir.rms_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-1 : f32, normalized_shape = array<i64: 128>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<128xbf16>, tensor<1xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<1x128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttir.rms_norm' op weight tensor shape must match normalized_shape}}
  %0 = "ttir.rms_norm"(%a0, %a1, %a2) <{epsilon = 9.99999974E-6 : f32, normalized_shape = array<i64: 128>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<1x128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x128xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error@below {{'ttir.group_norm' op input and output must have the same shape}}
  %0 = "ttir.group_norm"(%a0, %a1, %a2) <{channel_dim = 3 : i64, epsilon = 9.99999974E-6 : f32, num_groups = 2 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<1x1x64x128xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error@below {{'ttir.group_norm' op num_groups must be positive, got 0}}
  %0 = "ttir.group_norm"(%a0, %a1, %a2) <{channel_dim = 3 : i64, epsilon = 9.99999974E-6 : f32, num_groups = 0 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<1x1x64x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<1xbf16>) {
  // expected-error@below {{'ttir.group_norm' op bias must be 1D with size matching channel dimension C=64}}
  %0 = "ttir.group_norm"(%a0, %a1, %a2) <{channel_dim = 3 : i64, epsilon = 9.99999974E-6 : f32, num_groups = 2 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<1x1x64x64xbf16>, tensor<64xbf16>, tensor<1xbf16>) -> tensor<1x1x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x64xbf16>, %a1: tensor<65xbf16>, %a2: tensor<64xbf16>) {
  // expected-error@below {{'ttir.group_norm' op weight must be 1D with size matching channel dimension C=64}}
  %0 = "ttir.group_norm"(%a0, %a1, %a2) <{channel_dim = 3 : i64, epsilon = 9.99999974E-6 : f32, num_groups = 2 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<1x1x64x64xbf16>, tensor<65xbf16>, tensor<64xbf16>) -> tensor<1x1x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error@below {{'ttir.group_norm' op channel dimension (dim 3) must be divisible by num_groups; got C=64, num_groups=3}}
  %0 = "ttir.group_norm"(%a0, %a1, %a2) <{channel_dim = 3 : i64, epsilon = 9.99999974E-6 : f32, num_groups = 3 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<1x1x64x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x64xbf16>) {
  // expected-error@below {{'ttir.softmax' op Input and output shapes must be the same}}
  %0 = "ttir.softmax"(%a0) <{dimension = -1 : si32, numericStable = true}> : (tensor<1x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.softmax' op Dimension attribute must be within the bounds of the input tensor}}
  %0 = "ttir.softmax"(%a0) <{dimension = 100 : si32, numericStable = true}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}
