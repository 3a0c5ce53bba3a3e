// %0 = "ttnn.slice_dynamic"(%arg0, %arg1, %arg2) <{step = [1 : i32, 1 : i32]}>
func.func @main(%arg0: tensor<8x16xbf16>, %arg1: tensor<2xi32>, %arg2: tensor<2xi32>) -> tensor<4x16xbf16> {
  %0 = "ttir.slice_dynamic"(%arg0, %arg1, %arg2) <{step = [1 : i32, 1 : i32]}> : (tensor<8x16xbf16>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x16xbf16>
  return %0 : tensor<4x16xbf16>
}
// -----
// %0 = "ttnn.slice_static"(%arg0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]}>
func.func @main(%arg0: tensor<8x16xbf16>) -> tensor<4x12xbf16> {
  %0 = "ttir.slice_static"(%arg0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]}> : (tensor<8x16xbf16>) -> tensor<4x12xbf16>
  return %0 : tensor<4x12xbf16>
}
