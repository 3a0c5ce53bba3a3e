import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.all_gather', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {"z"}]>}',
      '%0 = sdy.all_gather [{"y"}, {"z"}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.all_gather [{"y"}, {"z"}] %arg0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_gather"(%arg0) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"y"}, {"z"}]>, out_sharding = #sdy.sharding<@m, [{"x"}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"z"}, {}]>}',
      '%0 = sdy.all_gather [{"z":(2)2}, {}] %a out_sharding=<@m, [{"z":(1)2}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.all_gather [{"z":(2)2}, {}] %arg0 out_sharding=<@m, [{"z":(1)2}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_gather"(%arg0) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"z":(2)2}, {}]>, out_sharding = #sdy.sharding<@m, [{"z":(1)2}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      `%0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
%1 = sdy.all_gather [{}, {}] %0 out_sharding=<@m, [{}, {}]> {some} : tensor<16x8xf32>`,
      `%0 = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
%1 = sdy.all_gather [{}, {}] %0 out_sharding=<@m, [{}, {}]> {some} : tensor<16x8xf32>`,
      `%0 = "sdy.all_gather"(%arg0) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>, out_sharding = #sdy.sharding<@m, [{}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
%1 = "sdy.all_gather"(%0) <{gathering_axes = #sdy<list_of_axis_ref_lists[{}, {}]>, out_sharding = #sdy.sharding<@m, [{}, {}]>}> {some} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.all_gather' op collective on operand without sharding"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@m, [{"w"}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.all_gather' op unknown axis name: "w"`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_gather [{"a"}, {}] %a out_sharding=<@other, [{}, {}]> : tensor<16x8xf32>',
      [
        "1:6 'sdy.all_gather' op result mesh does not match operand mesh",
        '0:14 note: operand mesh: #sdy.mesh<["x"=2, "y"=2, "z"=4]>',
      ],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_gather [{"x"}] %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.all_gather' op result sharding has rank 2 but collective axes has rank 1"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_gather [{"w"}, {}] %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.all_gather' op unknown axis name: "w"`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}',
      '%0 = sdy.all_gather [{"x"}, {"x"}] %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.all_gather' op duplicate axis ref: "x"`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>}',
      '%0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@m, [{"y"}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.all_gather' op can't apply gathering axis "x" to operand sharding on dimension 0`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_gather [{"x", "y"}, {}] %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.all_gather' op can't apply gathering axis "y" to operand sharding on dimension 0`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"z"}, {}]>}',
      '%0 = sdy.all_gather [{"z":(1)2}, {}] %a out_sharding=<@m, [{"z":(2)2}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.all_gather' op can't apply gathering axis "z":(1)2 to operand sharding on dimension 0`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>}',
      '%0 = sdy.all_gather [{"y"}, {}] %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.all_gather' op result sharding doesn't match expected sharding ["x"] on dimension 0`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@m, [{}, {"y"}]> : tensor<16x8xf32>',
      ["1:6 'sdy.all_gather' op result sharding doesn't match expected sharding [] on dimension 1"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>',
      [
        "1:33 use of value '%a' expects different type than prior uses: 'tensor<16x16xf32>' vs 'tensor<16x8xf32>'",
        '0:14 note: prior use here',
      ],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.all_gather {"x"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      ["1:20 expected '['"],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
