// A weight that a loop does not change is gathered once, where sums in each iteration would send more in all.
// RUN: shardform partition %s --emit none | FileCheck %s
// RUN: shardform run %s --seed 4 | FileCheck %s --check-prefix=EQUAL

// CHECK: all_gather [{"x"}, {}] of %w -> tensor<32x32xf32> in groups of 8{{$}}
// CHECK: in all {{.*}}: 1 all_gather{{$}}
// EQUAL: res0 tensor<8x32xf32>: equal within tolerance
sdy.mesh @mesh = <["x"=8]>

func.func @main(%w: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %h: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%u = %w, %v = %h, %i = %zero) : tensor<32x32xf32>, tensor<8x32xf32>, tensor<i32>
    cond {
    %n = stablehlo.constant dense<10> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = func.call @step(%u, %v) : (tensor<32x32xf32>, tensor<8x32xf32>) -> tensor<8x32xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %u, %1, %2 : tensor<32x32xf32>, tensor<8x32xf32>, tensor<i32>
  }
  return %0#1 : tensor<8x32xf32>
}
func.func private @step(%w: tensor<32x32xf32>, %h: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %0 = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.tanh %0 : tensor<8x32xf32>
  return %1 : tensor<8x32xf32>
}
