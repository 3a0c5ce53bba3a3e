// RUN: shardform opt %s --shape-legalize-to-stablehlo --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @broadcast_like
// CHECK-NEXT: %0 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// CHECK-NEXT: %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
// CHECK-NEXT: %2 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
// CHECK-NEXT: %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
// CHECK-NEXT: %4 = stablehlo.concatenate %1, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
// CHECK-NEXT: %5 = stablehlo.dynamic_broadcast_in_dim %arg0, %4, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
func.func @broadcast_like(%a: tensor<f32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = shape.shape_of %b : tensor<?x?xf32> -> tensor<2xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %a, %0, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
