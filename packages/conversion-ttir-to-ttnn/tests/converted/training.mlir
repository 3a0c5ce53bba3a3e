// "ttnn.adamw"(%arg0, %arg1, %arg2, %arg3) <{beta1 = 0.899999976 : f32, beta1_pow = 0.899999976 : f32, beta2 = 9.990000e-01 : f32, beta2_pow = 9.990000e-01 : f32, epsilon = 9.99999993E-9 : f32, lr = 1.000000e-03 : f32, stochastic_rounding = false, weight_decay = 0.00999999977 : f32}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>, %arg2: tensor<32x64xbf16>, %arg3: tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) {
  %0:3 = "ttir.adamw"(%arg0, %arg1, %arg2, %arg3) <{beta1 = 0.899999976 : f32, beta1_pow = 0.899999976 : f32, beta2 = 9.990000e-01 : f32, beta2_pow = 9.990000e-01 : f32, epsilon = 9.99999993E-9 : f32, lr = 1.000000e-03 : f32, stochastic_rounding = false, weight_decay = 0.00999999977 : f32}> : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>)
  return %0#0, %0#1, %0#2 : tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.dropout"(%arg0) <{prob = 2.000000e-01 : f32, scale = 1.250000e+00 : f32, seed = 21 : ui32, use_per_device_seed = true}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.dropout"(%arg0) <{prob = 2.000000e-01 : f32, scale = 1.250000e+00 : f32, seed = 21 : ui32, use_per_device_seed = true}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
