// Memory that a convolution frees by itself, or that the caller gets, is freed by nobody else.
// RUN: shardform opt %s --ttnn-force-final-deallocs | FileCheck %s
#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#host = #ttnn.buffer_type<system_memory>
#x = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 1024 + d2, d3), <1x1>, memref<1x8192xbf16, #l1>, <interleaved>>
#view = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 1024 + d1, d2), <1x1>, memref<1x8192xbf16, #l1>, <interleaved>>
#w = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 24 + d1 * 3 + d2, d3), <1x1>, memref<192x3xbf16, #host>>
#y = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 1024 + d2, d3), <1x1>, memref<1024x8xbf16, #dram>, <interleaved>>

// CHECK-LABEL: func.func @freed
// CHECK-NOT: ttnn.deallocate
// CHECK-LABEL: func.func @kept
func.func @freed(%x: tensor<1x1x1024x8xbf16, #x>, %w: tensor<8x8x3x3xbf16, #w>) -> tensor<1x1x1024x8xbf16, #y> {
  %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %1 = "ttnn.reshape"(%x) <{shape = [1 : i32, 1024 : i32, 8 : i32]}> : (tensor<1x1x1024x8xbf16, #x>) -> tensor<1x1024x8xbf16, #view>
  %2 = "ttnn.conv2d"(%x, %w, %0) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<deallocate_activation = true>, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 32 : i32, input_width = 32 : i32, kernel_size = array<i32: 3, 3>, out_channels = 8 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x1024x8xbf16, #x>, tensor<8x8x3x3xbf16, #w>, !ttnn.device) -> tensor<1x1x1024x8xbf16, #y>
  "ttnn.deallocate"(%x) <{force = false}> : (tensor<1x1x1024x8xbf16, #x>) -> ()
  "ttnn.deallocate"(%1) <{force = false}> : (tensor<1x1024x8xbf16, #view>) -> ()
  return %2 : tensor<1x1x1024x8xbf16, #y>
}

// CHECK-NOT: "ttnn.deallocate"(%arg0)
// CHECK: "ttnn.deallocate"(%{{.*}}) <{force = true}> : (tensor<1x1024x8xbf16,
func.func @kept(%x: tensor<1x1x1024x8xbf16, #x>, %w: tensor<8x8x3x3xbf16, #w>) -> tensor<1x1x1024x8xbf16, #y> {
  %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %1 = "ttnn.reshape"(%x) <{shape = [1 : i32, 1024 : i32, 8 : i32]}> : (tensor<1x1x1024x8xbf16, #x>) -> tensor<1x1024x8xbf16, #view>
  %2 = "ttnn.conv2d"(%x, %w, %0) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 32 : i32, input_width = 32 : i32, kernel_size = array<i32: 3, 3>, out_channels = 8 : i32, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x1024x8xbf16, #x>, tensor<8x8x3x3xbf16, #w>, !ttnn.device) -> tensor<1x1x1024x8xbf16, #y>
  "ttnn.deallocate"(%x) <{force = false}> : (tensor<1x1x1024x8xbf16, #x>) -> ()
  "ttnn.deallocate"(%1) <{force = false}> : (tensor<1x1024x8xbf16, #view>) -> ()
  return %2 : tensor<1x1x1024x8xbf16, #y>
}
