// "ttnn.fill_cache"(%arg0, %arg1) <{batch_offset = 0 : i32}>
func.func @main(%arg0: tensor<1x8x128x64xbf16>, %arg1: tensor<1x8x32x64xbf16>) {
  "ttir.fill_cache"(%arg0, %arg1) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xbf16>, tensor<1x8x32x64xbf16>) -> ()
  return
}
// -----
// "ttnn.paged_fill_cache"(%arg0, %arg1, %arg2, %arg3)
func.func @main(%arg0: tensor<64x8x32x64xbf16>, %arg1: tensor<1x8x96x64xbf16>, %arg2: tensor<4x16xi32>, %arg3: tensor<1xi32>) {
  "ttir.paged_fill_cache"(%arg0, %arg1, %arg2, %arg3) : (tensor<64x8x32x64xbf16>, tensor<1x8x96x64xbf16>, tensor<4x16xi32>, tensor<1xi32>) -> ()
  return
}
// -----
// "ttnn.paged_update_cache"(%arg0, %arg1, %arg2, %arg3) <{share_cache = false}>
func.func @main(%arg0: tensor<64x8x32x64xbf16>, %arg1: tensor<1x4x8x64xbf16>, %arg2: tensor<4xi32>, %arg3: tensor<4x16xi32>) {
  "ttir.paged_update_cache"(%arg0, %arg1, %arg2, %arg3) <{share_cache = false}> : (tensor<64x8x32x64xbf16>, tensor<1x4x8x64xbf16>, tensor<4xi32>, tensor<4x16xi32>) -> ()
  return
}
// -----
// "ttnn.update_cache"(%arg0, %arg1, %arg2) <{batch_offset = 0 : i32}>
func.func @main(%arg0: tensor<1x8x128x64xbf16>, %arg1: tensor<1x8x1x64xbf16>, %arg2: tensor<1xi32>) {
  "ttir.update_cache"(%arg0, %arg1, %arg2) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xbf16>, tensor<1x8x1x64xbf16>, tensor<1xi32>) -> ()
  return
}
