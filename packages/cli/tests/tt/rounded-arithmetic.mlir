// The library rounds results of arithmetic in f32 to bf16 itself, after the functions that it applies to them.
// RUN: shardform opt %s --ttnn-fusing | FileCheck %s

#dram = #ttnn.buffer_type<dram>
#f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#bf16 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
// CHECK-LABEL: func.func @product
// CHECK-NEXT: %[[R:.*]] = "ttnn.multiply"(%arg0, %arg1) <{activations = [#ttnn.unary_with_param<op_type = exp>]{{.*}} -> tensor<64x64xbf16,
// CHECK-NEXT: return %[[R]]
func.func @product(%a: tensor<64x64xf32, #f32>, %b: tensor<64x64xf32, #f32>) -> tensor<64x64xbf16, #bf16> {
  %0 = "ttnn.multiply"(%a, %b) : (tensor<64x64xf32, #f32>, tensor<64x64xf32, #f32>) -> tensor<64x64xf32, #f32>
  %1 = "ttnn.exp"(%0) : (tensor<64x64xf32, #f32>) -> tensor<64x64xf32, #f32>
  %2 = "ttnn.typecast"(%1) : (tensor<64x64xf32, #f32>) -> tensor<64x64xbf16, #bf16>
  return %2 : tensor<64x64xbf16, #bf16>
}

// A function of the rounded number stays behind.
// CHECK-LABEL: func.func @function_of_rounded
// CHECK-NEXT: %[[SUM:.*]] = "ttnn.add"(%arg0, %arg1) : {{.*}} -> tensor<64x64xbf16,
// CHECK-NEXT: "ttnn.exp"(%[[SUM]])
func.func @function_of_rounded(%a: tensor<64x64xf32, #f32>, %b: tensor<64x64xf32, #f32>) -> tensor<64x64xbf16, #bf16> {
  %0 = "ttnn.add"(%a, %b) : (tensor<64x64xf32, #f32>, tensor<64x64xf32, #f32>) -> tensor<64x64xf32, #f32>
  %1 = "ttnn.typecast"(%0) : (tensor<64x64xf32, #f32>) -> tensor<64x64xbf16, #bf16>
  %2 = "ttnn.exp"(%1) : (tensor<64x64xbf16, #bf16>) -> tensor<64x64xbf16, #bf16>
  return %2 : tensor<64x64xbf16, #bf16>
}

// CHECK-LABEL: func.func @others
// CHECK: "ttnn.maximum"
// CHECK-NEXT: "ttnn.typecast"
// CHECK: "ttnn.multiply"
// CHECK-NEXT: "ttnn.typecast"
func.func @others(%a: tensor<64x64xf32, #f32>, %b: tensor<64x64xf32, #f32>) -> (tensor<64x64xbf16, #bf16>, tensor<64x64xbf16, #bf16>, tensor<64x64xf32, #f32>) {
  %0 = "ttnn.maximum"(%a, %b) : (tensor<64x64xf32, #f32>, tensor<64x64xf32, #f32>) -> tensor<64x64xf32, #f32>
  %1 = "ttnn.typecast"(%0) : (tensor<64x64xf32, #f32>) -> tensor<64x64xbf16, #bf16>
  %2 = "ttnn.multiply"(%a, %b) : (tensor<64x64xf32, #f32>, tensor<64x64xf32, #f32>) -> tensor<64x64xf32, #f32>
  %3 = "ttnn.typecast"(%2) : (tensor<64x64xf32, #f32>) -> tensor<64x64xbf16, #bf16>
  return %1, %3, %2 : tensor<64x64xbf16, #bf16>, tensor<64x64xbf16, #bf16>, tensor<64x64xf32, #f32>
}
