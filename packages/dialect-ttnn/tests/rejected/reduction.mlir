func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.max' op Expected output shape (32, 1), got (32, 2)}}
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xbf16>) -> tensor<32x2xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xui16>) {
  // expected-error@below {{'ttnn.max' op Expected output shape (32), got (32, 1)}}
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<32x64xui16>) -> tensor<32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x65xbf16>) {
  // expected-error@below {{'ttnn.max' op Expected output shape (32, 1), got ()}}
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x65xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.max' op Expected output shape (32, 1), got (1, 32, 1)}}
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xbf16>) -> tensor<1x32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>) {
  // expected-error@below {{'ttnn.max' op Expected output shape (1, 1, 64), got (32, 1)}}
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<1x32x64xbf16>) -> tensor<32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>) {
  // expected-error@below {{'ttnn.max' op Expected output shape (1, 1, 64), got (1)}}
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<1x32x64xbf16>) -> tensor<1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.max' op Expected output shape (32, 1), got (1)}}
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xbf16>) -> tensor<1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttnn.max' op Expected output shape (), got (32, 1)}}
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<bf16>) -> tensor<32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.sum' op Expected output shape (32), got ()}}
  %0 = "ttnn.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<32x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.argmax' op expected output shape (32), got ()}}
  %0 = "ttnn.argmax"(%a0) <{dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<i32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.argmax' op expected output shape (32), got (31)}}
  %0 = "ttnn.argmax"(%a0) <{dim = 1 : si32, keep_dim = false}> : (tensor<32x64xbf16>) -> tensor<31xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.argmax' op dim attribute value 3 is out of range for input tensor of rank 2, expected value in range [-2, 1]}}
  %0 = "ttnn.argmax"(%a0) <{dim = 3 : si32, keep_dim = false}> : (tensor<32x64xbf16>) -> tensor<32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.argmax' op expected output shape (32), got (1, 32)}}
  %0 = "ttnn.argmax"(%a0) <{dim = 1 : si32, keep_dim = false}> : (tensor<32x64xbf16>) -> tensor<1x32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.argmax' op expected output shape (32, 1), got (32)}}
  %0 = "ttnn.argmax"(%a0) <{dim = 1 : si32, keep_dim = true}> : (tensor<32x64xbf16>) -> tensor<32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.argmax' op expected output shape (), got (32)}}
  %0 = "ttnn.argmax"(%a0) <{keep_dim = false}> : (tensor<32x64xbf16>) -> tensor<32xi32>
  return
}
