import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.sharded_to_unreduced', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {"z"}]>}',
      '%0 = sdy.sharded_to_unreduced [{"y"}, {"z"}] %a out_sharding=<@m, [{"x"}, {}], unreduced={"y", "z"}> : tensor<16x8xf32>',
      '%0 = sdy.sharded_to_unreduced [{"y"}, {"z"}] %arg0 out_sharding=<@m, [{"x"}, {}], unreduced={"y", "z"}> : tensor<16x8xf32>',
      '%0 = "sdy.sharded_to_unreduced"(%arg0) <{axes = #sdy<list_of_axis_ref_lists[{"y"}, {"z"}]>, out_sharding = #sdy.sharding<@m, [{"x"}, {}], unreduced={"y", "z"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}], unreduced={"y"}>}',
      '%0 = sdy.sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@m, [{}, {}], unreduced={"x", "y"}> : tensor<16x8xf32>',
      '%0 = sdy.sharded_to_unreduced [{"x"}, {}] %arg0 out_sharding=<@m, [{}, {}], unreduced={"x", "y"}> : tensor<16x8xf32>',
      '%0 = "sdy.sharded_to_unreduced"(%arg0) <{axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>, out_sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x", "y"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      [
        "1:6 'sdy.sharded_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + sharded_to_unreduced_axes",
      ],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.sharded_to_unreduced [{"y"}, {}] %a out_sharding=<@m, [{"x"}, {}], unreduced={"y"}> : tensor<16x8xf32>',
      [
        `1:6 'sdy.sharded_to_unreduced' op can't apply shard-to-unreduce axis "y" to operand sharding on dimension 0`,
      ],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.sharded_to_unreduced [{"x"}] %a out_sharding=<@m, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>',
      ["1:6 'sdy.sharded_to_unreduced' op result sharding has rank 2 but collective axes has rank 1"],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@m, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>',
      ["1:6 'sdy.sharded_to_unreduced' op collective on operand without sharding"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@m, [{}, {}], unreduced=max{"x"}> : tensor<16x8xf32>',
      ["1:6 'sdy.sharded_to_unreduced' op out_sharding reduction_op must be SUM"],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
