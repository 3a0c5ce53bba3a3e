// A program for any batch size becomes one for batches of 8.
// RUN: shardform opt %s --stablehlo-refine-arguments="types=tensor<8x4xf32>,tensor<4x3xf32>" --stablehlo-refine-shapes --stablehlo-check-shape-assertions --stablehlo-canonicalize-dynamism | FileCheck %s

// CHECK-LABEL: func.func public @main(%arg0: tensor<8x4xf32>, %arg1: tensor<4x3xf32>) -> tensor<8x3xf32> {
// CHECK-NEXT: %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
// CHECK-NEXT: %1 = call @bias(%0) : (tensor<8x3xf32>) -> tensor<8x3xf32>
// CHECK-NEXT: return %1 : tensor<8x3xf32>
func.func public @main(%x: tensor<?x4xf32>, %w: tensor<4x3xf32>) -> tensor<?x3xf32> {
  %batch = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %odd = stablehlo.remainder %batch, %two : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %even = stablehlo.compare EQ, %odd, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%even, %batch) {error_message = "batch {0} is odd", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x3xf32>) -> tensor<?x3xf32>
  %1 = call @bias(%batch, %0) : (tensor<i32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func private @bias(%arg0: tensor<8x3xf32>) -> tensor<8x3xf32> {
// CHECK-NEXT: %cst = stablehlo.constant
// CHECK-NEXT: %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
// CHECK-NEXT: %1 = stablehlo.add %arg0, %0 : tensor<8x3xf32>
func.func private @bias(%batch: tensor<i32>, %x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %rows = stablehlo.reshape %batch : (tensor<i32>) -> tensor<1xi32>
  %columns = stablehlo.constant dense<3> : tensor<1xi32>
  %shape = stablehlo.concatenate %rows, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %one, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x3xf32>
  %1 = stablehlo.add %x, %0 : tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}
