func.func @main(%a0: tensor<!quant.uniform<i32:f32, 1.000000e-01>>) {
  // expected-error@below {{'ttir.dequantize' op Output element type must be float, but got 'i32'}}
  %0 = "ttir.dequantize"(%a0) : (tensor<!quant.uniform<i32:f32, 1.000000e-01>>) -> tensor<32x64xi32>
  return
}
// -----
func.func @main(%a0: tensor<!quant.uniform<i32:f32, 1.000000e-01>>) {
  // expected-error@below {{'ttir.dequantize' op Input tensor rank of 0 does not match the output tensor rank of 2}}
  %0 = "ttir.dequantize"(%a0) : (tensor<!quant.uniform<i32:f32, 1.000000e-01>>) -> tensor<33x64xf32>
  return
}
// -----
func.func @main(%a0: tensor<32x65x!quant.uniform<i32:f32, 1.000000e-01>>) {
  // expected-error@below {{'ttir.dequantize' op Output tensor shape (32,64) must match the inferred shape: (32,65)}}
  %0 = "ttir.dequantize"(%a0) : (tensor<32x65x!quant.uniform<i32:f32, 1.000000e-01>>) -> tensor<32x64xf32>
  return
}
// -----
func.func @main(%a0: tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>) {
  // expected-error@below {{'ttir.dequantize' op Output element type must be float, but got 'ui16'}}
  %0 = "ttir.dequantize"(%a0) : (tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>) -> tensor<32x64xui16>
  return
}
// -----
func.func @main(%a0: tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>, %a1: tensor<1xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttir.dequantize_unrolled' op Input tensor rank of 2 does not match the output tensor rank of 0}}
  %0 = "ttir.dequantize_unrolled"(%a0, %a1, %a2) : (tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>, tensor<1xf32>, tensor<1xi32>) -> tensor<f32>
  return
}
// -----
func.func @main(%a0: tensor<1x64x!quant.uniform<i32:f32, 1.000000e-01>>, %a1: tensor<1xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttir.dequantize_unrolled' op Output tensor shape (32,64) must match the inferred shape: (1,64)}}
  %0 = "ttir.dequantize_unrolled"(%a0, %a1, %a2) : (tensor<1x64x!quant.uniform<i32:f32, 1.000000e-01>>, tensor<1xf32>, tensor<1xi32>) -> tensor<32x64xf32>
  return
}
// -----
func.func @main(%a0: tensor<64x64x!quant.uniform<i32:f32, 1.000000e-01>>, %a1: tensor<1xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttir.dequantize_unrolled' op Output element type must be float, but got 'i32'}}
  %0 = "ttir.dequantize_unrolled"(%a0, %a1, %a2) : (tensor<64x64x!quant.uniform<i32:f32, 1.000000e-01>>, tensor<1xf32>, tensor<1xi32>) -> tensor<32x64xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>, %a1: tensor<1xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttir.dequantize_unrolled' op Output element type must be float, but got 'ui16'}}
  %0 = "ttir.dequantize_unrolled"(%a0, %a1, %a2) : (tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>, tensor<1xf32>, tensor<1xi32>) -> tensor<32x64xui16>
  return
}
// -----
func.func @main(%a0: tensor<64xf32>) {
  // expected-error@below {{'ttir.quantize' op Input tensor rank of 1 does not match the output tensor rank of 2}}
  %0 = "ttir.quantize"(%a0) : (tensor<64xf32>) -> tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<32x64xf32>) {
  // expected-error@below {{'ttir.quantize' op Output tensor shape (32,63) must match the inferred shape: (32,64)}}
  %0 = "ttir.quantize"(%a0) : (tensor<32x64xf32>) -> tensor<32x63x!quant.uniform<i32:f32, 1.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<32x64xui16>) {
  // expected-error@below {{'ttir.quantize' op Input element type must be float, but got 'ui16'}}
  %0 = "ttir.quantize"(%a0) : (tensor<32x64xui16>) -> tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<32x64xi32>) {
  // expected-error@below {{'ttir.quantize' op Input element type must be float, but got 'i32'}}
  %0 = "ttir.quantize"(%a0) : (tensor<32x64xi32>) -> tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<32x64xi32>, %a1: tensor<3xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttir.quantize_unrolled' op Input element type must be float, but got 'i32'}}
  %0 = "ttir.quantize_unrolled"(%a0, %a1, %a2) : (tensor<32x64xi32>, tensor<3xf32>, tensor<1xi32>) -> tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<64xf32>, %a1: tensor<1xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttir.quantize_unrolled' op Input tensor rank of 1 does not match the output tensor rank of 2}}
  %0 = "ttir.quantize_unrolled"(%a0, %a1, %a2) : (tensor<64xf32>, tensor<1xf32>, tensor<1xi32>) -> tensor<32x65x!quant.uniform<i32:f32, 1.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<32x65xf32>, %a1: tensor<1xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttir.quantize_unrolled' op Output tensor shape (32,64) must match the inferred shape: (32,65)}}
  %0 = "ttir.quantize_unrolled"(%a0, %a1, %a2) : (tensor<32x65xf32>, tensor<1xf32>, tensor<1xi32>) -> tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<32x64xui16>, %a1: tensor<1xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttir.quantize_unrolled' op Input element type must be float, but got 'ui16'}}
  %0 = "ttir.quantize_unrolled"(%a0, %a1, %a2) : (tensor<32x64xui16>, tensor<1xf32>, tensor<1xi32>) -> tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>) {
  // expected-error@below {{'ttir.requantize' op Output tensor shape (31,64) must match the inferred shape: (32,64)}}
  %0 = "ttir.requantize"(%a0) : (tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>) -> tensor<31x64x!quant.uniform<i32:f32, 2.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<!quant.uniform<i32:f32, 1.000000e-01>>) {
  // expected-error@below {{'ttir.requantize' op Input tensor rank of 0 does not match the output tensor rank of 2}}
  %0 = "ttir.requantize"(%a0) : (tensor<!quant.uniform<i32:f32, 1.000000e-01>>) -> tensor<32x64x!quant.uniform<i32:f32, 2.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>, %a1: tensor<1xf32>, %a2: tensor<1xi32>, %a3: tensor<1xf32>, %a4: tensor<1xi32>) {
  // expected-error@below {{'ttir.requantize_unrolled' op Input tensor rank of 2 does not match the output tensor rank of 1}}
  %0 = "ttir.requantize_unrolled"(%a0, %a1, %a2, %a3, %a4) : (tensor<32x64x!quant.uniform<i32:f32, 1.000000e-01>>, tensor<1xf32>, tensor<1xi32>, tensor<1xf32>, tensor<1xi32>) -> tensor<64x!quant.uniform<i32:f32, 2.000000e-01>>
  return
}
// -----
func.func @main(%a0: tensor<32x63x!quant.uniform<i32:f32, 1.000000e-01>>, %a1: tensor<f32>, %a2: tensor<1xi32>, %a3: tensor<1xf32>, %a4: tensor<1xi32>) {
  // expected-error@below {{'ttir.requantize_unrolled' op Output tensor shape (32,64) must match the inferred shape: (32,63)}}
  %0 = "ttir.requantize_unrolled"(%a0, %a1, %a2, %a3, %a4) : (tensor<32x63x!quant.uniform<i32:f32, 1.000000e-01>>, tensor<f32>, tensor<1xi32>, tensor<1xf32>, tensor<1xi32>) -> tensor<32x64x!quant.uniform<i32:f32, 2.000000e-01>>
  return
}
