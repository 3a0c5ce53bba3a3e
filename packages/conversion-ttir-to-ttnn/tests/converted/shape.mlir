// %0 = "ttnn.repeat"(%arg0) <{repeat_dims = #ttnn.shape<32x1>}>
func.func @main(%arg0: tensor<1x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.broadcast"(%arg0) <{broadcast_dimensions = array<i64: 32, 1>}> : (tensor<1x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.concat"(%arg0, %arg1) <{dim = 1 : si32}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x32xbf16>) -> tensor<32x96xbf16> {
  %0 = "ttir.concat"(%arg0, %arg1) <{dim = 1 : si32}> : (tensor<32x64xbf16>, tensor<32x32xbf16>) -> tensor<32x96xbf16>
  return %0 : tensor<32x96xbf16>
}
// -----
// %0 = "ttnn.pad"(%arg0) <{padding = array<i32: 0, 2, 0, 4>, use_multicore = true, value = 0.000000e+00 : f32}>
func.func @main(%arg0: tensor<30x60xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.pad"(%arg0) <{padding = array<i32: 0, 2, 0, 4>, value = 0.000000e+00 : f32}> : (tensor<30x60xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.permute"(%arg0) <{permutation = array<i64: 0, 2, 1>}>
func.func @main(%arg0: tensor<2x32x64xbf16>) -> tensor<2x64x32xbf16> {
  %0 = "ttir.permute"(%arg0) <{permutation = array<i64: 0, 2, 1>}> : (tensor<2x32x64xbf16>) -> tensor<2x64x32xbf16>
  return %0 : tensor<2x64x32xbf16>
}
// -----
// %0 = "ttnn.repeat"(%arg0) <{repeat_dims = #ttnn.shape<1x2>}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x128xbf16> {
  %0 = "ttir.repeat"(%arg0) <{repeat_dimensions = array<i64: 1, 2>}> : (tensor<32x64xbf16>) -> tensor<32x128xbf16>
  return %0 : tensor<32x128xbf16>
}
// -----
// %0 = "ttnn.repeat_interleave"(%arg0) <{dim = 0 : si32, repeats = 2 : ui32}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<64x64xbf16> {
  %0 = "ttir.repeat_interleave"(%arg0) <{dim = 0 : si32, repeats = 2 : ui32}> : (tensor<32x64xbf16>) -> tensor<64x64xbf16>
  return %0 : tensor<64x64xbf16>
}
// -----
// %0 = "ttnn.reshape"(%arg0) <{shape = [64 : i32, 64 : i32]}>
func.func @main(%arg0: tensor<2x32x64xbf16>) -> tensor<64x64xbf16> {
  %0 = "ttir.reshape"(%arg0) <{shape = [64 : i32, 64 : i32]}> : (tensor<2x32x64xbf16>) -> tensor<64x64xbf16>
  return %0 : tensor<64x64xbf16>
}
// -----
// %0 = "ttnn.reshape"(%arg0) <{shape = [32 : i32, 64 : i32]}>
func.func @main(%arg0: tensor<32x1x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.squeeze"(%arg0) <{dim = 1 : si32}> : (tensor<32x1x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.reshape"(%arg0) <{shape = [32 : i32, 1 : i32, 64 : i32]}>
func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x1x64xbf16> {
  %0 = "ttir.unsqueeze"(%arg0) <{dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<32x1x64xbf16>
  return %0 : tensor<32x1x64xbf16>
}
