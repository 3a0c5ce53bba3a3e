import { expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

test('the component of an iota becomes a batching dimension', () => {
  expect(
    runText(
      'func.func(sdy-explicit-gather-scatter-batching)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<4x8xf32>, %o: tensor<4x1xi32>) -> (tensor<4x1xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %r = stablehlo.reshape %i : (tensor<4xi32>) -> tensor<4x1xi32>
  %c = stablehlo.concatenate %r, %o, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %0 = "stablehlo.gather"(%a, %c) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<4x1xi32>) -> tensor<4x1xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x1xi32>) -> tensor<4x1xf32>
    return %0 : tensor<4x1xf32>
  }
}
`);
});

test('of indices that are an iota the other components are cut out', () => {
  expect(
    runText(
      'func.func(sdy-explicit-gather-scatter-batching)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<4x8x6xf32>, %u: tensor<4xf32>) -> (tensor<4x8x6xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<4x3xi32>
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1, 2], scatter_dims_to_operand_dims = [1, 0, 2], index_vector_dim = 1>} : (tensor<4x8x6xf32>, tensor<4x3xi32>, tensor<4xf32>) -> tensor<4x8x6xf32>
  return %0 : tensor<4x8x6xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<4x8x6xf32>, %arg1: tensor<4xf32>) -> tensor<4x8x6xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<4x3xi32>
    %1 = stablehlo.slice %0 [0:4, 0:1] : (tensor<4x3xi32>) -> tensor<4x1xi32>
    %2 = stablehlo.slice %0 [0:4, 2:3] : (tensor<4x3xi32>) -> tensor<4x1xi32>
    %3 = stablehlo.concatenate %1, %2, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
    %4 = "stablehlo.scatter"(%arg0, %3, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x8x6xf32>, tensor<4x2xi32>, tensor<4xf32>) -> tensor<4x8x6xf32>
    return %4 : tensor<4x8x6xf32>
  }
}
`);
});

test('indices into the dimension that are computed stay', () => {
  expect(
    runText(
      'func.func(sdy-explicit-gather-scatter-batching)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<4x8xf32>, %c: tensor<4x2xi32>) -> (tensor<4x1xf32>) {
  %0 = "stablehlo.gather"(%a, %c) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<4x2xi32>) -> tensor<4x1xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x1xf32>
    return %0 : tensor<4x1xf32>
  }
}
`);
});
