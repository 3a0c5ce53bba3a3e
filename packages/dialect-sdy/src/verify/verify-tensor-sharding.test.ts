import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('a sharding that does not fit', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '',
      '"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : () -> tuple<tensor<2xf32>>',
      '%0 = "test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : () -> tuple<tensor<2xf32>>',
      '%0 = "test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : () -> tuple<tensor<2xf32>>',
    ],
    [
      '',
      '"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@m, []>]>} : () -> ()',
      '"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@m, []>]>} : () -> ()',
      '"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@m, []>]>} : () -> ()',
    ],
    [
      '',
      '"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : () -> ()',
      '"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : () -> ()',
      '"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : () -> ()',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@nowhere, [{}, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.reshard' op unknown mesh: @nowhere"],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@one, [{}, {}]> : tensor<16x8xf32>',
      [
        "1:6 'sdy.reshard' op a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes.",
      ],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{?}p-1, {}]> : tensor<16x8xf32>',
      [
        "1:31 custom op 'sdy.reshard' expecting priority in format 'p<number>', got: p",
        "1:31 custom op 'sdy.reshard' failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`",
      ],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{}p1, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.reshard' op dim 0 is empty and closed but has a priority"],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"w"}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.reshard' op unknown axis name: "w"`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"x"}, {"x"}]> : tensor<16x8xf32>',
      [`1:6 'sdy.reshard' op duplicate axis ref: "x"`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"x", "x"}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.reshard' op duplicate axis ref: "x"`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"x"}, {}], replicated={"x"}> : tensor<16x8xf32>',
      [`1:6 'sdy.reshard' op duplicate axis ref: "x"`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"x"}, {}], unreduced={"x"}> : tensor<16x8xf32>',
      [`1:6 'sdy.reshard' op duplicate axis ref: "x"`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{}, {}], replicated={"y", "x"}> : tensor<16x8xf32>',
      ["1:6 'sdy.reshard' op replicated axes are not ordered w.r.t. mesh"],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{}, {}], unreduced={"z", "x"}> : tensor<16x8xf32>',
      ["1:6 'sdy.reshard' op unreduced axes are not ordered w.r.t. mesh"],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"z":(1)2, "z":(2)2}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.reshard' op two consecutive sub-axes can be merged: "z":(1)2, "z":(2)2`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"z", "z":(1)2}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.reshard' op both sub-axis and full-axis are used for axis name: "z"`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"z":(0)2}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.reshard' op sub-axis pre-size must be at least 1: "z":(0)2`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"z":(2)1}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.reshard' op sub-axis sizes must be greater than 1: "z":(2)1`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"z":(2)4}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.reshard' op sub-axis next pre-size 8 doesn't divide the size of the full axis 4: "z":(2)4`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"z":(1)4}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.reshard' op sub-axis size is equal to the full axis size: "z":(1)4`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@twelve, [{"t":(1)4}, {"t":(3)4}]> : tensor<16x8xf32>',
      [`1:6 'sdy.reshard' op overlapping sub-axes: "t":(1)4, "t":(3)4`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@twelve, [{"t":(1)4}, {"t":(2)2}]> : tensor<16x8xf32>',
      [`1:6 'sdy.reshard' op overlapping sub-axes: "t":(1)4, "t":(2)2`],
    ],
    [
      '%a: tensor<*xf32>',
      '%0 = sdy.reshard %a <@m, [{}]> : tensor<*xf32>',
      ["1:6 'sdy.reshard' op only ranked tensors can have a sharding. type: 'tensor<*xf32>'"],
    ],
    [
      '%a: i32',
      '"test.op"(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (i32) -> i32',
      [
        `1:1 'test.op' op result - non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: 'i32', sharding: #sdy.sharding<@m, [{"x"}]>`,
      ],
    ],
    [
      '',
      '"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : () -> tuple<tensor<2xf32>, tensor<2xf32>>',
      [
        "1:1 'test.op' op result - ops can only have a sharding for a tuple of size 1: 'tuple<tensor<2xf32>, tensor<2xf32>>'",
      ],
    ],
    [
      '',
      '"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : () -> i32',
      [
        `1:1 'test.op' op result - non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: 'i32', sharding: #sdy.sharding<@m, [{"x"}]>`,
      ],
    ],
    [
      '',
      '"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : () -> ()',
      [
        "1:1 'test.op' op result 0 - a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes.",
      ],
    ],
    [
      '',
      '"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : () -> ()',
      ["1:1 'test.op' op result shardings don't match number of values: 1 shardings vs 0 values"],
    ],
    [
      '',
      '"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@m, []>, <@m, []>]>} : () -> ()',
      ["1:1 'test.op' op result shardings don't match number of values: 2 shardings vs 0 values"],
    ],
    [
      '',
      '%0:2 = "test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : () -> (tensor<2xf32>, tensor<2xf32>)',
      ["1:8 'test.op' op result shardings don't match number of values: 1 shardings vs 2 values"],
    ],
    [
      '',
      '%0:2 = "test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>, <@m, [{"w"}]>]>} : () -> (tensor<2xf32>, tensor<2xf32>)',
      [`1:8 'test.op' op result 1 - unknown axis name: "w"`],
    ],
    [
      '',
      '%0 = "test.op"() {sdy.sharding = #sdy.sharding<@m, [{"x"}]>} : () -> tensor<2xf32>',
      ["1:6 'test.op' op should have a sharding attribute of type TensorShardingPerValueAttr"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"w"}, {}]>}',
      '"test.op"(%a) : (tensor<16x8xf32>) -> ()',
      [`0:1 'func.func' op arg 0 - unknown axis name: "w"`],
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<2xf32> {sdy.sharding = 1 : i64}',
      '"test.op"() : () -> ()',
      ["0:1 'func.func' op arg 1 - should have a sharding attribute of type TensorShardingAttr"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      `%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
  %1 = sdy.reshard %b <@m, [{"x"}, {}]> : tensor<8x8xf32>
  sdy.return %1 : tensor<8x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      [
        `2:8 'sdy.reshard' op operates on axis "x" which is already bound by a parent sdy.manual_computation op`,
        '1:6 note: parent bounding this axis as manual',
      ],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
