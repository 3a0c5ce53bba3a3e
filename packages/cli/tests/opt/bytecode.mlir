// RUN: shardform opt %s --emit-bytecode | shardform opt -- - | FileCheck %s
// RUN: shardform opt %s --emit-bytecode --emit-bytecode-version=0 -o %t && shardform opt %t --mlir-print-debuginfo | FileCheck %s --check-prefix=LOCATIONS
// RUN: shardform opt %s --emit-bytecode --emit-bytecode-version=4 | shardform opt --canonicalize | FileCheck %s
// RUN: not shardform opt %s --emit-bytecode --emit-bytecode-version=7 2>&1 | FileCheck %s --check-prefix=VERSION

// CHECK:      module @program {
// CHECK-NEXT:   sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK-NEXT:   func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %arg1: tensor<4x16xf32>) -> tensor<8x16xf32> {
// CHECK-NEXT:     %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
// CHECK-NEXT:     %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
// CHECK-NEXT:     %2 = stablehlo.compare LT, %0, %1 {note = "smaller"} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
// CHECK-NEXT:     %3 = stablehlo.select %2, %0, %1 : tensor<8x16xi1>, tensor<8x16xf32>
// CHECK-NEXT:     return %3 : tensor<8x16xf32>

// LOCATIONS: loc("matmul"(#loc{{[0-9]+}}))

// VERSION: unsupported version requested 7, must be in range [0, 6]
module @program {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %arg1: tensor<4x16xf32>) -> tensor<8x16xf32> {
    %cst = stablehlo.constant dense<0.5> : tensor<f32>
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32> loc("matmul"("model.py":7:3))
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %2 = stablehlo.compare LT, %0, %1 {note = "smaller"} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
    %3 = stablehlo.select %2, %0, %1 : tensor<8x16xi1>, tensor<8x16xf32>
    return %3 : tensor<8x16xf32>
  }
}
