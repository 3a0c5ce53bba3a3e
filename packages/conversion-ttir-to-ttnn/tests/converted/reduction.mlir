// %0 = "ttnn.argmax"(%arg0) <{dim = 1 : si32, keep_dim = false}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32xi32> {
  %0 = "ttir.argmax"(%arg0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<32x64xbf16>) -> tensor<32xi32>
  return %0 : tensor<32xi32>
}
// -----
// %0 = "ttnn.cumprod"(%arg0) <{dim = 1 : si32}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.cumprod"(%arg0) <{dim = 1 : i64}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.cumsum"(%arg0) <{dim = 1 : si32}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.cumsum"(%arg0) <{dim = 1 : i64}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.cumulative"(%arg0) <{dim = 1 : si32, reduction = #ttcore.reduce_type<max>, reverse = true}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.cumulative"(%arg0) <{dim = 1 : i64, reduction = #ttcore.reduce_type<max>, reverse = true}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.max"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x1xbf16> {
  %0 = "ttir.max"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xbf16>) -> tensor<32x1xbf16>
  return %0 : tensor<32x1xbf16>
}
// -----
// %0 = "ttnn.mean"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x1xbf16> {
  %0 = "ttir.mean"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xbf16>) -> tensor<32x1xbf16>
  return %0 : tensor<32x1xbf16>
}
// -----
// %0 = "ttnn.min"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x1xbf16> {
  %0 = "ttir.min"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xbf16>) -> tensor<32x1xbf16>
  return %0 : tensor<32x1xbf16>
}
// -----
// %0 = "ttnn.prod"(%arg0) <{dim_arg = 1 : si64, keep_dim = true}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x1xbf16> {
  %0 = "ttir.prod"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xbf16>) -> tensor<32x1xbf16>
  return %0 : tensor<32x1xbf16>
}
// -----
// %0 = "ttnn.sum"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x1xbf16> {
  %0 = "ttir.sum"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xbf16>) -> tensor<32x1xbf16>
  return %0 : tensor<32x1xbf16>
}
