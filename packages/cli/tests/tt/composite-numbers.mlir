// A composite is computed by its decomposition, and its place taken by it.
// RUN: shardform opt %s --validate --ttnn-resolve-composites 2>&1 | FileCheck %s

// CHECK: executed after 1 of 1 passes, the others changed nothing: the numbers stay the same
// CHECK-NOT: ttcore.composite
// CHECK: "ttir.subtract"
// CHECK: "ttir.subtract"
func.func @main(%a: tensor<32x64xf32>, %b: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = "ttcore.composite"(%a, %b) <{composite_name = "difference", decomposition = @difference}> : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = "ttcore.composite"(%b, %0) <{composite_name = "difference", decomposition = @difference}> : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}
func.func private @difference(%a: tensor<32x64xf32>, %b: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = "ttir.subtract"(%a, %b) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  return %0 : tensor<32x64xf32>
}
