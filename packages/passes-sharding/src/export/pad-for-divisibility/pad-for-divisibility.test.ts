import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

test('slices pad with zeros, gathers cut them off', () => {
  expect(
    runText(
      'func.func(sdy-pad-for-divisibility)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<7xf32>) -> (tensor<7xf32>) {
  %0 = sdy.all_slice [{"x"}] %a out_sharding=<@m, [{"x"}]> : tensor<7xf32>
  %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<7xf32>
  %2 = sdy.all_gather [{"x"}] %1 out_sharding=<@m, [{}]> : tensor<7xf32>
  return %2 : tensor<7xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<7xf32>) -> tensor<7xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.pad %arg0, %cst, low = [0], high = [1], interior = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = sdy.all_slice [{"x"}] %0 out_sharding=<@m, [{"x"}]> : tensor<8xf32>
    %2 = stablehlo.tanh %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xf32>
    %3 = sdy.all_gather [{"x"}] %2 out_sharding=<@m, [{}]> : tensor<8xf32>
    %4 = stablehlo.slice %3 [0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
    return %4 : tensor<7xf32>
  }
}
`);
});

test('sums see zeros only where something else was added', () => {
  expect(
    runText(
      'func.func(sdy-pad-for-divisibility)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<7xf32>, %b: tensor<7x2xf32>) -> (tensor<2xf32>) {
  %0 = sdy.all_slice [{"x"}] %a out_sharding=<@m, [{"x"}]> : tensor<7xf32>
  %1 = sdy.all_slice [{"x"}, {}] %b out_sharding=<@m, [{"x"}, {}]> : tensor<7x2xf32>
  %2 = stablehlo.exponential %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<7xf32>
  %3 = stablehlo.dot_general %2, %1, contracting_dims = [0] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<7xf32>, tensor<7x2xf32>) -> tensor<2xf32>
  %4 = sdy.all_reduce {"x"} %3 out_sharding=<@m, [{}]> : tensor<2xf32>
  return %4 : tensor<2xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<7xf32>, %arg1: tensor<7x2xf32>) -> tensor<2xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.pad %arg0, %cst, low = [0], high = [1], interior = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = sdy.all_slice [{"x"}] %0 out_sharding=<@m, [{"x"}]> : tensor<8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.pad %arg1, %cst_0, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<7x2xf32>, tensor<f32>) -> tensor<8x2xf32>
    %3 = sdy.all_slice [{"x"}, {}] %2 out_sharding=<@m, [{"x"}, {}]> : tensor<8x2xf32>
    %4 = stablehlo.exponential %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xi32>
    %c = stablehlo.constant dense<7> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<i32>) -> tensor<8xi32>
    %7 = stablehlo.compare LT, %5, %6 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<f32>) -> tensor<8xf32>
    %9 = stablehlo.select %7, %4, %8 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xi1>, tensor<8xf32>
    %10 = stablehlo.dot_general %9, %3, contracting_dims = [0] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>, tensor<8x2xf32>) -> tensor<2xf32>
    %11 = sdy.all_reduce {"x"} %10 out_sharding=<@m, [{}]> : tensor<2xf32>
    return %11 : tensor<2xf32>
  }
}
`);
});

test('pads and slices reach further', () => {
  expect(
    runText(
      'func.func(sdy-pad-for-divisibility)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %p: tensor<f32>) -> (tensor<9xf32>) {
  %0 = stablehlo.slice %a [0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
  %1 = stablehlo.pad %0, %p, low = [1], high = [1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<9xf32>
  %2 = sdy.all_gather [{"x"}] %1 out_sharding=<@m, [{}]> : tensor<9xf32>
  return %2 : tensor<9xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %arg1: tensor<f32>) -> tensor<9xf32> {
    %0 = stablehlo.slice %arg0 [0:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xi32>
    %c = stablehlo.constant dense<7> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<i32>) -> tensor<8xi32>
    %3 = stablehlo.compare LT, %1, %2 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<f32>) -> tensor<8xf32>
    %5 = stablehlo.select %3, %0, %4 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xi1>, tensor<8xf32>
    %6 = stablehlo.pad %5, %arg1, low = [1], high = [1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<10xf32>
    %7 = sdy.all_gather [{"x"}] %6 out_sharding=<@m, [{}]> : tensor<10xf32>
    %8 = stablehlo.slice %7 [0:9] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<10xf32>) -> tensor<9xf32>
    return %8 : tensor<9xf32>
  }
}
`);
});

test('slices at places that are computed take all of a longer operand', () => {
  expect(
    runText(
      'func.func(sdy-pad-for-divisibility)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<7x12xf32>, %i: tensor<i32>, %j: tensor<5xi32>) -> (tensor<7x4xf32>, tensor<7x5xf32>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<7x12xf32>
  %2 = stablehlo.dynamic_slice %1, %0, %i, sizes = [7, 4] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<7x12xf32>, tensor<i32>, tensor<i32>) -> tensor<7x4xf32>
  %3 = "stablehlo.gather"(%1, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 7, 1>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<7x12xf32>, tensor<5xi32>) -> tensor<7x5xf32>
  %4 = sdy.all_gather [{"x"}, {}] %2 out_sharding=<@m, [{}, {}]> : tensor<7x4xf32>
  %5 = sdy.all_gather [{"x"}, {}] %3 out_sharding=<@m, [{}, {}]> : tensor<7x5xf32>
  return %4, %5 : tensor<7x4xf32>, tensor<7x5xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<7x12xf32>, %arg1: tensor<i32>, %arg2: tensor<5xi32>) -> (tensor<7x4xf32>, tensor<7x5xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<7x12xf32>, tensor<f32>) -> tensor<8x12xf32>
    %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@m, [{"x"}, {}]> : tensor<8x12xf32>
    %2 = stablehlo.dynamic_slice %1, %c, %arg1, sizes = [8, 4] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    %3 = "stablehlo.gather"(%1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 8, 1>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<8x12xf32>, tensor<5xi32>) -> tensor<8x5xf32>
    %4 = sdy.all_gather [{"x"}, {}] %2 out_sharding=<@m, [{}, {}]> : tensor<8x4xf32>
    %5 = stablehlo.slice %4 [0:7, 0:4] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x4xf32>) -> tensor<7x4xf32>
    %6 = sdy.all_gather [{"x"}, {}] %3 out_sharding=<@m, [{}, {}]> : tensor<8x5xf32>
    %7 = stablehlo.slice %6 [0:7, 0:5] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x5xf32>) -> tensor<7x5xf32>
    return %5, %7 : tensor<7x4xf32>, tensor<7x5xf32>
  }
}
`);
});

test('exchanges pad one dimension and cut the other', () => {
  expect(
    runText(
      'func.func(sdy-pad-for-divisibility)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}) -> (tensor<7x8xf32>) {
  %0 = sdy.all_to_all [{"x"}: 1->0] %a out_sharding=<@m, [{"x"}, {}]> : tensor<7x8xf32>
  %1 = sdy.all_gather [{"x"}, {}] %0 out_sharding=<@m, [{}, {}]> : tensor<7x8xf32>
  return %1 : tensor<7x8xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}) -> tensor<7x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"x"}]>]>} : (tensor<7x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    %1 = sdy.all_to_all [{"x"}: 1->0] %0 out_sharding=<@m, [{"x"}, {}]> : tensor<8x8xf32>
    %2 = sdy.all_gather [{"x"}, {}] %1 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
    %3 = stablehlo.slice %2 [0:7, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x8xf32>) -> tensor<7x8xf32>
    return %3 : tensor<7x8xf32>
  }
}
`);
});

test('a convolution sums zeros and makes no windows more', () => {
  expect(
    runText(
      'func.func(sdy-pad-for-divisibility)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<1x6x3xf32>, %k: tensor<3x3x2xf32>) -> (tensor<1x4x2xf32>) {
  %0 = sdy.all_slice [{}, {"y"}, {}] %a out_sharding=<@m, [{}, {"y"}, {}]> : tensor<1x6x3xf32>
  %1 = stablehlo.convolution(%0, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}, {}]>]>} : (tensor<1x6x3xf32>, tensor<3x3x2xf32>) -> tensor<1x4x2xf32>
  return %1 : tensor<1x4x2xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<1x6x3xf32>, %arg1: tensor<3x3x2xf32>) -> tensor<1x4x2xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.pad %arg0, %cst, low = [0, 0, 0], high = [0, 2, 0], interior = [0, 0, 0] : (tensor<1x6x3xf32>, tensor<f32>) -> tensor<1x8x3xf32>
    %1 = sdy.all_slice [{}, {"y"}, {}] %0 out_sharding=<@m, [{}, {"y"}, {}]> : tensor<1x8x3xf32>
    %2 = stablehlo.convolution(%1, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}, {}]>]>} : (tensor<1x8x3xf32>, tensor<3x3x2xf32>) -> tensor<1x6x2xf32>
    %3 = stablehlo.slice %2 [0:1, 0:4, 0:2] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}, {}]>]>} : (tensor<1x6x2xf32>) -> tensor<1x4x2xf32>
    return %3 : tensor<1x4x2xf32>
  }
}
`);
});

test('arguments and results of functions have to be divisible', () => {
  expect(
    runText(
      'func.func(sdy-pad-for-divisibility)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<7xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<7xf32>) {
  return %a : tensor<7xf32>
}`,
    ),
  )
    .toBe(`error: 'func.func' op argument #0 has a non-divisible sharding. Shardy expects function IO to be divisible.
error: failed to legalize operation 'func.func'
`);
});
