import { expect, test } from 'vitest';
import { runText } from '../../../../tests/run-text.ts';

test('single elements are looked up where they are', () => {
  expect(
    runText(
      'sdy-convert-global-to-local',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %i: tensor<3x1xi64>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi64>) -> tensor<3x4xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@m, [{}, {}]> : tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %arg1: tensor<3x1xi64>) -> tensor<3x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<3x1xi64>
    %c_0 = stablehlo.constant dense<7> : tensor<3x1xi64>
    %0 = stablehlo.clamp %c, %arg1, %c_0 : tensor<3x1xi64>
    %1 = stablehlo.partition_id : tensor<ui32>
    %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
    %c_1 = stablehlo.constant dense<[0, 0, 0, 0, 4, 4, 4, 4]> : tensor<8xi64>
    %3 = stablehlo.dynamic_slice %c_1, %2, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
    %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
    %5 = stablehlo.convert %4 : tensor<i64>
    %c_2 = stablehlo.constant dense<3> : tensor<i64>
    %6 = stablehlo.add %5, %c_2 : tensor<i64>
    %7 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i64>) -> tensor<3x1xi64>
    %8 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i64>) -> tensor<3x1xi64>
    %9 = stablehlo.subtract %0, %7 : tensor<3x1xi64>
    %10 = stablehlo.compare GE, %0, %7 : (tensor<3x1xi64>, tensor<3x1xi64>) -> tensor<3x1xi1>
    %11 = stablehlo.compare LE, %0, %8 : (tensor<3x1xi64>, tensor<3x1xi64>) -> tensor<3x1xi1>
    %12 = stablehlo.and %10, %11 : tensor<3x1xi1>
    %13 = "stablehlo.gather"(%arg0, %9) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<3x1xi64>) -> tensor<3x4xf32>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %14 = stablehlo.reduce(%12 init: %c_3) applies stablehlo.and across dimensions = [1] : (tensor<3x1xi1>, tensor<i1>) -> tensor<3xi1>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<3xi1>) -> tensor<3x4xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    %16 = stablehlo.select %15, %13, %cst : tensor<3x4xi1>, tensor<3x4xf32>
    %17 = "stablehlo.all_reduce"(%16) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %18 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %18 : tensor<f32>
    }) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    return %17 : tensor<3x4xf32>
  }
}
`);
});

test('of dimensions that are taken whole the part is taken', () => {
  expect(
    runText(
      'sdy-convert-global-to-local',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"y"}]>}, %i: tensor<3x1xi64>) -> (tensor<3x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"y"}]>}) {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y"}]>]>} : (tensor<8x4xf32>, tensor<3x1xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x1xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"y"}]>}, %arg1: tensor<3x1xi64>) -> (tensor<3x1xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"y"}]>}) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y"}]>]>} : (tensor<8x1xf32>, tensor<3x1xi64>) -> tensor<3x1xf32>
    return %0 : tensor<3x1xf32>
  }
}
`);
});
