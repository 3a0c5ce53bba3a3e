// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.reshape"(%arg2) <{shape = [1 : i32, 1 : i32, 1 : i32, 8 : i32]}>
// %2 = "ttnn.conv1d"(%arg0, %arg1, %1, %0) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<config_tensors_in_dram = false>, dilation = 1 : i32, groups = 1 : i32, in_channels = 16 : i32, input_length = 32 : i32, kernel_size = 3 : i32, out_channels = 8 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}>
// %3 = "ttnn.reshape"(%2) <{shape = [1 : i32, 32 : i32, 8 : i32]}>
func.func @main(%arg0: tensor<1x32x16xbf16>, %arg1: tensor<8x16x3xbf16>, %arg2: tensor<1x1x8xbf16>) -> tensor<1x32x8xbf16> {
  %0 = "ttir.conv1d"(%arg0, %arg1, %arg2) <{batch_dim = 0 : i64, channel_dim = 2 : i64, dilation = 1 : i32, groups = 1 : i32, length_dim = 1 : i64, padding = 1 : i32, stride = 1 : i32}> : (tensor<1x32x16xbf16>, tensor<8x16x3xbf16>, tensor<1x1x8xbf16>) -> tensor<1x32x8xbf16>
  return %0 : tensor<1x32x8xbf16>
}
// -----
// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.reshape"(%arg2) <{shape = [1 : i32, 16 : i32]}>
// %2 = "ttnn.pad"(%arg0) <{padding = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 28>, use_multicore = true, value = 0.000000e+00 : f32}>
// %3 = "ttnn.conv3d"(%2, %arg1, %1, %0) <{batch_size = 1 : i32, conv3d_config = #ttnn.conv3d_config<t_out_block = 1, w_out_block = 1, h_out_block = 1, c_out_block = 32, c_in_block = 32, compute_with_storage_grid_size = #ttcore.grid<8x8>>, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 16 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>}>
// %4 = "ttnn.to_tensor_spec"(%3)
func.func @main(%arg0: tensor<1x4x8x8x4xbf16>, %arg1: tensor<16x4x3x3x3xbf16>, %arg2: tensor<1x1x1x1x16xbf16>) -> tensor<1x4x8x8x16xbf16> {
  %0 = "ttir.conv3d"(%arg0, %arg1, %arg2) <{batch_dim = 0 : i64, channel_dim = 4 : i64, depth_dim = 1 : i64, groups = 1 : i32, height_dim = 2 : i64, padding = 1 : i32, padding_mode = "zeros", stride = 1 : i32, width_dim = 3 : i64}> : (tensor<1x4x8x8x4xbf16>, tensor<16x4x3x3x3xbf16>, tensor<1x1x1x1x16xbf16>) -> tensor<1x4x8x8x16xbf16>
  return %0 : tensor<1x4x8x8x16xbf16>
}
