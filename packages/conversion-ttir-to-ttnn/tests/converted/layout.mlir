// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.to_tensor_spec"(%arg0)
func.func @main(%arg0: tensor<32x64xf32>) -> tensor<32x64xbf16> {
  %0 = ttir.empty() : tensor<32x64xbf16>
  %1 = ttir.to_layout %arg0, %0 : tensor<32x64xf32> into tensor<32x64xbf16> -> tensor<32x64xbf16>
  return %1 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.empty"(%0) <{shape = #ttnn.shape<32x64>}>
// %2 = ttnn.tt_lang_op(%arg0, %arg1, %1) {arg_roles = "in,in,out", kernel_id = "model.fused_add::v1", version_tag = "1"}
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = ttir.empty() : tensor<32x64xbf16>
  %1 = ttir.tt_lang_op(%arg0, %arg1, %0) {arg_roles = "in,in,out", kernel_id = "model.fused_add::v1", version_tag = "1"} : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> (tensor<32x64xbf16>)
  return %1 : tensor<32x64xbf16>
}
