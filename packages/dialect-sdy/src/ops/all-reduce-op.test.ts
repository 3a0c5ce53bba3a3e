import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.all_reduce', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_reduce {"y"} %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.all_reduce {"y"} %arg0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_reduce"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"x"}, {}]>, reduction_axes = #sdy<axis_ref_list{"y"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.all_reduce {"x", "z":(2)2} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.all_reduce {"x", "z":(2)2} %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_reduce"(%arg0) <{out_sharding = #sdy.sharding<@m, [{}, {}]>, reduction_axes = #sdy<axis_ref_list{"x", "z":(2)2}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_reduce max {"y"} %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.all_reduce max {"y"} %arg0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_reduce"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"x"}, {}]>, reduction_axes = #sdy<axis_ref_list{"y"}>, reduction_op = 1 : i32}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_reduce min {"y"} %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.all_reduce min {"y"} %arg0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_reduce"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"x"}, {}]>, reduction_axes = #sdy<axis_ref_list{"y"}>, reduction_op = 2 : i32}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_reduce {} %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.all_reduce {} %arg0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_reduce"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"x"}, {}]>, reduction_axes = #sdy<axis_ref_list{}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"y"}>}',
      '%0 = sdy.all_reduce {"y"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.all_reduce {"y"} %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_reduce"(%arg0) <{out_sharding = #sdy.sharding<@m, [{}, {}]>, reduction_axes = #sdy<axis_ref_list{"y"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_reduce sum {"y"} %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.all_reduce {"y"} %arg0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_reduce"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"x"}, {}]>, reduction_axes = #sdy<axis_ref_list{"y"}>, reduction_op = 0 : i32}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}',
      '%0 = sdy.all_reduce {"y"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.all_reduce {"y"} %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_reduce"(%arg0) <{out_sharding = #sdy.sharding<@m, [{}, {}]>, reduction_axes = #sdy<axis_ref_list{"y"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_reduce prod {"y"} %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      [
        "1:21 custom op 'sdy.all_reduce' expected string or keyword containing one of the following enum values for attribute 'reduction_op' [sum, max, min]",
      ],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_reduce {"y"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.all_reduce' op operand and result shardings are not equivalent"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}',
      '%0 = sdy.all_reduce {"y", "x"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.all_reduce' op reduction axes are not ordered w.r.t. mesh"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}',
      '%0 = sdy.all_reduce {"w"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.all_reduce' op unknown axis name: "w"`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_reduce {"x"} %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      [
        `1:6 'sdy.all_reduce' op reduction axis "x" overlaps with operand dimension sharding or replicated axes`,
      ],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}',
      '%0 = sdy.all_reduce {"y"} %a out_sharding=<@m, [{}, {}], unreduced={"y"}> : tensor<16x8xf32>',
      [`1:6 'sdy.all_reduce' op reduction axis "y" overlaps with result unreduced axes`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_reduce {"y"} %a out_sharding=<@m, [{"x"}]> : tensor<16x8xf32>',
      ["1:6 'sdy.all_reduce' op sharding doesn't match tensor rank: 1 != 2"],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
