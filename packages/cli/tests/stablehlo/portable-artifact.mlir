// RUN: shardform translate --serialize %s | shardform translate --deserialize | FileCheck %s
// RUN: shardform translate --serialize --target=0.9.0 -o %t %s && stablehlo-translate --deserialize %t | FileCheck %s
// RUN: shardform translate --serialize --target=current %s | shardform opt --pass-pipeline='builtin.module(stablehlo-deserialize)' | FileCheck %s
// RUN: shardform translate --serialize --target=1.0.0 %s | shardform translate --deserialize --print-stablehlo-version | FileCheck %s --check-prefix=VERSION
// RUN: shardform translate --deserialize --print-stablehlo-version %s | FileCheck %s --check-prefix=TEXT
// RUN: shardform translate --serialize --target=1.9.0 %s | shardform opt | FileCheck %s --check-prefix=VHLO
// RUN: not shardform translate --serialize --target=2.0.0 %s 2>&1 | FileCheck %s --check-prefix=FUTURE
// RUN: not shardform translate --serialize --deserialize %s 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not shardform translate %s 2>&1 | FileCheck %s --check-prefix=NEITHER
// RUN: not shardform translate --serialise %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK:      module @step {
// CHECK-NEXT:   func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) -> tensor<2x4xf32> {
// CHECK-NEXT:     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:     %1 = stablehlo.tanh %0 : tensor<2x4xf32>
// CHECK-NEXT:     return %1 : tensor<2x4xf32>

// VERSION:      // Reading portable artifact with StableHLO version: 1.0.0
// VERSION-NEXT: module @step {

// TEXT: // Failed parsing StableHLO version from portable artifact

// VHLO: vhlo.func_v1 @main
// VHLO: "vhlo.dot_general_v2"
// VHLO: "vhlo.tanh_v1"(%{{.*}}) : (!vhlo.tensor_v1<2x4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<2x4x!vhlo.f32_v1>

// FUTURE: target version 2.0.0 is greater than current version 1.20.0
// BOTH: '--serialize' and '--deserialize' exclude each other
// NEITHER: expected what to do: '--serialize', '--deserialize', '--interpret', '--from-onnx', '--hlo-to-stablehlo', '--stablehlo-to-hlo', '--ttnn-to-flatbuffer', '--ttnn-to-python', '--mlir-to-python', '--ttnn-to-cpp' or '--mlir-to-cpp'
// UNKNOWN: unknown flag '--serialise'; did you mean '--serialize'?
module @step {
  func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) -> tensor<2x4xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %1 = stablehlo.tanh %0 : tensor<2x4xf32>
    return %1 : tensor<2x4xf32>
  }
}
