func.func @main(%a0: tensor<32x16xbf16>, %a1: tensor<8x16x3xbf16>, %a2: tensor<1x1x1x8xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv1d' op input must be a 3D tensor (N, L_in, C)}}
  %0 = "ttnn.conv1d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = 1 : i32, groups = 1 : i32, in_channels = 3 : i32, input_length = 32 : i32, kernel_size = 3 : i32, out_channels = 8 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<32x16xbf16>, tensor<8x16x3xbf16>, tensor<1x1x1x8xbf16>, !ttnn.device) -> tensor<1x1x32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x16xbf16>, %a1: tensor<8x16x3xbf16>, %a2: tensor<1x1x1x8xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv1d' op output must be a 4D tensor (1, 1, N * L_out, O)}}
  %0 = "ttnn.conv1d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = 1 : i32, groups = 1 : i32, in_channels = 16 : i32, input_length = 32 : i32, kernel_size = 3 : i32, out_channels = 8 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<1x32x16xbf16>, tensor<8x16x3xbf16>, tensor<1x1x1x8xbf16>, !ttnn.device) -> tensor<1x1x1x32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x16xbf16>, %a1: tensor<8x16x3xbf16>, %a2: tensor<1x1x8xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv1d' op bias must be a 4D tensor (1, 1, 1, O)}}
  %0 = "ttnn.conv1d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = 1 : i32, groups = 1 : i32, in_channels = 16 : i32, input_length = 32 : i32, kernel_size = 3 : i32, out_channels = 8 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<1x32x16xbf16>, tensor<8x16x3xbf16>, tensor<1x1x8xbf16>, !ttnn.device) -> tensor<1x1x32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x16xbf16>, %a1: tensor<8x16x3xbf16>, %a2: tensor<1x1x1x8xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv1d' op in_channels must be divisible by groups}}
  %0 = "ttnn.conv1d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = 1 : i32, groups = 3 : i32, in_channels = 16 : i32, input_length = 32 : i32, kernel_size = 3 : i32, out_channels = 8 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<1x32x16xbf16>, tensor<8x16x3xbf16>, tensor<1x1x1x8xbf16>, !ttnn.device) -> tensor<1x1x32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x16xbf16>, %a1: tensor<8x16x3xbf16>, %a2: tensor<1x1x1x8xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv1d' op padding attribute must have exactly 2 elements ([pL, pR])}}
  %0 = "ttnn.conv1d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = 1 : i32, groups = 1 : i32, in_channels = 16 : i32, input_length = 32 : i32, kernel_size = 3 : i32, out_channels = 8 : i32, padding = array<i32: 1, 1, 1>, stride = 1 : i32}> : (tensor<1x32x16xbf16>, tensor<8x16x3xbf16>, tensor<1x1x1x8xbf16>, !ttnn.device) -> tensor<1x1x32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x16xbf16>, %a1: tensor<1x8x16x3xbf16>, %a2: tensor<1x1x1x8xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv1d' op weight must be a 3D tensor (O, C/G, K)}}
  %0 = "ttnn.conv1d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = 1 : i32, groups = 1 : i32, in_channels = 16 : i32, input_length = 32 : i32, kernel_size = 3 : i32, out_channels = 8 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<1x32x16xbf16>, tensor<1x8x16x3xbf16>, tensor<1x1x1x8xbf16>, !ttnn.device) -> tensor<1x1x32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<32x15x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op Expected input channels / groups attribute (16/1) = 16 to match the number of input channels per group in the weight tensor (15).}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x16xbf16>, tensor<32x15x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<32x16x4x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op Expected kernel height attribute (3) to match the kernel height in the weight tensor (4).}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 0, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x16xbf16>, tensor<32x16x4x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op Output must be a 4D tensor}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<33x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op Expected output channels attribute (32) to match the output channels in the weight tensor (33).}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x16xbf16>, tensor<33x16x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op The input tensor's flattened dimension (64) does not match the product of batch_size_attr * input_height_attr * input_width_attr (1 * 3 * 8 = 24).}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 3 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x31xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op The number of output channels from the weight tensor (32) must match the number of output channels in the bias tensor (31).}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x31xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op The number of output channels from the output tensor (64) must match the number of output channels in the weight tensor (32).}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op Expected kernel width attribute (-1) to match the kernel width in the weight tensor (3).}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, -1>, out_channels = 32 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op Dilation attribute values must be greater than 0, got: (1, 0)}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 0>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x64x32xi32>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<32x1x3x3xbf16>, %a2: tensor<1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op Bias must be a 4D tensor}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x16xbf16>, tensor<32x1x3x3xbf16>, tensor<1x1x32xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x1xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op The number of input channels per group (1) must match the number of input channels in the weight tensor (16).}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x1xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op The output tensor's flattened dimension (63) does not match the product of batch_size * output_height * output_width (1 * 8 * 8 = 64).}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x63x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op Kernel size attribute must have two values, got: 3}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 1>, out_channels = 32 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op Stride attribute values must be greater than 0, got: (1, -1)}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, -1>}> : (tensor<1x1x64x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<1x32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv2d' op Weight must be a 4D tensor}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x16xbf16>, tensor<1x32x16x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x32xbf16>, %a1: tensor<32x32x4x3x3xbf16>, %a2: tensor<1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv3d' op weight kernel dimensions (4, 3, 3) must match kernel_size (3, 3, 3)}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>}> : (tensor<1x4x8x8x32xbf16>, tensor<32x32x4x3x3xbf16>, tensor<1x32xbf16>, !ttnn.device) -> tensor<1x4x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x4x8x8x32xbf16>, %a1: tensor<32x32x3x3x3xbf16>, %a2: tensor<1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv3d' op input must be a 5D tensor [N, D, H, W, C]}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>}> : (tensor<1x1x4x8x8x32xbf16>, tensor<32x32x3x3x3xbf16>, tensor<1x32xbf16>, !ttnn.device) -> tensor<1x4x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x32xbf16>, %a1: tensor<32x32x3x3x3xbf16>, %a2: tensor<1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv3d' op stride values must be > 0, got: (1, 1, 0)}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 1, 0>}> : (tensor<1x4x8x8x32xbf16>, tensor<32x32x3x3x3xbf16>, tensor<1x32xbf16>, !ttnn.device) -> tensor<1x4x8x8x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x32xbf16>, %a1: tensor<32x32x3x3x3xbf16>, %a2: tensor<1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv3d' op output channels (31) must match weight output channels (32)}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>}> : (tensor<1x4x8x8x32xbf16>, tensor<32x32x3x3x3xbf16>, tensor<1x32xbf16>, !ttnn.device) -> tensor<1x4x8x8x31xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x32xbf16>, %a1: tensor<32x32x3x3x3xbf16>, %a2: tensor<1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv3d' op output depth (4) does not match calculated depth (1)}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 100, 1, 1>}> : (tensor<1x4x8x8x32xbf16>, tensor<32x32x3x3x3xbf16>, tensor<1x32xbf16>, !ttnn.device) -> tensor<1x4x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x32xbf16>, %a1: tensor<32x32x3x3x3xbf16>, %a2: tensor<1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv3d' op output batch size (3) must match input batch size (1)}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>}> : (tensor<1x4x8x8x32xbf16>, tensor<32x32x3x3x3xbf16>, tensor<1x32xbf16>, !ttnn.device) -> tensor<3x4x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x32xbf16>, %a1: tensor<32x32x3x3x3xbf16>, %a2: tensor<1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv3d' op result must be a 5D tensor [N, D_out, H_out, W_out, O]}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>}> : (tensor<1x4x8x8x32xbf16>, tensor<32x32x3x3x3xbf16>, tensor<1x32xbf16>, !ttnn.device) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x32xbf16>, %a1: tensor<32x32x3x3x3xbf16>, %a2: tensor<1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv3d' op output height (8) does not match calculated height (12)}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 3, 1>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>}> : (tensor<1x4x8x8x32xbf16>, tensor<32x32x3x3x3xbf16>, tensor<1x32xbf16>, !ttnn.device) -> tensor<1x4x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x32xbf16>, %a1: tensor<32x32x3x3x3xbf16>, %a2: tensor<1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv3d' op output width (8) does not match calculated width (12)}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 3>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>}> : (tensor<1x4x8x8x32xbf16>, tensor<32x32x3x3x3xbf16>, tensor<1x32xbf16>, !ttnn.device) -> tensor<1x4x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x32xbf16>, %a1: tensor<32x32x3x3x3xbf16>, %a2: tensor<1x31xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv3d' op bias output channels (31) must match weight output channels (32)}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>}> : (tensor<1x4x8x8x32xbf16>, tensor<32x32x3x3x3xbf16>, tensor<1x31xbf16>, !ttnn.device) -> tensor<1x4x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x32xbf16>, %a1: tensor<32x32x3x3x3xbf16>, %a2: tensor<1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv3d' op kernel_size values must be >= 1, got: (0, 3, 3)}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 0, 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>}> : (tensor<1x4x8x8x32xbf16>, tensor<32x32x3x3x3xbf16>, tensor<1x32xbf16>, !ttnn.device) -> tensor<1x4x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x32xbf16>, %a1: tensor<32x32x3x3x3xbf16>, %a2: tensor<3x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv3d' op bias first dimension must be 1, got 3}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>}> : (tensor<1x4x8x8x32xbf16>, tensor<32x32x3x3x3xbf16>, tensor<3x32xbf16>, !ttnn.device) -> tensor<1x4x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x32xbf16>, %a1: tensor<32x32x3x3x3xbf16>, %a2: tensor<1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv3d' op padding values must be >= 0, got: (1, 1, -1)}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, -1>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>}> : (tensor<1x4x8x8x32xbf16>, tensor<32x32x3x3x3xbf16>, tensor<1x32xbf16>, !ttnn.device) -> tensor<1x4x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x128x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv_transpose2d' op Input height attribute must match the second dimension of the input tensor}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_padding = array<i32: 1, 1>, padding = array<i32: 1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x1x128x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x256x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv_transpose2d' op Output must be a 4D tensor}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_padding = array<i32: 1, 1>, padding = array<i32: 1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x1x64x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x1x256x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv_transpose2d' op Number of input channels from input tensor must be divisible by the number of groups. Got 16 input channels and 100 groups.}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 100 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_padding = array<i32: 1, 1>, padding = array<i32: 1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x1x64x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x256x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv_transpose2d' op Attribute 'stride' contains a value less than: 1}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_padding = array<i32: 1, 1>, padding = array<i32: 1, 1>, stride = array<i32: 2, 0>}> : (tensor<1x1x64x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x256x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv_transpose2d' op Attribute 'output padding' contains a value less than: 0}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_padding = array<i32: -1, 1>, padding = array<i32: 1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x1x64x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x256x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv_transpose2d' op Input channels attribute must match the last dimension of the input tensor}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = -1 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_padding = array<i32: 1, 1>, padding = array<i32: 1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x1x64x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x256x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<16x31x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv_transpose2d' op Number of output channels per group must match the second dimension of the weight tensor. Got 32 output channels per group and 31 in the weight tensor.}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_padding = array<i32: 1, 1>, padding = array<i32: 1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x1x64x16xbf16>, tensor<16x31x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x256x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv_transpose2d' op Batch size attribute must match the first dimension of the input tensor}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 3 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_padding = array<i32: 1, 1>, padding = array<i32: 1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x1x64x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x256x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv_transpose2d' op Output channels attribute match the last dimension of the output tensor}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 0 : i32, output_padding = array<i32: 1, 1>, padding = array<i32: 1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x1x64x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x256x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<15x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv_transpose2d' op Number of input channels from input tensor must match the first dimension of the weight tensor. Got 16 input channels and 15 in the weight tensor.}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_padding = array<i32: 1, 1>, padding = array<i32: 1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x1x64x16xbf16>, tensor<15x32x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x256x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv_transpose2d' op Attribute 'padding' contains a value less than: 0}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_padding = array<i32: 1, 1>, padding = array<i32: -1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x1x64x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x256x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<17x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv_transpose2d' op Input must be a 4D tensor}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_padding = array<i32: 1, 1>, padding = array<i32: 1, 1>, stride = array<i32: 2, 2>}> : (tensor<bf16>, tensor<17x32x3x3xbf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x256x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x16xbf16>, %a1: tensor<bf16>, %a2: tensor<1x1x1x32xbf16>, %a3: !ttnn.device) {
  // expected-error@below {{'ttnn.conv_transpose2d' op Weight must be a 4D tensor}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_padding = array<i32: 1, 1>, padding = array<i32: 1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x1x64x16xbf16>, tensor<bf16>, tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x256x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv2d_bias' op Expected output channels attribute (1) to match the number of output channels in the bias tensor (32)}}
  %0 = "ttnn.prepare_conv2d_bias"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 1 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv2d_bias' op Stride attribute must have two values, got: 3}}
  %0 = "ttnn.prepare_conv2d_bias"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1, 1>}> : (tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv2d_bias' op Dilation attribute must have two values, got: 3}}
  %0 = "ttnn.prepare_conv2d_bias"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv2d_bias' op Kernel size attribute must have two values, got: 3}}
  %0 = "ttnn.prepare_conv2d_bias"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 1>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv2d_bias' op Weight must be a 4D tensor}}
  %0 = "ttnn.prepare_conv2d_bias"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x32xbf16>, !ttnn.device) -> tensor<1x1x1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x1xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv_transpose2d_bias' op Expected output channels attribute (32) to match the number of output channels in the bias tensor (1)}}
  %0 = "ttnn.prepare_conv_transpose2d_bias"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x1x1xbf16>, !ttnn.device) -> tensor<1x1x1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv_transpose2d_bias' op Padding attribute must have two or four values, got: 3}}
  %0 = "ttnn.prepare_conv_transpose2d_bias"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv_transpose2d_bias' op Kernel size attribute must have two values, got: 3}}
  %0 = "ttnn.prepare_conv_transpose2d_bias"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 1>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x32xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv_transpose2d_bias' op Stride attribute must have two values, got: 3}}
  %0 = "ttnn.prepare_conv_transpose2d_bias"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1, 1>}> : (tensor<1x1x1x32xbf16>, !ttnn.device) -> tensor<1x1x1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x16x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv2d_weights' op Expected input channels attribute (0) to match the number of input channels per group (16)}}
  %0 = "ttnn.prepare_conv2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 0 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>, has_bias = true, weights_format = "OIHW"}> : (tensor<32x16x3x3xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x16x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv2d_weights' op Expected kernel width attribute (-1) to match the fourth dimension of the weight tensor (3)}}
  %0 = "ttnn.prepare_conv2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, -1>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>, has_bias = true, weights_format = "OIHW"}> : (tensor<32x16x3x3xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x16x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv2d_weights' op Expected padding attribute to be a 2D tensor}}
  %0 = "ttnn.prepare_conv2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1, 1>, stride = array<i32: 1, 1>, has_bias = true, weights_format = "OIHW"}> : (tensor<32x16x3x3xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x16x2x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv2d_weights' op Expected kernel height attribute (3) to match the third dimension of the weight tensor (2)}}
  %0 = "ttnn.prepare_conv2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>, has_bias = true, weights_format = "OIHW"}> : (tensor<32x16x2x3xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<16x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv2d_weights' op Weight must be a 4D tensor}}
  %0 = "ttnn.prepare_conv2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>, has_bias = true, weights_format = "OIHW"}> : (tensor<16x3x3xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<64x16x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv2d_weights' op Expected output channels attribute (32) to match the first dimension of the weight tensor (64)}}
  %0 = "ttnn.prepare_conv2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: -1, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>, has_bias = true, weights_format = "OIHW"}> : (tensor<64x16x3x3xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x16x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv2d_weights' op Expected kernel size attribute to be a 2D tensor}}
  %0 = "ttnn.prepare_conv2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 1>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>, has_bias = true, weights_format = "OIHW"}> : (tensor<32x16x3x3xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<16x32x2x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv_transpose2d_weights' op Expected kernel height attribute (3) to match the third dimension of the weight tensor (2)}}
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>, has_bias = true, mirror_kernel = true, output_padding = array<i32: 0, 0>, weights_format = "IOHW"}> : (tensor<16x32x2x3xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv_transpose2d_weights' op Expected input channels attribute (16) to match the first dimension of the weight tensor (1)}}
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>, has_bias = true, mirror_kernel = true, output_padding = array<i32: 0, 0>, weights_format = "IOHW"}> : (tensor<1x32x3x3xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<16x33x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv_transpose2d_weights' op Expected output channels attribute (32) to match the number of output channels per group (33)}}
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>, has_bias = true, mirror_kernel = true, output_padding = array<i32: 0, 0>, weights_format = "IOHW"}> : (tensor<16x33x3x3xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<16x32x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv_transpose2d_weights' op Expected kernel size attribute to be a 2D tensor}}
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 1>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>, has_bias = true, mirror_kernel = true, output_padding = array<i32: 0, 0>, weights_format = "IOHW"}> : (tensor<16x32x3x3xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<16x32x3x1xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv_transpose2d_weights' op Expected kernel width attribute (3) to match the fourth dimension of the weight tensor (1)}}
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>, has_bias = true, mirror_kernel = true, output_padding = array<i32: 0, 0>, weights_format = "IOHW"}> : (tensor<16x32x3x1xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<16x32x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv_transpose2d_weights' op Expected dilation attribute to be a 2D tensor}}
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>, has_bias = true, mirror_kernel = true, output_padding = array<i32: 0, 0>, weights_format = "IOHW"}> : (tensor<16x32x3x3xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv_transpose2d_weights' op Weight must be a 4D tensor}}
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 1, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>, has_bias = true, mirror_kernel = true, output_padding = array<i32: 0, 0>, weights_format = "IOHW"}> : (tensor<32x3x3xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<16x32x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv_transpose2d_weights' op Only `IOHW` weights format is currently supported}}
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>, has_bias = true, mirror_kernel = true, output_padding = array<i32: 0, 0>, weights_format = "other"}> : (tensor<16x32x3x3xbf16>, !ttnn.device) -> tensor<1x1x144x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x32x3x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv3d_weights' op Expected result first dimension (865) to match prepared conv3d weight flattened dimension (864)}}
  %0 = "ttnn.prepare_conv3d_weights"(%a0, %a1) <{alignment = 32 : i32, c_in_block = 32 : i32, groups = 1 : i32}> : (tensor<32x32x3x3x3xbf16>, !ttnn.device) -> tensor<865x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x32x3x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv3d_weights' op Groups must be positive}}
  %0 = "ttnn.prepare_conv3d_weights"(%a0, %a1) <{alignment = 32 : i32, c_in_block = 32 : i32, groups = 0 : i32}> : (tensor<32x32x3x3x3xbf16>, !ttnn.device) -> tensor<864x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x3x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv3d_weights' op Expected result second dimension (32) to match output channels (1)}}
  %0 = "ttnn.prepare_conv3d_weights"(%a0, %a1) <{alignment = 32 : i32, c_in_block = 32 : i32, groups = 1 : i32}> : (tensor<1x32x3x3x3xbf16>, !ttnn.device) -> tensor<864x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x32x3x3x3xi32>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv3d_weights' op Result must be a 2D tensor}}
  %0 = "ttnn.prepare_conv3d_weights"(%a0, %a1) <{alignment = 32 : i32, c_in_block = 32 : i32, groups = 1 : i32}> : (tensor<32x32x3x3x3xi32>, !ttnn.device) -> tensor<1x864x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x32x2x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv3d_weights' op C_in_block (32) must divide aligned input channels (33)}}
  %0 = "ttnn.prepare_conv3d_weights"(%a0, %a1) <{alignment = 3 : i32, c_in_block = 32 : i32, groups = 1 : i32}> : (tensor<32x32x2x3x3xbf16>, !ttnn.device) -> tensor<864x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x31x3x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error@below {{'ttnn.prepare_conv3d_weights' op Alignment must be positive}}
  %0 = "ttnn.prepare_conv3d_weights"(%a0, %a1) <{alignment = 0 : i32, c_in_block = 32 : i32, groups = 1 : i32}> : (tensor<32x31x3x3x3xbf16>, !ttnn.device) -> tensor<864x32xbf16>
  return
}
