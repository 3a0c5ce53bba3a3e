func.func @main(%n: tensor<i32>, %a: tensor<4x6xf32>, %at: tensor<4x1x1xi32>, %by: tensor<4x1xf32>) -> tensor<4x6xf32> {
  %0:2 = stablehlo.while(%i = %n, %s = %a) : tensor<i32>, tensor<4x6xf32>
  cond {
    %goes = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  } do {
    %sum = "stablehlo.scatter"(%s, %at, %by) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %both = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %both : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x1x1xi32>, tensor<4x1xf32>) -> tensor<4x6xf32>
    stablehlo.return %i, %sum : tensor<i32>, tensor<4x6xf32>
  }
  return %0#1 : tensor<4x6xf32>
}
