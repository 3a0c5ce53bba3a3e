// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.constant"(%0) <{value = dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xbf16>}>
func.func @main() -> tensor<2x2xbf16> {
  %0 = "ttir.constant"() <{value = dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xbf16>}> : () -> tensor<2x2xbf16>
  return %0 : tensor<2x2xbf16>
}
// -----
// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.empty"(%0) <{shape = #ttnn.shape<32x64>}>
func.func @main() -> tensor<32x64xbf16> {
  %0 = ttir.empty() : tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.full"(%0) <{fill_value = 7.000000e+00 : f32, shape = #ttnn.shape<32x64>}>
func.func @main() -> tensor<32x64xbf16> {
  %0 = "ttir.full"() <{fill_value = 7.000000e+00 : f32, shape = array<i32: 32, 64>}> : () -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.ones"(%0) <{shape = #ttnn.shape<32x64>}>
func.func @main() -> tensor<32x64xbf16> {
  %0 = "ttir.ones"() <{shape = array<i32: 32, 64>}> : () -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.rand"(%0) <{high = 1.000000e+00 : f32, low = 0.000000e+00 : f32, seed = 42 : ui32, size = #ttnn.shape<32x64>}>
func.func @main() -> tensor<32x64xbf16> {
  %0 = "ttir.rand"() <{high = 1.000000e+00 : f32, low = 0.000000e+00 : f32, seed = 42 : ui32, size = [32 : i32, 64 : i32]}> : () -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.zeros"(%0) <{shape = #ttnn.shape<32x64>}>
func.func @main() -> tensor<32x64xbf16> {
  %0 = "ttir.zeros"() <{shape = array<i32: 32, 64>}> : () -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
