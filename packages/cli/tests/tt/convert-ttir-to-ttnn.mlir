// Images lie in the rows of one matrix for the library; what it needs to know of them goes into attributes.
// RUN: shardform opt %s --split-input-file --ttcore-register-device --ttir-flatten-sliding-window --ttnn-layout --convert-ttir-to-ttnn | FileCheck %s

// CHECK-LABEL: func.func @windows
// CHECK: "ttnn.reshape"(%arg0) <{shape = [1 : i32, 1 : i32, 960 : i32, 16 : i32]}>
// CHECK: "ttnn.conv2d"
// CHECK-SAME: batch_size = 1 : i32,
// CHECK-SAME: groups = 4 : i32, in_channels = 16 : i32, input_height = 30 : i32, input_width = 32 : i32, kernel_size = array<i32: 3, 3>, out_channels = 8 : i32, padding = array<i32: 1, 1, 2, 0>, stride = array<i32: 2, 2>
// CHECK: "ttnn.max_pool2d"
// CHECK-SAME: channels = 8 : si32,
// CHECK-SAME: input_height = 15 : si32, input_width = 16 : si32, kernel_size = array<i32: 2, 2>
func.func @windows(%image: tensor<1x30x32x16xf32>, %kernel: tensor<8x4x3x3xf32>) -> tensor<1x7x8x8xf32> {
  %0 = "ttir.conv2d"(%image, %kernel) <{stride = array<i32: 2, 2>, padding = array<i32: 1, 2, 1, 0>, dilation = 1 : i32, groups = 4 : i32}> : (tensor<1x30x32x16xf32>, tensor<8x4x3x3xf32>) -> tensor<1x15x16x8xf32>
  %1 = "ttir.max_pool2d"(%0) <{kernel = array<i32: 2, 2>, stride = array<i32: 2, 2>, dilation = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, ceil_mode = false}> : (tensor<1x15x16x8xf32>) -> tensor<1x7x8x8xf32>
  return %1 : tensor<1x7x8x8xf32>
}

// -----

// CHECK-LABEL: func.func @choices
// CHECK: "ttnn.topk"(%arg0) <{dim = -1 : si32, k = 4 : i32, largest = true, sorted = true}>
// CHECK: "ttnn.embedding"(%arg1, %arg2)
// CHECK: "ttnn.rand"{{.*}}size = #ttnn.shape<32x4>
func.func @choices(%scores: tensor<32x64xf32>, %ids: tensor<1x32xui32>, %table: tensor<512x128xbf16>) -> (tensor<32x4xf32>, tensor<1x32x128xbf16>, tensor<32x4xbf16>) {
  %values, %places = "ttir.topk"(%scores) <{k = 4 : i32, dim = -1 : i32, largest = true, sorted = true}> : (tensor<32x64xf32>) -> (tensor<32x4xf32>, tensor<32x4xi32>)
  %rows = "ttir.embedding"(%ids, %table) : (tensor<1x32xui32>, tensor<512x128xbf16>) -> tensor<1x32x128xbf16>
  %noise = "ttir.rand"() <{size = [32 : i32, 4 : i32]}> : () -> tensor<32x4xbf16>
  return %values, %rows, %noise : tensor<32x4xf32>, tensor<1x32x128xbf16>, tensor<32x4xbf16>
}
