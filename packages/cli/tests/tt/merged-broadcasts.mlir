// RUN: shardform opt --stablehlo-to-ttir-pipeline %s | FileCheck %s

// Broadcasts of broadcasts are one broadcast, where the outer one stands: behind what is between them, though the outer one
// repeats nothing, or a conversion to the same type stands between them.
// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: "ttir.neg"(%arg1)
// CHECK-NEXT: "ttir.reshape"(%arg0)
func.func @nothing(%a: tensor<4x3xf32>, %b: tensor<4x3x1xf32>) -> tensor<4x3x1xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<4x3xf32>) -> tensor<4x3x1xf32>
  %1 = stablehlo.negate %b : tensor<4x3x1xf32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<4x3x1xf32>) -> tensor<4x3x1xf32>
  %3 = stablehlo.add %1, %2 : tensor<4x3x1xf32>
  return %3 : tensor<4x3x1xf32>
}

// CHECK-LABEL: func.func @converted
// CHECK-NEXT: "ttir.neg"(%arg1)
// CHECK-NEXT: [[SLICE:%[0-9]+]] = "ttir.reshape"(%arg0) <{shape = [4 : i32, 1 : i32, 3 : i32]}>
// CHECK-NEXT: "ttir.broadcast"([[SLICE]]) <{broadcast_dimensions = array<i64: 1, 5, 1>}>
func.func @converted(%a: tensor<4x3xf32>, %b: tensor<4x5x3xf32>) -> tensor<4x5x3xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (tensor<4x3xf32>) -> tensor<4x1x3xf32>
  %1 = stablehlo.negate %b : tensor<4x5x3xf32>
  %2 = stablehlo.convert %0 : tensor<4x1x3xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<4x1x3xf32>) -> tensor<4x5x3xf32>
  %4 = stablehlo.add %1, %3 : tensor<4x5x3xf32>
  return %4 : tensor<4x5x3xf32>
}
