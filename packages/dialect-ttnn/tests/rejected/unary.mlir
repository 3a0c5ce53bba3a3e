func.func @main(%a0: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.clamp_scalar' op input and output must have same shape.}}
  %0 = "ttnn.clamp_scalar"(%a0) <{max = 6.000000e+00 : f32, min = 0.000000e+00 : f32}> : (tensor<32x128xbf16>) -> tensor<32x64xbf16>
  return
}
