// Deprecated operations, composites and signs.
// RUN: shardform opt %s --stablehlo-legalize-deprecated-ops --stablehlo-legalize-composite-to-call --stablehlo-convert-to-signless | FileCheck %s
// RUN: shardform opt %s --stablehlo-wrap-in-composite="op-names=stablehlo.dot version=3" | FileCheck %s --check-prefix=WRAP

// CHECK-LABEL: func.func @main(%arg0: tensor<2x3xi8>, %arg1: tensor<3x2xi8>) -> tensor<5x2x2xi8> {
// CHECK-NEXT: %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xi8>, tensor<3x2xi8>) -> tensor<2x2xi8>
// CHECK-NEXT: %1 = call @double(%0) : (tensor<2x2xi8>) -> tensor<2x2xi8>
// CHECK-NEXT: %2 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<2x2xi8>) -> tensor<5x2x2xi8>
// WRAP: %0 = stablehlo.composite "stablehlo.dot" %arg0, %arg1 {decomposition = @stablehlo.dot.impl, version = 3 : i32}
// WRAP: func.func private @stablehlo.dot.impl(%arg0: tensor<2x3xui8>, %arg1: tensor<3x2xui8>) -> tensor<2x2xui8> {
// WRAP-NEXT: %0 = stablehlo.dot %arg0, %arg1
func.func @main(%a: tensor<2x3xui8>, %b: tensor<3x2xui8>) -> tensor<5x2x2xui8> {
  %0 = stablehlo.dot %a, %b : (tensor<2x3xui8>, tensor<3x2xui8>) -> tensor<2x2xui8>
  %1 = stablehlo.composite "my.double" %0 {decomposition = @double} : (tensor<2x2xui8>) -> tensor<2x2xui8>
  %2 = stablehlo.broadcast %1, sizes = [5] : (tensor<2x2xui8>) -> tensor<5x2x2xui8>
  return %2 : tensor<5x2x2xui8>
}

func.func private @double(%a: tensor<2x2xui8>) -> tensor<2x2xui8> {
  %0 = stablehlo.add %a, %a : tensor<2x2xui8>
  return %0 : tensor<2x2xui8>
}
