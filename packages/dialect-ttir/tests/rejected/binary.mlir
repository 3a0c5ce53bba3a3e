func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<31x64xbf16>) {
  // expected-error@below {{'ttir.add' op operand shape (31, 64) is not broadcast compatible with inferred operand shapes (32, 64)}}
  %0 = "ttir.add"(%a0, %a1) : (tensor<32x64xbf16>, tensor<31x64xbf16>) -> tensor<31x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x1xbf16>, %a1: tensor<bf16>) {
  // expected-error@below {{'ttir.add' op result shape (32, 64) doesn't match expected shape after broadcasting (32, 1)}}
  %0 = "ttir.add"(%a0, %a1) : (tensor<32x1xbf16>, tensor<bf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.add' op result shape (1, 32, 64) doesn't match expected shape after broadcasting (32, 64)}}
  %0 = "ttir.add"(%a0, %a1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<1x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<1x32x64xbf16>) {
  // expected-error@below {{'ttir.add' op result shape (32, 64) doesn't match expected shape after broadcasting (1, 32, 64)}}
  %0 = "ttir.add"(%a0, %a1) : (tensor<32x64xbf16>, tensor<1x32x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.add' op result shape () doesn't match expected shape after broadcasting (32, 64)}}
  %0 = "ttir.add"(%a0, %a1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>, %a1: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.add' op result shape () doesn't match expected shape after broadcasting (1, 32, 64)}}
  %0 = "ttir.add"(%a0, %a1) : (tensor<1x32x64xbf16>, tensor<32x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.add' op result shape (64) doesn't match expected shape after broadcasting (32, 64)}}
  %0 = "ttir.add"(%a0, %a1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>, %a1: tensor<33x64xbf16>) {
  // expected-error@below {{'ttir.atan2' op operand shape (33, 64) is not broadcast compatible with inferred operand shapes (1, 32, 64)}}
  %0 = "ttir.atan2"(%a0, %a1) : (tensor<1x32x64xbf16>, tensor<33x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>, %a1: tensor<1x32x64xbf16>) {
  // expected-error@below {{'ttir.atan2' op operand shape (1, 32, 64) is not broadcast compatible with inferred operand shapes (32, 128)}}
  %0 = "ttir.atan2"(%a0, %a1) : (tensor<32x128xbf16>, tensor<1x32x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<64xi32>, %a1: tensor<32x65xi32>) {
  // expected-error@below {{'ttir.bitwise_or' op operand shape (32, 65) is not broadcast compatible with inferred operand shapes (64)}}
  %0 = "ttir.bitwise_or"(%a0, %a1) : (tensor<64xi32>, tensor<32x65xi32>) -> tensor<32x64xi32>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<bf16>) {
  // expected-error@below {{'ttir.le' op result shape (32, 64) doesn't match expected shape after broadcasting ()}}
  %0 = "ttir.le"(%a0, %a1) : (tensor<bf16>, tensor<bf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x63xbf16>, %a1: tensor<64xbf16>) {
  // expected-error@below {{'ttir.le' op operand shape (64) is not broadcast compatible with inferred operand shapes (32, 63)}}
  %0 = "ttir.le"(%a0, %a1) : (tensor<32x63xbf16>, tensor<64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<64xbf16>, %a1: tensor<64xbf16>) {
  // expected-error@below {{'ttir.le' op result shape (32, 64) doesn't match expected shape after broadcasting (64)}}
  %0 = "ttir.le"(%a0, %a1) : (tensor<64xbf16>, tensor<64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>, %a1: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.lt' op result shape (64) doesn't match expected shape after broadcasting (1, 32, 64)}}
  %0 = "ttir.lt"(%a0, %a1) : (tensor<1x32x64xbf16>, tensor<32x64xbf16>) -> tensor<64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xi32>, %a1: tensor<32x64xi32>) {
  // expected-error@below {{'ttir.logical_left_shift' op Output element type must be integer, but got 'f32'}}
  %0 = "ttir.logical_left_shift"(%a0, %a1) : (tensor<32x64xi32>, tensor<32x64xi32>) -> tensor<32x64xf32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xi32>, %a1: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.logical_left_shift' op Right operand element type must be integer, but got 'bf16'}}
  %0 = "ttir.logical_left_shift"(%a0, %a1) : (tensor<32x64xi32>, tensor<32x64xbf16>) -> tensor<32x64xui16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xi32>, %a1: tensor<32x64xf32>) {
  // expected-error@below {{'ttir.logical_left_shift' op Right operand element type must be integer, but got 'f32'}}
  %0 = "ttir.logical_left_shift"(%a0, %a1) : (tensor<32x64xi32>, tensor<32x64xf32>) -> tensor<32x64xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xf32>, %a1: tensor<32x64xi32>) {
  // expected-error@below {{'ttir.logical_left_shift' op Left operand element type must be integer, but got 'f32'}}
  %0 = "ttir.logical_left_shift"(%a0, %a1) : (tensor<32x64xf32>, tensor<32x64xi32>) -> tensor<32x64xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x1xi32>) {
  // expected-error@below {{'ttir.logical_left_shift' op Left operand element type must be integer, but got 'bf16'}}
  %0 = "ttir.logical_left_shift"(%a0, %a1) : (tensor<32x64xbf16>, tensor<32x1xi32>) -> tensor<32x64xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x1xi32>, %a1: tensor<32x64xi32>) {
  // expected-error@below {{'ttir.logical_left_shift' op Output element type must be integer, but got 'bf16'}}
  %0 = "ttir.logical_left_shift"(%a0, %a1) : (tensor<32x1xi32>, tensor<32x64xi32>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<33x64xbf16>, %a2: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.clamp_tensor' op Min attribute shape (33,64) cannot be broadcasted to output shape (32,128).}}
  %0 = "ttir.clamp_tensor"(%a0, %a1, %a2) : (tensor<32x64xbf16>, tensor<33x64xbf16>, tensor<32x64xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x64xbf16>, %a1: tensor<32x64xbf16>, %a2: tensor<32x63xbf16>) {
  // expected-error@below {{'ttir.clamp_tensor' op Max attribute shape (32,63) cannot be broadcasted to output shape (32,64).}}
  %0 = "ttir.clamp_tensor"(%a0, %a1, %a2) : (tensor<1x64xbf16>, tensor<32x64xbf16>, tensor<32x63xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<64xbf16>) {
  // expected-error@below {{'ttir.gelu_bw' op input tensor (rhs) must have rank 2, 3, or 4, but got rank 1}}
  %0 = "ttir.gelu_bw"(%a0, %a1) <{approximate = "none"}> : (tensor<32x64xbf16>, tensor<64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.gelu_bw' op approximate attribute must be either 'none' or 'tanh', but got 'other'}}
  %0 = "ttir.gelu_bw"(%a0, %a1) <{approximate = "other"}> : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<64xbf16>, %a1: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.gelu_bw' op gradient tensor (lhs) must have rank 2, 3, or 4, but got rank 1}}
  %0 = "ttir.gelu_bw"(%a0, %a1) <{approximate = "none"}> : (tensor<64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}
