// Gradients are combined with the loss, whatever their shapes, and the numbers stay.
// RUN: shardform partition %s --emit stablehlo | FileCheck %s
// RUN: shardform partition %s --engine xla | FileCheck %s --check-prefix=XLA
// RUN: shardform run %s --seed 1 | FileCheck %s --check-prefix=EQUAL
// RUN: shardform sim %s --machine t3k | FileCheck %s --check-prefix=SIM

// CHECK-COUNT-1: :3 = "stablehlo.all_reduce"
// CHECK-NOT: "stablehlo.all_reduce"

// XLA takes a collective for each tensor.
// XLA-COUNT-3: = "stablehlo.all_reduce"(%{{[0-9]+}}) <{
// XLA-NOT: "stablehlo.all_reduce"

// EQUAL: res0 tensor<f32>: equal within tolerance
// EQUAL: res1 tensor<16x8xf32>: equal within tolerance
// EQUAL: res2 tensor<8xf32>: equal within tolerance

// SIM: all_reduce of 3 tensors
sdy.mesh @mesh = <["data"=8]>

func.func @main(%x: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %w: tensor<16x8xf32>, %b: tensor<8xf32>) -> (tensor<f32>, tensor<16x8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x8xf32>) -> tensor<64x8xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<8xf32>) -> tensor<64x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<64x8xf32>
  %3 = stablehlo.multiply %2, %2 : tensor<64x8xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x8xf32>, tensor<f32>) -> tensor<f32>
  %5 = stablehlo.sqrt %4 : tensor<f32>
  %6 = stablehlo.dot_general %x, %2, contracting_dims = [0] x [0] : (tensor<64x16xf32>, tensor<64x8xf32>) -> tensor<16x8xf32>
  %7 = stablehlo.subtract %w, %6 : tensor<16x8xf32>
  %8 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
  %9 = stablehlo.subtract %b, %8 : tensor<8xf32>
  return %5, %7, %9 : tensor<f32>, tensor<16x8xf32>, tensor<8xf32>
}
