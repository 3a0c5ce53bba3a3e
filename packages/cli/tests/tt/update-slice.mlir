// RUN: shardform tt %s | FileCheck %s

// Rows behind a batch, as a cache of keys has them, and a slice that is smaller along two dimensions.

// CHECK: lowered to ttnn: every stage gives the numbers of the program, executed on 2 simulated devices
// CHECK-NEXT: stablehlo {{.*}} equal within tolerance
// CHECK-NEXT: ttir {{.*}} equal within tolerance
// CHECK-NEXT: ttnn {{.*}} equal within tolerance
sdy.mesh @mesh = <["x"=2]>
func.func @main(
    %cache: tensor<4x6x2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>},
    %keys: tensor<4x1x2x8xf32>, %block: tensor<2x3xf32>, %table: tensor<5x6xf32>)
    -> (tensor<4x6x2x8xf32>, tensor<5x6xf32>, tensor<5x6xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %place = stablehlo.constant dense<4> : tensor<i32>
  %far = stablehlo.constant dense<9> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %keys, %zero, %place, %zero, %zero : (tensor<4x6x2x8xf32>, tensor<4x1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x2x8xf32>
  %1 = stablehlo.dynamic_update_slice %table, %block, %zero, %place : (tensor<5x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<5x6xf32>
  // Starts are moved so that slices lie inside.
  %2 = stablehlo.dynamic_update_slice %table, %block, %far, %zero : (tensor<5x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<5x6xf32>
  return %0, %1, %2 : tensor<4x6x2x8xf32>, tensor<5x6xf32>, tensor<5x6xf32>
}
