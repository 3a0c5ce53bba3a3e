func.func @main(%a0: tensor<64xbf16>) {
  // expected-error@below {{'ttnn.dropout' op Input tensor type does not match with output tensor type. [Input tensor type = 'tensor<64xbf16>', output tensor type = 'tensor<32x64xbf16>'].}}
  %0 = "ttnn.dropout"(%a0) <{prob = 2.000000e-01 : f32, scale = 1.250000e+00 : f32, seed = 21 : ui32, use_per_device_seed = true}> : (tensor<64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xf32>) {
  // expected-error@below {{'ttnn.dropout' op Input tensor type does not match with output tensor type. [Input tensor type = 'tensor<32x64xf32>', output tensor type = 'tensor<32x63xbf16>'].}}
  %0 = "ttnn.dropout"(%a0) <{prob = 2.000000e-01 : f32, scale = 1.250000e+00 : f32, seed = 21 : ui32, use_per_device_seed = true}> : (tensor<32x64xf32>) -> tensor<32x63xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.dropout' op Input tensor type does not match with output tensor type. [Input tensor type = 'tensor<32x64xbf16>', output tensor type = 'tensor<32x64xi32>'].}}
  %0 = "ttnn.dropout"(%a0) <{prob = 2.000000e-01 : f32, scale = 1.250000e+00 : f32, seed = 21 : ui32, use_per_device_seed = true}> : (tensor<32x64xbf16>) -> tensor<32x64xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.dropout' op Input tensor type does not match with output tensor type. [Input tensor type = 'tensor<32x64xbf16>', output tensor type = 'tensor<bf16>'].}}
  %0 = "ttnn.dropout"(%a0) <{prob = 2.000000e-01 : f32, scale = 1.250000e+00 : f32, seed = 21 : ui32, use_per_device_seed = true}> : (tensor<32x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xui16>) {
  // expected-error@below {{'ttnn.dropout' op Input tensor type does not match with output tensor type. [Input tensor type = 'tensor<32x64xui16>', output tensor type = 'tensor<32x64xbf16>'].}}
  %0 = "ttnn.dropout"(%a0) <{prob = 2.000000e-01 : f32, scale = 1.250000e+00 : f32, seed = 3 : ui32, use_per_device_seed = true}> : (tensor<32x64xui16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xi32>) {
  // expected-error@below {{'ttnn.dropout' op Input tensor type does not match with output tensor type. [Input tensor type = 'tensor<32x64xi32>', output tensor type = 'tensor<32x64xf32>'].}}
  %0 = "ttnn.dropout"(%a0) <{prob = 2.000000e-01 : f32, scale = 1.250000e+00 : f32, seed = 21 : ui32, use_per_device_seed = true}> : (tensor<32x64xi32>) -> tensor<32x64xf32>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttnn.dropout' op Input tensor type does not match with output tensor type. [Input tensor type = 'tensor<bf16>', output tensor type = 'tensor<32x64xbf16>'].}}
  %0 = "ttnn.dropout"(%a0) <{prob = 2.000000e-01 : f32, scale = 1.250000e+00 : f32, seed = 21 : ui32, use_per_device_seed = true}> : (tensor<bf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xi32>) {
  // expected-error@below {{'ttnn.dropout' op Input tensor type does not match with output tensor type. [Input tensor type = 'tensor<32x64xi32>', output tensor type = 'tensor<32x64xbf16>'].}}
  %0 = "ttnn.dropout"(%a0) <{prob = 2.000000e-01 : f32, scale = 1.250000e+00 : f32, seed = 21 : ui32, use_per_device_seed = true}> : (tensor<32x64xi32>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.dropout' op Input tensor type does not match with output tensor type. [Input tensor type = 'tensor<32x64xbf16>', output tensor type = 'tensor<32x64xui16>'].}}
  %0 = "ttnn.dropout"(%a0) <{prob = 2.000000e-01 : f32, scale = 1.250000e+00 : f32, seed = 21 : ui32, use_per_device_seed = true}> : (tensor<32x64xbf16>) -> tensor<32x64xui16>
  return
}
// -----
func.func @main(%a0: tensor<31x64xbf16>) {
  // expected-error@below {{'ttnn.dropout' op Input tensor type does not match with output tensor type. [Input tensor type = 'tensor<31x64xbf16>', output tensor type = 'tensor<32x64xf32>'].}}
  %0 = "ttnn.dropout"(%a0) <{prob = 2.000000e-01 : f32, scale = 1.250000e+00 : f32, seed = 21 : ui32, use_per_device_seed = true}> : (tensor<31x64xbf16>) -> tensor<32x64xf32>
  return
}
