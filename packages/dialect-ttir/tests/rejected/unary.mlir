func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.abs' op result shape (32, 1) doesn't match expected shape after broadcasting (32, 64)}}
  %0 = "ttir.abs"(%a0) : (tensor<32x64xbf16>) -> tensor<32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>) {
  // expected-error@below {{'ttir.abs' op result shape (64, 64) doesn't match expected shape after broadcasting (1, 32, 64)}}
  %0 = "ttir.abs"(%a0) : (tensor<1x32x64xbf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<64xbf16>) {
  // expected-error@below {{'ttir.abs' op result shape (32, 63) doesn't match expected shape after broadcasting (64)}}
  %0 = "ttir.abs"(%a0) : (tensor<64xbf16>) -> tensor<32x63xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.abs' op result shape (64) doesn't match expected shape after broadcasting (32, 64)}}
  %0 = "ttir.abs"(%a0) : (tensor<32x64xbf16>) -> tensor<64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.abs' op result shape (32, 64) doesn't match expected shape after broadcasting ()}}
  %0 = "ttir.abs"(%a0) : (tensor<bf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.abs' op result shape () doesn't match expected shape after broadcasting (32, 64)}}
  %0 = "ttir.abs"(%a0) : (tensor<32x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.abs' op result shape (1, 32, 64) doesn't match expected shape after broadcasting (32, 64)}}
  %0 = "ttir.abs"(%a0) : (tensor<32x64xbf16>) -> tensor<1x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.asin' op result shape (1, 32, 64) doesn't match expected shape after broadcasting ()}}
  %0 = "ttir.asin"(%a0) : (tensor<bf16>) -> tensor<1x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>) {
  // expected-error@below {{'ttir.asin' op result shape (64) doesn't match expected shape after broadcasting (1, 32, 64)}}
  %0 = "ttir.asin"(%a0) : (tensor<1x32x64xbf16>) -> tensor<64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>) {
  // expected-error@below {{'ttir.cbrt' op result shape () doesn't match expected shape after broadcasting (1, 32, 64)}}
  %0 = "ttir.cbrt"(%a0) : (tensor<1x32x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<64xbf16>) {
  // expected-error@below {{'ttir.erf' op result shape (1, 32, 64) doesn't match expected shape after broadcasting (64)}}
  %0 = "ttir.erf"(%a0) : (tensor<64xbf16>) -> tensor<1x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.neg' op result shape (64) doesn't match expected shape after broadcasting ()}}
  %0 = "ttir.neg"(%a0) : (tensor<bf16>) -> tensor<64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xui16>) {
  // expected-error@below {{'ttir.bitcast_convert' op Input and output tensor element types must have the same bit width}}
  %0 = "ttir.bitcast_convert"(%a0) : (tensor<32x64xui16>) -> tensor<32x64xi32>
  return
}
// -----
func.func @main(%a0: tensor<1x64xbf16>) {
  // expected-error@below {{'ttir.clamp_scalar' op input and output must have same shape.}}
  %0 = "ttir.clamp_scalar"(%a0) <{max = 6.000000e+00 : f32, min = 0.000000e+00 : f32}> : (tensor<1x64xbf16>) -> tensor<1x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<64xbf16>) {
  // expected-error@below {{'ttir.trunc' op result shape () doesn't match expected shape after broadcasting (64)}}
  %0 = "ttir.trunc"(%a0) : (tensor<64xbf16>) -> tensor<bf16>
  return
}
