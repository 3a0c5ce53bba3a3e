func.func @main(%a0: tensor<1x8x8x31xbf16>) {
  // expected-error@below {{'ttir.avg_pool2d' op number of output channels from the output tensor (32) must match the number of input channels (31)}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x31xbf16>) -> tensor<1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x8x8x32xbf16>) {
  // expected-error@below {{'ttir.avg_pool2d' op batch size from the input tensor (2) must match the first dimension of the output tensor (1)}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<2x8x8x32xbf16>) -> tensor<1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.avg_pool2d' op kernel size attribute values must be > 0}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 0 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x8x32xbf16>) {
  // expected-error@below {{'ttir.avg_pool2d' op effective kernel size (2, 2) cannot be greater than the padded input size per channel (1, 8)}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x1x8x32xbf16>) -> tensor<1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.avg_pool2d' op output tensor height and width dimension (8, 4) do not match the expected dimensions (4, 4)}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x8x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.avg_pool2d' op input must be a 4D tensor}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x1x8x8x32xbf16>) -> tensor<1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.avg_pool2d' op output must be a 4D tensor}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.avg_pool2d' op stride attribute values must be > 0}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 0 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.avg_pool2d' op dilation attribute values must be > 0}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = 0 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.avg_pool2d' op padding attribute values must be >= 0}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = -1 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d' op effective kernel size (100, 100) cannot be greater than the padded input size per channel (8, 8)}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 100 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x4x4x33xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d' op output must be a 4D tensor}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d' op output tensor height and width dimension (4, 4) do not match the expected dimensions (7, 7)}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 1 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d' op number of output channels from the output tensor (31) must match the number of input channels (32)}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 1 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x4x4x31xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d' op padding attribute values must be >= 0}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = -1 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.max_pool2d' op input must be a 4D tensor}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<bf16>) -> tensor<1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d' op batch size from the input tensor (1) must match the first dimension of the output tensor (3)}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<3x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d' op kernel size attribute values must be > 0}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = -1 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d' op stride attribute values must be > 0}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 0 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d' op dilation attribute values must be > 0}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = -1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x4x4x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d_with_indices' op input must be a 4D tensor}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x1x8x8x32xbf16>) -> (tensor<1x4x4x32xbf16>, tensor<1x4x4x32xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d_with_indices' op Pooled values and indices must have the same shape}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> (tensor<1x4x4x32xbf16>, tensor<1x4x4x1xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x1xbf16>) {
  // expected-error@below {{'ttir.max_pool2d_with_indices' op number of output channels from the output tensor (32) must match the number of input channels (1)}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x1xbf16>) -> (tensor<1x4x4x32xbf16>, tensor<1x4x4x32xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x7x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d_with_indices' op output tensor height and width dimension (4, 4) do not match the expected dimensions (4, 3)}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x7x32xbf16>) -> (tensor<1x4x4x32xbf16>, tensor<1x4x4x33xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d_with_indices' op dilation attribute values must be > 0}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = 0 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> (tensor<1x4x4x32xbf16>, tensor<1x4x4x32xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d_with_indices' op effective kernel size (101, 101) cannot be greater than the padded input size per channel (8, 8)}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = 100 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> (tensor<1x4x4x32xbf16>, tensor<1x1x4x4x32xi32>)
  return
}
// -----
func.func @main(%a0: tensor<2x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d_with_indices' op batch size from the input tensor (2) must match the first dimension of the output tensor (1)}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<2x8x8x32xbf16>) -> (tensor<1x4x4x32xbf16>, tensor<1x4x4x32xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d_with_indices' op Indices result must have integer element type}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> (tensor<1x4x4x32xbf16>, tensor<1x4x4x32xf32>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d_with_indices' op output must be a 4D tensor}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> (tensor<4x4x32xbf16>, tensor<1x4x4x32xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d_with_indices' op stride attribute values must be > 0}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 0 : i32}> : (tensor<1x8x8x32xbf16>) -> (tensor<1x4x4x32xbf16>, tensor<i32>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d_with_indices' op padding attribute values must be >= 0}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = -1 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> (tensor<1x4x4x32xbf16>, tensor<1x4x4x32xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.max_pool2d_with_indices' op kernel size attribute values must be > 0}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = 1 : i32, kernel = 0 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x8x8x32xbf16>) -> (tensor<1x4x4x32xbf16>, tensor<1x4x4x32xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.global_avg_pool2d' op batch dimension must remain the same between input and output}}
  %0 = "ttir.global_avg_pool2d"(%a0) : (tensor<1x8x8x32xbf16>) -> tensor<2x1x1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.global_avg_pool2d' op channel dimension must remain the same between input and output}}
  %0 = "ttir.global_avg_pool2d"(%a0) : (tensor<1x8x8x32xbf16>) -> tensor<1x1x1x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x8x32xbf16>) {
  // expected-error@below {{'ttir.global_avg_pool2d' op output tensor must have the same rank as input tensor}}
  %0 = "ttir.global_avg_pool2d"(%a0) : (tensor<8x8x32xbf16>) -> tensor<1x1x1x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.global_avg_pool2d' op spatial dimensions must be reduced to 1}}
  %0 = "ttir.global_avg_pool2d"(%a0) : (tensor<1x8x8x32xbf16>) -> tensor<1x1x2x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.global_avg_pool2d' op input tensor must have at least 2 dimensions for global average pooling over 2 spatial dimensions}}
  %0 = "ttir.global_avg_pool2d"(%a0) : (tensor<bf16>) -> tensor<1x1x1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x33xbf16>) {
  // expected-error@below {{'ttir.upsample2d' op Expected output C dimension to be 33, got 32}}
  %0 = "ttir.upsample2d"(%a0) <{mode = "nearest", scale_factor = 2 : si32}> : (tensor<1x8x8x33xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.upsample2d' op Expected rank of input tensor is 4, got rank 5}}
  %0 = "ttir.upsample2d"(%a0) <{mode = "nearest", scale_factor = 2 : si32}> : (tensor<1x1x8x8x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.upsample2d' op Expected output H dimension to be input H dimension * scaleH = 800, got 16}}
  %0 = "ttir.upsample2d"(%a0) <{mode = "nearest", scale_factor = 100 : si32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.upsample2d' op Expected output N dimension to be 1, got 2}}
  %0 = "ttir.upsample2d"(%a0) <{mode = "nearest", scale_factor = 2 : si32}> : (tensor<1x8x8x32xbf16>) -> tensor<2x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<3x8x8x32xbf16>) {
  // expected-error@below {{'ttir.upsample2d' op Expected output W dimension to be input W dimension * scaleW = 16, got 1}}
  %0 = "ttir.upsample2d"(%a0) <{mode = "nearest", scale_factor = 2 : si32}> : (tensor<3x8x8x32xbf16>) -> tensor<1x16x1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.upsample2d' op Scale factors H = -1 and W = -1 must be positive integers}}
  %0 = "ttir.upsample2d"(%a0) <{mode = "nearest", scale_factor = -1 : si32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x16x32xbf16>) {
  // expected-error@below {{'ttir.upsample2d' op Expected rank of output tensor is 4, got rank 0}}
  %0 = "ttir.upsample2d"(%a0) <{mode = "nearest", scale_factor = 2 : si32}> : (tensor<1x8x16x32xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttir.upsample2d' op Expected modes are (nearest, bilinear), got "other"}}
  %0 = "ttir.upsample2d"(%a0) <{mode = "other", scale_factor = 2 : si32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
