// RUN: shardform opt --replicate-non-splittable-values %s | FileCheck %s

// Strides do not meet the borders of the shards, so that nothing of the result is split, nor may become so.
// CHECK: stablehlo.slice %arg0 [0:2, 0:48:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<2x48xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<2x6xf32> {
  %0 = stablehlo.slice %a [0:2, 0:48:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x", ?}]>]>} : (tensor<2x48xf32>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}
