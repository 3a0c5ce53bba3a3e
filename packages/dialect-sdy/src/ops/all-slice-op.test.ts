import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.all_slice', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_slice [{"y"}, {"z"}] %a out_sharding=<@m, [{"x", "y"}, {"z"}]> : tensor<16x8xf32>',
      '%0 = sdy.all_slice [{"y"}, {"z"}] %arg0 out_sharding=<@m, [{"x", "y"}, {"z"}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_slice"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"x", "y"}, {"z"}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"y"}, {"z"}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_slice"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"x"}, {}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"z":(1)2}, {}]>}',
      '%0 = sdy.all_slice [{"z":(2)2}, {}] %a out_sharding=<@m, [{"z"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.all_slice [{"z":(2)2}, {}] %arg0 out_sharding=<@m, [{"z"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_slice"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"z"}, {}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"z":(2)2}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_slice [{"y"}, {}] %a out_sharding=<@m, [{"y"}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.all_slice' op result sharding doesn't match expected sharding ["x", "y"] on dimension 0`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_slice [{"y"}] %a out_sharding=<@m, [{"x", "y"}, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.all_slice' op result sharding has rank 2 but collective axes has rank 1"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.all_slice' op result sharding doesn't match expected sharding ["x", "x"] on dimension 0`],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
