// RUN: shardform tt %s | FileCheck %s

// What devices make of their parts combines as the reduction does: a maximum, a product, a sum from another start than
// zero, the place of the greatest, and a scatter that keeps the greatest.

// CHECK: lowered to ttnn: every stage gives the numbers of the program, executed on 2 simulated devices
// CHECK-NEXT: stablehlo {{.*}} equal within tolerance
// CHECK-NEXT: ttir {{.*}} equal within tolerance
// CHECK-NEXT: ttnn {{.*}} equal within tolerance
sdy.mesh @mesh = <["x"=2]>
func.func @main(
    %x: tensor<3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %to: tensor<8x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xi32>, tensor<4xf32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<3x8xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = stablehlo.reduce(%x init: %one) applies stablehlo.multiply across dimensions = [1] : (tensor<3x8xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.reduce(%x init: %one) applies stablehlo.add across dimensions = [1] : (tensor<3x8xf32>, tensor<f32>) -> tensor<3xf32>
  %places = stablehlo.iota dim = 1 : tensor<3x8xi32>
  %3:2 = stablehlo.reduce(%x init: %least), (%places init: %none) across dimensions = [1] : (tensor<3x8xf32>, tensor<3x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %greater = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %first = stablehlo.or %greater, %nan : tensor<i1>
    %same = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %same, %before : tensor<i1>
    %takes = stablehlo.or %first, %tie : tensor<i1>
    %value = stablehlo.select %first, %a, %b : tensor<i1>, tensor<f32>
    %place = stablehlo.select %takes, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<f32>, tensor<i32>
  }
  %start = stablehlo.constant dense<-9.0> : tensor<4xf32>
  %4 = "stablehlo.scatter"(%start, %to, %y) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %most = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %most : tensor<f32>
  }) : (tensor<4xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<4xf32>
  return %0, %1, %2, %3#1, %4 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xi32>, tensor<4xf32>
}
