// One change of a tensor becomes the steps that the device can take.
// RUN: shardform opt %s --ttcore-register-device --ttnn-decompose-layouts | FileCheck %s

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#host = #ttnn.buffer_type<system_memory>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #dram>, <interleaved>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#fast = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #l1>, <interleaved>>
#bytes = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xui8, #dram>, <interleaved>>
#bytetiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, u8>, #dram>, <interleaved>>
#hostrows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xf32, #host>>

// Floats become tiles of another format at once.
// CHECK-LABEL: func.func @tiles
// CHECK-NEXT: %[[TILES:.*]] = "ttnn.to_layout"(%arg0) : (tensor<64x64xbf16, {{.*}}) -> tensor<64x64xf32,
// CHECK-NEXT: return %[[TILES]]
func.func @tiles(%a: tensor<64x64xbf16, #rows>) -> tensor<64x64xf32, #tiles> {
  %0 = "ttnn.to_tensor_spec"(%a) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xf32, #tiles>
  return %0 : tensor<64x64xf32, #tiles>
}

// CHECK-LABEL: func.func @rows
// CHECK-NEXT: %[[CAST:.*]] = "ttnn.typecast"(%arg0) : ({{.*}}) -> tensor<64x64xbf16,
// CHECK-NEXT: %[[ROWS:.*]] = "ttnn.to_layout"(%[[CAST]])
// CHECK-NEXT: %[[NEAR:.*]] = "ttnn.to_memory_config"(%[[ROWS]])
// CHECK-NEXT: return %[[NEAR]]
func.func @rows(%a: tensor<64x64xf32, #tiles>) -> tensor<64x64xbf16, #fast> {
  %0 = "ttnn.to_tensor_spec"(%a) : (tensor<64x64xf32, #tiles>) -> tensor<64x64xbf16, #fast>
  return %0 : tensor<64x64xbf16, #fast>
}

// The device makes no tiles of bytes.
// CHECK-LABEL: func.func @bytes
// CHECK: %[[LEFT:.*]] = "ttnn.from_device"(%arg0)
// CHECK-NEXT: %[[TILED:.*]] = "ttnn.to_layout"(%[[LEFT]])
// CHECK: "ttnn.to_device"(%[[TILED]],
func.func @bytes(%a: tensor<64x64xui8, #bytes>) -> tensor<64x64xui8, #bytetiles> {
  %0 = "ttnn.to_tensor_spec"(%a) : (tensor<64x64xui8, #bytes>) -> tensor<64x64xui8, #bytetiles>
  return %0 : tensor<64x64xui8, #bytetiles>
}

// CHECK-LABEL: func.func @to_host
// CHECK-NEXT: %[[UNTILED:.*]] = "ttnn.to_layout"(%arg0)
// CHECK-NEXT: "ttnn.from_device"(%[[UNTILED]])
func.func @to_host(%a: tensor<64x64xf32, #tiles>) -> tensor<64x64xf32, #hostrows> {
  %0 = "ttnn.to_tensor_spec"(%a) : (tensor<64x64xf32, #tiles>) -> tensor<64x64xf32, #hostrows>
  return %0 : tensor<64x64xf32, #hostrows>
}
