// RUN: shardform tt %s | FileCheck %s

// A loop whose operands are arguments that lie in rows, and a scatter whose batch is split.

// CHECK: lowered to ttnn: every stage gives the numbers of the program, executed on 2 simulated devices
// CHECK-NEXT: stablehlo {{.*}} equal within tolerance
// CHECK-NEXT: ttir {{.*}} equal within tolerance
// CHECK-NEXT: ttnn {{.*}} equal within tolerance
sdy.mesh @mesh = <["x"=2]>
func.func @main(
    %logits: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, ttcore.argument_type = #ttcore.argument_type<input>},
    %labels: tensor<4x1x1xi32> {ttcore.argument_type = #ttcore.argument_type<input>},
    %scale: tensor<4x1xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> tensor<4x6xf32> {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %first, %s = %logits) : tensor<i32>, tensor<4x6xf32>
  cond {
    %goes = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  } do {
    %sum = "stablehlo.scatter"(%s, %labels, %scale) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %both = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %both : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x1x1xi32>, tensor<4x1xf32>) -> tensor<4x6xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %sum : tensor<i32>, tensor<4x6xf32>
  }
  return %0#1 : tensor<4x6xf32>
}
