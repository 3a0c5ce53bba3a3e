// %0 = "ttnn.abs"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.abs"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.acos"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.acos"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.asin"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.asin"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.asinh"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.asinh"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.atan"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.atan"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.bitcast_convert"(%arg0)
func.func @main(%arg0: tensor<32x64xf32>) -> tensor<32x64xi32> {
  %0 = "ttir.bitcast_convert"(%arg0) : (tensor<32x64xf32>) -> tensor<32x64xi32>
  return %0 : tensor<32x64xi32>
}
// -----
// %0 = "ttnn.bitwise_not"(%arg0)
func.func @main(%arg0: tensor<32x64xi32>) -> tensor<32x64xi32> {
  %0 = "ttir.bitwise_not"(%arg0) : (tensor<32x64xi32>) -> tensor<32x64xi32>
  return %0 : tensor<32x64xi32>
}
// -----
// %0 = "ttnn.cbrt"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.cbrt"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.ceil"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.ceil"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.clamp_scalar"(%arg0) <{max = 6.000000e+00 : f32, min = 0.000000e+00 : f32}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.clamp_scalar"(%arg0) <{max = 6.000000e+00 : f32, min = 0.000000e+00 : f32}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.cos"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.cos"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.erf"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.erf"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.erfc"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.erfc"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.exp"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.exp"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.expm1"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.expm1"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.floor"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.floor"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.gelu"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.gelu"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.hardsigmoid"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.hardsigmoid"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.isfinite"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.isfinite"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.leaky_relu"(%arg0) <{parameter = 0.00999999977 : f32}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.leaky_relu"(%arg0) <{parameter = 0.00999999977 : f32}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.log"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.log"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.log1p"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.log1p"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.logical_not"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.logical_not"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.mish"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.mish"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.neg"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.neg"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.reciprocal"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.reciprocal"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.relu"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.relu"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.relu6"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.relu6"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.round"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.round"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.rsqrt"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.rsqrt"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.sigmoid"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.sigmoid"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.sign"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.sign"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.silu"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.silu"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.sin"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.sin"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.sqrt"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.sqrt"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.tan"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.tan"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.tanh"(%arg0)
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.tanh"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.typecast"(%arg0)
func.func @main(%arg0: tensor<32x64xf32>) -> tensor<32x64xbf16> {
  %0 = "ttir.typecast"(%arg0) <{conservative_folding = false}> : (tensor<32x64xf32>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
