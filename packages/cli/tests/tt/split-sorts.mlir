// RUN: shardform opt --stablehlo-pipeline %s | FileCheck %s

// Keys and what goes along are split alike: rows are split in place of what is sorted.
// CHECK-LABEL: func.func @alike
// CHECK: "stablehlo.all_to_all"(%arg2)
// CHECK-NEXT: "stablehlo.all_to_all"(%arg3)
// CHECK-NEXT: "stablehlo.sort"
sdy.mesh @mesh = <["x"=1, "y"=4]>
func.func @alike(%keys: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %along: tensor<8x64xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<8x64xf32>, tensor<8x64xi32>) {
  %0:2 = "stablehlo.sort"(%keys, %along) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %u: tensor<i32>, %v: tensor<i32>):
    %less = stablehlo.compare LT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<8x64xf32>, tensor<8x64xi32>) -> (tensor<8x64xf32>, tensor<8x64xi32>)
  return %0#0, %0#1 : tensor<8x64xf32>, tensor<8x64xi32>
}

// What is not split alike is sorted whole.
// CHECK-LABEL: func.func @counted
// CHECK: stablehlo.iota dim = 1 : tensor<8x64xi32>
// CHECK: [[WHOLE:%[0-9]+]] = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 1
// CHECK-NEXT: "stablehlo.sort"([[WHOLE]], %{{[0-9]+}})
func.func @counted(%keys: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<8x64xf32>, tensor<8x64xi32>) {
  %places = stablehlo.iota dim = 1 : tensor<8x64xi32>
  %0:2 = "stablehlo.sort"(%keys, %places) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %u: tensor<i32>, %v: tensor<i32>):
    %less = stablehlo.compare LT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<8x64xf32>, tensor<8x64xi32>) -> (tensor<8x64xf32>, tensor<8x64xi32>)
  return %0#0, %0#1 : tensor<8x64xf32>, tensor<8x64xi32>
}
