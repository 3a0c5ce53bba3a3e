func.func @main(%a0: tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>, %a1: tensor<f32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.dequantize' op Output tensor shape (33,64) must match the input tensor shape: (32,64)}}
  %0 = "ttnn.dequantize"(%a0, %a1, %a2) <{output_dtype = #ttcore.supportedDataTypes<f32>}> : (tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>, tensor<f32>, tensor<1xi32>) -> tensor<33x64xf32>
  return
}
// -----
func.func @main(%a0: tensor<32x128x!quant.uniform<i32:f32, 1.000000e-01>>, %a1: tensor<1xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.dequantize' op Output element type must be float, but got 'i32'}}
  %0 = "ttnn.dequantize"(%a0, %a1, %a2) <{output_dtype = #ttcore.supportedDataTypes<f32>}> : (tensor<32x128x!quant.uniform<i32:f32, 1.000000e-01>>, tensor<1xf32>, tensor<1xi32>) -> tensor<32x64xi32>
  return
}
// -----
func.func @main(%a0: tensor<64x!quant.uniform<i32:f32, 1.000000e-01>>, %a1: tensor<1xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.dequantize' op Input tensor rank of 1 does not match the output tensor rank of 2}}
  %0 = "ttnn.dequantize"(%a0, %a1, %a2) <{output_dtype = #ttcore.supportedDataTypes<f32>}> : (tensor<64x!quant.uniform<i32:f32, 1.000000e-01>>, tensor<1xf32>, tensor<1xi32>) -> tensor<32x128xf32>
  return
}
// -----
func.func @main(%a0: tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>, %a1: tensor<1xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.dequantize' op Output element type must be float, but got 'ui16'}}
  %0 = "ttnn.dequantize"(%a0, %a1, %a2) <{output_dtype = #ttcore.supportedDataTypes<f32>}> : (tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>, tensor<1xf32>, tensor<1xi32>) -> tensor<32x64xui16>
  return
}
// -----
func.func @main(%a0: tensor<f32>, %a1: tensor<1xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.quantize' op Input tensor rank of 0 does not match the output tensor rank of 2}}
  %0 = "ttnn.quantize"(%a0, %a1, %a2) <{output_dtype = #ttcore.supportedDataTypes<si32>}> : (tensor<f32>, tensor<1xf32>, tensor<1xi32>) -> tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<32x65xf32>, %a1: tensor<1xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.quantize' op Output tensor shape (32,63) must match the input tensor shape: (32,65)}}
  %0 = "ttnn.quantize"(%a0, %a1, %a2) <{output_dtype = #ttcore.supportedDataTypes<si32>}> : (tensor<32x65xf32>, tensor<1xf32>, tensor<1xi32>) -> tensor<32x63x!quant.uniform<i32:f32, 1.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<32x64xui16>, %a1: tensor<1xf32>, %a2: tensor<i32>) {
  // expected-error@below {{'ttnn.quantize' op Input element type must be float, but got 'ui16'}}
  %0 = "ttnn.quantize"(%a0, %a1, %a2) <{output_dtype = #ttcore.supportedDataTypes<si32>}> : (tensor<32x64xui16>, tensor<1xf32>, tensor<i32>) -> tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<32x64xi32>, %a1: tensor<1xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.quantize' op Input element type must be float, but got 'i32'}}
  %0 = "ttnn.quantize"(%a0, %a1, %a2) <{output_dtype = #ttcore.supportedDataTypes<si32>}> : (tensor<32x64xi32>, tensor<1xf32>, tensor<1xi32>) -> tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<!quant.uniform<i32:f32, 1.000000e-01>>, %a1: tensor<1xf32>, %a2: tensor<1xi32>, %a3: tensor<1xf32>, %a4: tensor<1xi32>) {
  // expected-error@below {{'ttnn.requantize' op Input tensor rank of 0 does not match the output tensor rank of 2}}
  %0 = "ttnn.requantize"(%a0, %a1, %a2, %a3, %a4) <{output_dtype = #ttcore.supportedDataTypes<si32>}> : (tensor<!quant.uniform<i32:f32, 1.000000e-01>>, tensor<1xf32>, tensor<1xi32>, tensor<1xf32>, tensor<1xi32>) -> tensor<32x128x!quant.uniform<i32:f32, 2.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>, %a1: tensor<1xf32>, %a2: tensor<1xi32>, %a3: tensor<1xf32>, %a4: tensor<1xi32>) {
  // expected-error@below {{'ttnn.requantize' op Output tensor shape (64,64) must match the input tensor shape: (32,64)}}
  %0 = "ttnn.requantize"(%a0, %a1, %a2, %a3, %a4) <{output_dtype = #ttcore.supportedDataTypes<si32>}> : (tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>, tensor<1xf32>, tensor<1xi32>, tensor<1xf32>, tensor<1xi32>) -> tensor<64x64x!quant.uniform<i32:f32, 2.000000e-01>>
  return
}
