// RUN: shardform opt --stablehlo-pipeline %s 2>&1 | FileCheck %s

// tt-mlir asks for the rules of calls in place of Shardy, and says once for each target that there is none.
// CHECK-COUNT-1: warning: StableHLO CustomCallOp sharding rule is not defined for target 'mine'
// CHECK-NOT: sharding rule
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @mine(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.custom_call @mine(%0) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}
