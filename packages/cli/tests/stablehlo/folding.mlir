// Constants are computed, and what they leave is simplified: each pass by itself and both together.
// RUN: shardform opt %s --stablehlo-aggressive-folder | FileCheck %s --check-prefixes=CHECK,FOLD
// RUN: shardform opt %s --stablehlo-aggressive-simplification | FileCheck %s --check-prefixes=CHECK,SIMPLIFY
// RUN: shardform opt %s --pass-pipeline='builtin.module(func.func(stablehlo-target-independent-optimization))' | FileCheck %s --check-prefixes=CHECK,BOTH
// RUN: shardform opt %s --stablehlo-aggressive-folder=fold-op-element-limit=1 | FileCheck %s --check-prefix=LIMIT

// CHECK-LABEL: func.func @scaled
func.func @scaled(%x: tensor<4xf32>) -> tensor<4xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %one = stablehlo.multiply %half, %two : tensor<f32>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<4xf32>
  // FOLD: [[ONES:%.+]] = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
  // FOLD-NEXT: stablehlo.multiply [[ONES]], %arg0
  // SIMPLIFY: [[ONES:%.+]] = stablehlo.broadcast_in_dim
  // SIMPLIFY-NEXT: stablehlo.multiply [[ONES]], %arg0
  // BOTH-NEXT: return %arg0
  %0 = stablehlo.multiply %ones, %x {mhlo.sharding = "{replicated}"} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @rearranged
func.func @rearranged(%x: tensor<2x3xi32>) -> tensor<6xi32> {
  // FOLD: stablehlo.transpose
  // FOLD-NEXT: stablehlo.transpose
  // FOLD-NEXT: stablehlo.reshape
  // SIMPLIFY-NEXT: stablehlo.reshape %arg0 : (tensor<2x3xi32>) -> tensor<6xi32>
  // BOTH-NEXT: stablehlo.reshape %arg0 : (tensor<2x3xi32>) -> tensor<6xi32>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x2xi32>) -> tensor<2x3xi32>
  %2 = stablehlo.reshape %1 : (tensor<2x3xi32>) -> tensor<6xi32>
  return %2 : tensor<6xi32>
}

// LIMIT-LABEL: func.func @limited
func.func @limited() -> (tensor<2xi8>, tensor<8xi8>) {
  %list = stablehlo.constant dense<[300, -1]> : tensor<2xi32>
  %splat = stablehlo.constant dense<7> : tensor<4xi8>
  // LIMIT: stablehlo.constant dense<7> : tensor<8xi8>
  // LIMIT: stablehlo.convert
  // FOLD-DAG: stablehlo.constant dense<[44, -1]> : tensor<2xi8>
  // FOLD-DAG: stablehlo.constant dense<7> : tensor<8xi8>
  %0 = stablehlo.convert %list : (tensor<2xi32>) -> tensor<2xi8>
  %1 = stablehlo.concatenate %splat, %splat, dim = 0 : (tensor<4xi8>, tensor<4xi8>) -> tensor<8xi8>
  return %0, %1 : tensor<2xi8>, tensor<8xi8>
}
