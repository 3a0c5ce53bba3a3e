// %0 = "ttnn.global_avg_pool2d"(%arg0)
func.func @main(%arg0: tensor<1x8x8x32xbf16>) -> tensor<1x1x1x32xbf16> {
  %0 = "ttir.global_avg_pool2d"(%arg0) : (tensor<1x8x8x32xbf16>) -> tensor<1x1x1x32xbf16>
  return %0 : tensor<1x1x1x32xbf16>
}
// -----
// %0 = "ttnn.upsample"(%arg0) <{mode = "nearest", scale_factor = 2 : si32}>
func.func @main(%arg0: tensor<1x8x8x32xbf16>) -> tensor<1x16x16x32xbf16> {
  %0 = "ttir.upsample2d"(%arg0) <{mode = "nearest", scale_factor = 2 : si32}> : (tensor<1x8x8x32xbf16>) -> tensor<1x16x16x32xbf16>
  return %0 : tensor<1x16x16x32xbf16>
}
