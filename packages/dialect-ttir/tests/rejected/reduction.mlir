func.func @main(%a0: tensor<64x64xbf16>) {
  // expected-error@below {{'ttir.max' op Expected output shape (64, 1), got (1, 1)}}
  %0 = "ttir.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<64x64xbf16>) -> tensor<1x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xui16>) {
  // expected-error@below {{'ttir.max' op Expected output shape (32, 1), got (1)}}
  %0 = "ttir.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xui16>) -> tensor<1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.max' op Reduce dimension 3 is out of range for input tensor of rank 0}}
  %0 = "ttir.max"(%a0) <{dim_arg = [3 : i32], keep_dim = true}> : (tensor<bf16>) -> tensor<32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.max' op Expected output shape (32), got (32, 1)}}
  %0 = "ttir.max"(%a0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<32x128xbf16>) -> tensor<32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>) {
  // expected-error@below {{'ttir.max' op Expected output shape (1, 1, 64), got (32, 1)}}
  %0 = "ttir.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<1x32x64xbf16>) -> tensor<32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xui16>) {
  // expected-error@below {{'ttir.max' op Expected output shape (32, 1), got ()}}
  %0 = "ttir.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xui16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.max' op Expected output shape (32, 1), got (1, 32, 1)}}
  %0 = "ttir.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xbf16>) -> tensor<1x32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.cumprod' op specified dimension should be between -2 and 1, but got: 3}}
  %0 = "ttir.cumprod"(%a0) <{dim = 3 : i64}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.argmax' op Expected output shape (), got (32)}}
  %0 = "ttir.argmax"(%a0) <{keep_dim = false}> : (tensor<32x64xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.argmax' op Expected output shape (32), got (64)}}
  %0 = "ttir.argmax"(%a0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<32x64xbf16>) -> tensor<64xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.argmax' op Expected output shape (32), got ()}}
  %0 = "ttir.argmax"(%a0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<32x64xbf16>) -> tensor<i32>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.prod' op Expected output shape (), got (32, 1)}}
  %0 = "ttir.prod"(%a0) <{keep_dim = true}> : (tensor<bf16>) -> tensor<32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>) {
  // expected-error@below {{'ttir.reduce_and' op Expected output shape (1, 1, 64), got (1)}}
  %0 = "ttir.reduce_and"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<1x32x64xbf16>) -> tensor<1xbf16>
  return
}
