import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.all_to_all', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>}',
      '%0 = sdy.all_to_all [{"y"}: 0->1] %a out_sharding=<@m, [{"x"}, {"y"}]> : tensor<16x8xf32>',
      '%0 = sdy.all_to_all [{"y"}: 0->1] %arg0 out_sharding=<@m, [{"x"}, {"y"}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_to_all"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>, params = #sdy<all_to_all_param_list[{"y"}: 0->1]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"z"}, {}]>}',
      '%0 = sdy.all_to_all [{"z":(2)2}: 0->1] %a out_sharding=<@m, [{"z":(1)2}, {"z":(2)2}]> : tensor<16x8xf32>',
      '%0 = sdy.all_to_all [{"z":(2)2}: 0->1] %arg0 out_sharding=<@m, [{"z":(1)2}, {"z":(2)2}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_to_all"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"z":(1)2}, {"z":(2)2}]>, params = #sdy<all_to_all_param_list[{"z":(2)2}: 0->1]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}, {}, {}]>}',
      '%0 = sdy.all_to_all [{"x"}: 0->2, {"y"}: 1->3] %a out_sharding=<@m, [{}, {}, {"x"}, {"y"}]> : tensor<16x8x8x8xf32>',
      '%0 = sdy.all_to_all [{"x"}: 0->2, {"y"}: 1->3] %arg0 out_sharding=<@m, [{}, {}, {"x"}, {"y"}]> : tensor<16x8x8x8xf32>',
      '%0 = "sdy.all_to_all"(%arg0) <{out_sharding = #sdy.sharding<@m, [{}, {}, {"x"}, {"y"}]>, params = #sdy<all_to_all_param_list[{"x"}: 0->2, {"y"}: 1->3]>}> : (tensor<16x8x8x8xf32>) -> tensor<16x8x8x8xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_to_all [] %a out_sharding=<@m, [{}, {"x"}]> : tensor<16x8xf32>',
      ["1:6 'sdy.all_to_all' op parameter list is empty"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_to_all [{"x"}: 2->1] %a out_sharding=<@m, [{}, {"x"}]> : tensor<16x8xf32>',
      ["1:6 'sdy.all_to_all' op source dimension 2 is out of range [0, 2)"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_to_all [{"x"}: 0->2] %a out_sharding=<@m, [{}, {"x"}]> : tensor<16x8xf32>',
      ["1:6 'sdy.all_to_all' op target dimension 2 is out of range [0, 2)"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}',
      '%0 = sdy.all_to_all [{"x"}: 0->1, {"y"}: 1->0] %a out_sharding=<@m, [{"y"}, {"x"}]> : tensor<16x8xf32>',
      ["1:6 'sdy.all_to_all' op overlapping source/target dimensions in all-to-all params: 1"],
    ],
    [
      '%a: tensor<16x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}, {}, {}]>}',
      '%0 = sdy.all_to_all [{"y"}: 1->3, {"x"}: 0->2] %a out_sharding=<@m, [{}, {}, {"x"}, {"y"}]> : tensor<16x8x8x8xf32>',
      ["1:6 'sdy.all_to_all' op source dimensions are not sorted in ascending order: 0 appears after 1"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_to_all [{"y"}: 0->1] %a out_sharding=<@m, [{"x"}, {"y"}]> : tensor<16x8xf32>',
      [`1:6 'sdy.all_to_all' op can't apply all-to-all axis "y" to operand sharding on dimension 0`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.all_to_all' op result sharding doesn't match expected sharding [] on dimension 0"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.all_to_all' op result sharding doesn't match expected sharding ["x"] on dimension 1`],
    ],
    [
      '%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}, {"y"}]>}',
      '%0 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@m, [{}, {"x"}, {}]> : tensor<16x8x8xf32>',
      [`1:6 'sdy.all_to_all' op result sharding doesn't match expected sharding ["y"] on dimension 2`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_to_all [{"w"}: 0->1] %a out_sharding=<@m, [{}, {"x"}]> : tensor<16x8xf32>',
      [`1:6 'sdy.all_to_all' op unknown axis name: "w"`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_to_all [{"x", "x"}: 0->1] %a out_sharding=<@m, [{}, {"x"}]> : tensor<16x8xf32>',
      [`1:6 'sdy.all_to_all' op duplicate axis ref: "x"`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@m, [{}, {"x"}]> : tensor<16x8xf32>',
      ["1:6 'sdy.all_to_all' op collective on operand without sharding"],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
