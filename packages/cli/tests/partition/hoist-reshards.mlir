// RUN: shardform opt %s --pass-pipeline="builtin.module(func.func(shardform-hoist-reshards))" | FileCheck %s
// RUN: shardform partition %s --partitioner best --emit none | FileCheck %s --check-prefix=SENT
// RUN: shardform run %s --seed 2 | FileCheck %s --check-prefix=EQUAL

// SENT: 192 B all_gather [{}, {"x"}] of %w
// SENT: 48 B all_to_all [{"x"}: 1->0] of %2
// SENT: in all 240 B: 1 all_gather, 1 all_to_all
// EQUAL: res0 tensor<8x8xf32>: equal within tolerance
sdy.mesh @mesh = <["x"=4]>

// What all iterations hand on, and what is made of it, is sent before the loop; what changes is sent in the loop.
// CHECK-LABEL: func @main
// CHECK: %[[W:.*]] = sdy.reshard %arg1 <@mesh, [{}, {}]>
// CHECK: %[[N:.*]] = stablehlo.negate %arg1
// CHECK: %[[V:.*]] = sdy.reshard %[[N]] <@mesh, [{}, {}]>
// CHECK: stablehlo.while
// CHECK: do {
// CHECK: %[[P:.*]] = stablehlo.dot_general %iterArg, %[[W]]
// CHECK: stablehlo.add %[[P]], %[[V]]
// CHECK: sdy.reshard
// CHECK: stablehlo.return
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%v = %a, %u = %w, %i = %zero) : tensor<8x8xf32>, tensor<8x8xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {"x"}]>, <@mesh, []>]>}
    cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = sdy.reshard %u <@mesh, [{}, {}]> : tensor<8x8xf32>
    %2 = stablehlo.negate %u {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x8xf32>
    %3 = sdy.reshard %2 <@mesh, [{}, {}]> : tensor<8x8xf32>
    %4 = stablehlo.dot_general %v, %1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %5 = stablehlo.add %4, %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
    %6 = sdy.reshard %5 <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
    %7 = stablehlo.tanh %6 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x8xf32>
    %8 = sdy.reshard %7 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
    %9 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %8, %u, %9 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<i32>
  }
  return %0#0 : tensor<8x8xf32>
}
