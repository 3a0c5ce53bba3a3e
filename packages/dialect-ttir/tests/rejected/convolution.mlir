func.func @main(%a0: tensor<1x32x16xbf16>, %a1: tensor<8x1x3xbf16>, %a2: tensor<1x1x8xbf16>) {
  // expected-error@below {{'ttir.conv1d' op expected weight's input channel dimension (1) to match in_channels / groups (16)}}
  %0 = "ttir.conv1d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, padding = 1 : i32, stride = 1 : i32}> : (tensor<1x32x16xbf16>, tensor<8x1x3xbf16>, tensor<1x1x8xbf16>) -> tensor<1x32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x16xbf16>, %a1: tensor<8x16x3xbf16>, %a2: tensor<1x1x8xbf16>) {
  // expected-error@below {{'ttir.conv1d' op output must be a 3D tensor}}
  %0 = "ttir.conv1d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, padding = 1 : i32, stride = 1 : i32}> : (tensor<1x32x16xbf16>, tensor<8x16x3xbf16>, tensor<1x1x8xbf16>) -> tensor<32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x16xbf16>, %a1: tensor<8x16x3xbf16>, %a2: tensor<1x1x8xbf16>) {
  // expected-error@below {{'ttir.conv1d' op number of input channels (16) must be divisible by groups (100)}}
  %0 = "ttir.conv1d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 100 : i32, padding = 1 : i32, stride = 1 : i32}> : (tensor<1x32x16xbf16>, tensor<8x16x3xbf16>, tensor<1x1x8xbf16>) -> tensor<1x32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x16xbf16>, %a1: tensor<1x8x16x3xbf16>, %a2: tensor<1x1x8xbf16>) {
  // expected-error@below {{'ttir.conv1d' op weight must be a 3D tensor (O, C/G, K)}}
  %0 = "ttir.conv1d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, padding = 1 : i32, stride = 1 : i32}> : (tensor<1x32x16xbf16>, tensor<1x8x16x3xbf16>, tensor<1x1x8xbf16>) -> tensor<1x32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x32x16xbf16>, %a1: tensor<8x16x3xbf16>, %a2: tensor<1x1x8xbf16>) {
  // expected-error@below {{'ttir.conv1d' op input must be a 3D tensor}}
  %0 = "ttir.conv1d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, padding = 1 : i32, stride = 1 : i32}> : (tensor<1x1x32x16xbf16>, tensor<8x16x3xbf16>, tensor<1x1x8xbf16>) -> tensor<1x32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x16xbf16>, %a1: tensor<1x16x3xbf16>, %a2: tensor<1x1x8xbf16>) {
  // expected-error@below {{'ttir.conv1d' op expected weight's output channel dimension (1) to match the output tensor's channel dimension (8)}}
  %0 = "ttir.conv1d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, padding = 1 : i32, stride = 1 : i32}> : (tensor<1x32x16xbf16>, tensor<1x16x3xbf16>, tensor<1x1x8xbf16>) -> tensor<1x32x8xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x9x8x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv2d' op The output tensor height and width dimension (8, 8) do not match the expected dimensions (9, 8).}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<1x9x8x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv2d' op bias must be a 4D tensor}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<1x8x8x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x1x32xbf16>) -> tensor<1x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x15xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv2d' op The number of input channels per group (15) must match the number of input channels in the weight tensor (16).}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<1x8x8x15xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv2d' op The number of output channels from the output tensor (33) must match the number of output channels in the weight tensor (32).}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<1x8x8x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x8x8x33xbf16>
  return
}
// -----
func.func @main(%a0: tensor<3x8x8x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv2d' op Batch size from the input tensor (3) must match the first dimension of the output tensor (1)}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<3x8x8x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv2d' op Stride attribute values must be > 0.}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, padding = array<i32: 1, 1>, stride = 0 : i32}> : (tensor<1x8x8x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv2d' op weight must be a 4D tensor}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<1x8x8x16xbf16>, tensor<16x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv2d' op Dilation attribute values must be > 0.}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = -1 : i32, groups = 1 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<1x8x8x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x8x8x33xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x1xbf16>) {
  // expected-error@below {{'ttir.conv2d' op The number of output channels from the weight tensor (32) must match the number of output channels in the bias tensor (1).}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<1x8x8x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x1xbf16>) -> tensor<1x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv2d' op The number of input channels from the input tensor (16) is not divisible by the number of groups (100).}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 100 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<1x8x8x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x8x8x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<32x16x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv2d' op Padding attribute values must be >= 0.}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, padding = array<i32: -1, 1>, stride = 1 : i32}> : (tensor<1x8x8x16xbf16>, tensor<32x16x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x8x7x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x4xbf16>, %a1: tensor<16x4x3x3x3xbf16>, %a2: tensor<2x1x1x1x16xbf16>) {
  // expected-error@below {{'ttir.conv3d' op The output tensor spatial dimensions (3, 8, 8) do not match the expected dimensions (4, 8, 8).}}
  %0 = "ttir.conv3d"(%a0, %a1, %a2) <{groups = 1 : i32, padding = 1 : i32, padding_mode = "zeros", stride = 1 : i32}> : (tensor<1x4x8x8x4xbf16>, tensor<16x4x3x3x3xbf16>, tensor<2x1x1x1x16xbf16>) -> tensor<1x3x8x8x16xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x4xbf16>, %a1: tensor<16x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x1x16xbf16>) {
  // expected-error@below {{'ttir.conv3d' op bias must be a 5D tensor with shape (1,1,1,1,C_out)}}
  %0 = "ttir.conv3d"(%a0, %a1, %a2) <{groups = 1 : i32, padding = 1 : i32, padding_mode = "zeros", stride = 1 : i32}> : (tensor<1x4x8x8x4xbf16>, tensor<16x4x3x3x3xbf16>, tensor<1x1x1x1x1x16xbf16>) -> tensor<1x4x8x8x16xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x4x8x8x4xbf16>, %a1: tensor<16x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x16xbf16>) {
  // expected-error@below {{'ttir.conv3d' op padding_mode must be either 'zeros' or 'replicate'}}
  %0 = "ttir.conv3d"(%a0, %a1, %a2) <{groups = 1 : i32, padding = 1 : i32, padding_mode = "other", stride = 1 : i32}> : (tensor<1x4x8x8x4xbf16>, tensor<16x4x3x3x3xbf16>, tensor<1x1x1x1x16xbf16>) -> tensor<1x4x8x8x16xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv_transpose2d' op Mismatch between expected output size per channel and got output tensor dimensions. Expected: (20 x 20), got: (16 x 16).}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 3 : i32, groups = 1 : i32, output_padding = 1 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<1x8x8x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<15x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv_transpose2d' op Number of input channels from input tensor must match the first dimension of the weight tensor. Got 16 input channels and 15 in the weight tensor.}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 1 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<1x8x8x16xbf16>, tensor<15x32x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<3x8x8x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv_transpose2d' op Batch size of input and output tensors must match}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 1 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<3x8x8x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv_transpose2d' op Bias must be a 4D tensor}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 1 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<1x8x8x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x1x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv_transpose2d' op Weight must be a 4D tensor}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 1 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<1x8x8x16xbf16>, tensor<32x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv_transpose2d' op Input must be a 4D tensor}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 1 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<bf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv_transpose2d' op Number of output channels per group must match the second dimension of the weight tensor. Got 1 output channels per group and 32 in the weight tensor.}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 1 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<1x8x8x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x16x16x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x16x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv_transpose2d' op Stride values must be greater than 0}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 1 : i32, padding = 1 : i32, stride = 0 : i32}> : (tensor<1x8x16x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv_transpose2d' op Output must be a 4D tensor}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 1 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<1x8x8x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv_transpose2d' op Dilation values must be greater than 0}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = -1 : i32, groups = 1 : i32, output_padding = 1 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<1x8x8x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<1x1x1x1xbf16>) {
  // expected-error@below {{'ttir.conv_transpose2d' op Mismatch in bias tensor dimensions. Bias tensor has 1 channels, but the output tensor has 32 channels.}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 1 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<1x8x8x16xbf16>, tensor<16x32x3x3xbf16>, tensor<1x1x1x1xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x16xbf16>, %a1: tensor<16x32x3x3xbf16>, %a2: tensor<3x1x1x32xbf16>) {
  // expected-error@below {{'ttir.conv_transpose2d' op Given input size per channel: (8 x 8). Calculated output size per channel: (-182 x -182). Output size is too small}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 1 : i32, padding = 100 : i32, stride = 2 : i32}> : (tensor<1x8x8x16xbf16>, tensor<16x32x3x3xbf16>, tensor<3x1x1x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
