// Where the library needs another format, layout or form, tensors are changed on the way in and back on the way out.
// RUN: shardform opt %s --ttcore-register-device --ttnn-layout --convert-ttir-to-ttnn --ttnn-workaround --canonicalize | FileCheck %s

// CHECK: #[[ROWS:ttnn_layout[0-9]*]] = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x64xf32, #dram>, <interleaved>>

// CHECK-LABEL: func.func @largest
// CHECK-NEXT: %[[A:.*]] = "ttnn.to_tensor_spec"(%arg0) : ({{.*}}) -> tensor<32x64xf32, #[[ROWS]]>
// CHECK-NEXT: %[[PLACES:.*]] = "ttnn.argmax"(%[[A]]) <{dim = 1 : si32, keep_dim = true}> : ({{.*}}) -> tensor<32x1xui32,
// CHECK-NEXT: "ttnn.to_tensor_spec"(%[[PLACES]]) : ({{.*}}) -> tensor<32x1xi32,
func.func @largest(%a: tensor<32x64xf32>) -> tensor<32x1xi32> {
  %0 = "ttir.argmax"(%a) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xf32>) -> tensor<32x1xi32>
  return %0 : tensor<32x1xi32>
}

// A bias of more than one row is added by itself.
// CHECK-LABEL: func.func @biased
// CHECK-NEXT: "ttnn.linear"(%arg0, %arg1, %arg2)
// CHECK-NEXT: %[[PRODUCT:.*]] = "ttnn.matmul"(%arg0, %arg1)
// CHECK-NEXT: "ttnn.add"(%[[PRODUCT]], %arg3)
func.func @biased(%a: tensor<64x128xbf16>, %b: tensor<128x64xbf16>, %row: tensor<64xbf16>, %matrix: tensor<64x64xbf16>) -> (tensor<64x64xbf16>, tensor<64x64xbf16>) {
  %0 = "ttir.linear"(%a, %b, %row) : (tensor<64x128xbf16>, tensor<128x64xbf16>, tensor<64xbf16>) -> tensor<64x64xbf16>
  %1 = "ttir.linear"(%a, %b, %matrix) : (tensor<64x128xbf16>, tensor<128x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %0, %1 : tensor<64x64xbf16>, tensor<64x64xbf16>
}

// CHECK-LABEL: func.func @product
// CHECK: "ttnn.prod"({{.*}}) <{dim_arg = 1 : si64, keep_dim = false}> : (tensor<2x3x4xbf16, {{.*}}) -> tensor<2x4xbf16,
func.func @product(%a: tensor<2x3x4xf32>) -> tensor<2x4xf32> {
  %0 = "ttir.prod"(%a) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<2x3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Signs of integers are computed in floats.
// CHECK-LABEL: func.func @sign
// CHECK-NEXT: %[[REAL:.*]] = "ttnn.to_tensor_spec"(%arg0) : ({{.*}}) -> tensor<64x64xbf16,
// CHECK-NEXT: %[[SIGN:.*]] = "ttnn.sign"(%[[REAL]]) : ({{.*}}) -> tensor<64x64xbf16,
// CHECK-NEXT: "ttnn.to_tensor_spec"(%[[SIGN]]) : ({{.*}}) -> tensor<64x64xi32,
func.func @sign(%a: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %0 = "ttir.sign"(%a) : (tensor<64x64xi32>) -> tensor<64x64xi32>
  return %0 : tensor<64x64xi32>
}
