// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.distributed_layer_norm"(%arg0, %arg1, %arg2, %0) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>}>
func.func @main(%arg0: tensor<1x1x32x128xbf16>, %arg1: tensor<128xbf16>, %arg2: tensor<128xbf16>) -> tensor<1x1x32x128xbf16> {
  %0 = "ttir.distributed_layer_norm"(%arg0, %arg1, %arg2) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x128xbf16>, tensor<128xbf16>, tensor<128xbf16>) -> tensor<1x1x32x128xbf16>
  return %0 : tensor<1x1x32x128xbf16>
}
// -----
// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.distributed_rms_norm"(%arg0, %arg1, %0) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}>
func.func @main(%arg0: tensor<1x1x32x128xbf16>, %arg1: tensor<128xbf16>) -> tensor<1x1x32x128xbf16> {
  %0 = "ttir.distributed_rms_norm"(%arg0, %arg1) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<1x1x32x128xbf16>, tensor<128xbf16>) -> tensor<1x1x32x128xbf16>
  return %0 : tensor<1x1x32x128xbf16>
}
// -----
// %0 = "ttnn.group_norm"(%arg0, %arg1, %arg2) <{epsilon = 9.99999974E-6 : f32, num_groups = 2 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}>
func.func @main(%arg0: tensor<1x1x64x64xbf16>, %arg1: tensor<64xbf16>, %arg2: tensor<64xbf16>) -> tensor<1x1x64x64xbf16> {
  %0 = "ttir.group_norm"(%arg0, %arg1, %arg2) <{channel_dim = 3 : i64, epsilon = 9.99999974E-6 : f32, num_groups = 2 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<1x1x64x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x64x64xbf16>
  return %0 : tensor<1x1x64x64xbf16>
}
// -----
// %0 = "ttnn.layer_norm"(%arg0, %arg1, %arg2) <{epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}>
func.func @main(%arg0: tensor<32x128xbf16>, %arg1: tensor<128xbf16>, %arg2: tensor<128xbf16>) -> tensor<32x128xbf16> {
  %0 = "ttir.layer_norm"(%arg0, %arg1, %arg2) <{epsilon = 9.99999974E-6 : f32, normalized_shape = array<i64: 128>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return %0 : tensor<32x128xbf16>
}
// -----
// %0 = "ttnn.rms_norm"(%arg0, %arg1, %arg2) <{epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}>
func.func @main(%arg0: tensor<32x128xbf16>, %arg1: tensor<128xbf16>, %arg2: tensor<128xbf16>) -> tensor<32x128xbf16> {
  %0 = "ttir.rms_norm"(%arg0, %arg1, %arg2) <{epsilon = 9.99999974E-6 : f32, normalized_shape = array<i64: 128>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return %0 : tensor<32x128xbf16>
}
// -----
// %0 = "ttnn.softmax"(%arg0) <{compute_config = #ttnn.device_compute_kernel_config<math_fidelity = hifi4, math_approx_mode = false, fp32_dest_acc_en = true>, dimension = -1 : si32, numericStable = true}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.softmax"(%arg0) <{dimension = -1 : si32, numericStable = true}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
