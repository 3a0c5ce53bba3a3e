import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.reduce_scatter', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.reduce_scatter [{"y"}, {}] %a out_sharding=<@m, [{"x", "y"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.reduce_scatter [{"y"}, {}] %arg0 out_sharding=<@m, [{"x", "y"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.reduce_scatter"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"y"}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}',
      '%0 = sdy.reduce_scatter [{"x"}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.reduce_scatter [{"x"}, {}] %arg0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.reduce_scatter"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"x"}, {}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reduce_scatter [{}, {"x"}] %a out_sharding=<@m, [{}, {"x"}]> : tensor<16x8xf32>',
      '%0 = sdy.reduce_scatter [{}, {"x"}] %arg0 out_sharding=<@m, [{}, {"x"}]> : tensor<16x8xf32>',
      '%0 = "sdy.reduce_scatter"(%arg0) <{out_sharding = #sdy.sharding<@m, [{}, {"x"}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{}, {"x"}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.reduce_scatter max [{"y"}, {}] %a out_sharding=<@m, [{"x", "y"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.reduce_scatter max [{"y"}, {}] %arg0 out_sharding=<@m, [{"x", "y"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.reduce_scatter"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"y"}, {}]>, reduction_op = 1 : i32}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x", "y"}>}',
      '%0 = sdy.reduce_scatter [{"x"}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.reduce_scatter [{"x"}, {}] %arg0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.reduce_scatter"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"x"}, {}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.reduce_scatter [{"y"}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      [
        `1:6 'sdy.reduce_scatter' op result sharding doesn't match expected sharding ["x", "y"] on dimension 0`,
      ],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.reduce_scatter [{"y"}] %a out_sharding=<@m, [{"x", "y"}, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.reduce_scatter' op result sharding has rank 2 but collective axes has rank 1"],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
