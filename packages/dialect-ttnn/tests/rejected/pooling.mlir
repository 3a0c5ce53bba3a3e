func.func @main(%a0: tensor<1x1x64x32xbf16>) {
  // expected-error@below {{'ttnn.avg_pool2d' op Kernel width 2 is greater than input width 0. This ttnn.avg_pool2d configuration is invalid.}}
  %0 = "ttnn.avg_pool2d"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 0 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x1x64x32xbf16>) -> tensor<1x1x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x32xbf16>) {
  // expected-error@below {{'ttnn.avg_pool2d' op ttnn.avg_pool2d shape (1, 1, 64, 32) at dim -3 must be equal to C. However the attribute given is C=100. 32 != 100}}
  %0 = "ttnn.avg_pool2d"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 100 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x1x64x32xbf16>) -> tensor<1x1x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x32xbf16>) {
  // expected-error@below {{'ttnn.avg_pool2d' op ttnn.avg_pool2d shape (1, 1, 64, 32) at dim -2 must be equal to N*H*W. However the attributes given are N=1, H=8, W=3. 1*8*3 != 64.}}
  %0 = "ttnn.avg_pool2d"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 3 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x1x64x32xbf16>) -> tensor<1x1x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttnn.avg_pool2d' op Input tensor rank must be 4. Received input with rank 0. Shape: ().}}
  %0 = "ttnn.avg_pool2d"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<bf16>) -> tensor<1x1x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x2x64x32xbf16>) {
  // expected-error@below {{'ttnn.avg_pool2d' op ttnn.avg_pool2d input must be in the form (1, 1, N*H*W, C). Received shape (1, 2, 64, 32).}}
  %0 = "ttnn.avg_pool2d"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x2x64x32xbf16>) -> tensor<1x1x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x32xbf16>) {
  // expected-error@below {{'ttnn.avg_pool2d' op Kernel height 2 is greater than input height -1. This ttnn.avg_pool2d configuration is invalid.}}
  %0 = "ttnn.avg_pool2d"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = -1 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x1x64x32xbf16>) -> tensor<1x1x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x64x32xbf16>) {
  // expected-error@below {{'ttnn.avg_pool2d' op Input tensor rank must be 4. Received input with rank 3. Shape: (1, 64, 32).}}
  %0 = "ttnn.avg_pool2d"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x64x32xbf16>) -> tensor<1x1x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x64x32xbf16>) {
  // expected-error@below {{'ttnn.max_pool2d' op Input tensor rank must be 4. Received input with rank 3. Shape: (1, 64, 32).}}
  %0 = "ttnn.max_pool2d"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x64x32xbf16>) -> tensor<1x1x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x32xbf16>) {
  // expected-error@below {{'ttnn.max_pool2d' op ttnn.max_pool2d shape (1, 1, 64, 32) at dim -2 must be equal to N*H*W. However the attributes given are N=1, H=3, W=8. 1*3*8 != 64.}}
  %0 = "ttnn.max_pool2d"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 3 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x1x64x32xbf16>) -> tensor<1x1x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x32xbf16>) {
  // expected-error@below {{'ttnn.max_pool2d' op Kernel height 2 is greater than input height -1. This ttnn.max_pool2d configuration is invalid.}}
  %0 = "ttnn.max_pool2d"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = -1 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x1x64x32xbf16>) -> tensor<1x1x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x2x64x32xbf16>) {
  // expected-error@below {{'ttnn.max_pool2d' op ttnn.max_pool2d input must be in the form (1, 1, N*H*W, C). Received shape (1, 2, 64, 32).}}
  %0 = "ttnn.max_pool2d"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x2x64x32xbf16>) -> tensor<1x1x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x1x64x32xbf16>) {
  // expected-error@below {{'ttnn.max_pool2d' op Input tensor rank must be 4. Received input with rank 5. Shape: (1, 1, 1, 64, 32).}}
  %0 = "ttnn.max_pool2d"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x1x1x64x32xbf16>) -> tensor<1x1x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x32xbf16>) {
  // expected-error@below {{'ttnn.max_pool2d' op Kernel width 100 is greater than input width 8. This ttnn.max_pool2d configuration is invalid.}}
  %0 = "ttnn.max_pool2d"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 100>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x1x64x32xbf16>) -> tensor<1x1x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x64xbf16>) {
  // expected-error@below {{'ttnn.max_pool2d' op ttnn.max_pool2d shape (1, 1, 64, 64) at dim -3 must be equal to C. However the attribute given is C=32. 64 != 32}}
  %0 = "ttnn.max_pool2d"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x1x64x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x32xbf16>) {
  // expected-error@below {{'ttnn.max_pool2d_with_indices' op ttnn.max_pool2d_with_indices shape (1, 1, 64, 32) at dim -2 must be equal to N*H*W. However the attributes given are N=1, H=3, W=8. 1*3*8 != 64.}}
  %0:2 = "ttnn.max_pool2d_with_indices"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 3 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x1x64x32xbf16>) -> (tensor<1x1x16x32xbf16>, tensor<1x1x16x32xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x32xbf16>) {
  // expected-error@below {{'ttnn.max_pool2d_with_indices' op ttnn.max_pool2d_with_indices shape (1, 1, 64, 32) at dim -3 must be equal to C. However the attribute given is C=3. 32 != 3}}
  %0:2 = "ttnn.max_pool2d_with_indices"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 3 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x1x64x32xbf16>) -> (tensor<1x1x16x32xbf16>, tensor<1x1x16x32xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x32xbf16>) {
  // expected-error@below {{'ttnn.max_pool2d_with_indices' op Kernel width 2 is greater than input width 1. This ttnn.max_pool2d_with_indices configuration is invalid.}}
  %0:2 = "ttnn.max_pool2d_with_indices"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 1 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x1x64x32xbf16>) -> (tensor<1x1x16x32xbf16>, tensor<1x1x16x32xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x64x32xbf16>) {
  // expected-error@below {{'ttnn.max_pool2d_with_indices' op Input tensor rank must be 4. Received input with rank 3. Shape: (1, 64, 32).}}
  %0:2 = "ttnn.max_pool2d_with_indices"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x64x32xbf16>) -> (tensor<1x1x16x32xbf16>, tensor<1x1x16x32xi32>)
  return
}
// -----
func.func @main(%a0: tensor<3x1x64x32xbf16>) {
  // expected-error@below {{'ttnn.max_pool2d_with_indices' op ttnn.max_pool2d_with_indices input must be in the form (1, 1, N*H*W, C). Received shape (3, 1, 64, 32).}}
  %0:2 = "ttnn.max_pool2d_with_indices"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<3x1x64x32xbf16>) -> (tensor<1x1x16x32xbf16>, tensor<1x1x16x32xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x64x32xbf16>) {
  // expected-error@below {{'ttnn.max_pool2d_with_indices' op Kernel height 100 is greater than input height 8. This ttnn.max_pool2d_with_indices configuration is invalid.}}
  %0:2 = "ttnn.max_pool2d_with_indices"(%a0) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 100, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>}> : (tensor<1x1x64x32xbf16>) -> (tensor<1x1x16x32xbf16>, tensor<1x1x16x32xi32>)
  return
}
// -----
func.func @main(%a0: tensor<1x1x8x8x32xbf16>) {
  // expected-error@below {{'ttnn.global_avg_pool2d' op input tensor must be a 4D tensor}}
  %0 = "ttnn.global_avg_pool2d"(%a0) : (tensor<1x1x8x8x32xbf16>) -> tensor<1x1x1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttnn.upsample' op Expected rank of output tensor is 4, got rank 0}}
  %0 = "ttnn.upsample"(%a0) <{mode = "nearest", scale_factor = 2 : si32}> : (tensor<1x8x8x32xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttnn.upsample' op Expected output C dimension to be 32, got 64}}
  %0 = "ttnn.upsample"(%a0) <{mode = "nearest", scale_factor = 2 : si32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x16x16x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttnn.upsample' op Scale factors H = 0 and W = 0 must be positive integers}}
  %0 = "ttnn.upsample"(%a0) <{mode = "nearest", scale_factor = 0 : si32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x17x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttnn.upsample' op Expected output W dimension to be input W dimension * scaleW = 16, got 1}}
  %0 = "ttnn.upsample"(%a0) <{mode = "other", scale_factor = 2 : si32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x16x1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x1x8x32xbf16>) {
  // expected-error@below {{'ttnn.upsample' op Expected output H dimension to be input H dimension * scaleH = 2, got 16}}
  %0 = "ttnn.upsample"(%a0) <{mode = "nearest", scale_factor = 2 : si32}> : (tensor<1x1x8x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttnn.upsample' op Expected rank of input tensor is 4, got rank 0}}
  %0 = "ttnn.upsample"(%a0) <{mode = "nearest", scale_factor = 2 : si32}> : (tensor<bf16>) -> tensor<1x17x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttnn.upsample' op Expected output N dimension to be 1, got 2}}
  %0 = "ttnn.upsample"(%a0) <{mode = "nearest", scale_factor = 2 : si32}> : (tensor<1x8x8x32xbf16>) -> tensor<2x16x16x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x8x8x32xbf16>) {
  // expected-error@below {{'ttnn.upsample' op Expected modes are (nearest, bilinear), got "other"}}
  %0 = "ttnn.upsample"(%a0) <{mode = "other", scale_factor = 2 : si32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x16x16x32xbf16>
  return
}
