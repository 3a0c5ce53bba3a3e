import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.replicated_to_unreduced', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.replicated_to_unreduced {"y"} %a out_sharding=<@m, [{"x"}, {}], unreduced={"y"}> : tensor<16x8xf32>',
      '%0 = sdy.replicated_to_unreduced {"y"} %arg0 out_sharding=<@m, [{"x"}, {}], unreduced={"y"}> : tensor<16x8xf32>',
      '%0 = "sdy.replicated_to_unreduced"(%arg0) <{axes = #sdy<axis_ref_list{"y"}>, out_sharding = #sdy.sharding<@m, [{"x"}, {}], unreduced={"y"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}',
      '%0 = sdy.replicated_to_unreduced {"z":(1)2} %a out_sharding=<@m, [{}, {}], unreduced={"x", "z":(1)2}> : tensor<16x8xf32>',
      '%0 = sdy.replicated_to_unreduced {"z":(1)2} %arg0 out_sharding=<@m, [{}, {}], unreduced={"x", "z":(1)2}> : tensor<16x8xf32>',
      '%0 = "sdy.replicated_to_unreduced"(%arg0) <{axes = #sdy<axis_ref_list{"z":(1)2}>, out_sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x", "z":(1)2}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.replicated_to_unreduced {"y"} %a out_sharding=<@m, [{}, {}], unreduced={"y"}> : tensor<16x8xf32>',
      ["1:6 'sdy.replicated_to_unreduced' op input and output must share the same dimension shardings"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.replicated_to_unreduced {} %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.replicated_to_unreduced' op r2u axes must not be empty"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}',
      '%0 = sdy.replicated_to_unreduced {"y", "x"} %a out_sharding=<@m, [{}, {}], unreduced={"x", "y"}> : tensor<16x8xf32>',
      ["1:6 'sdy.replicated_to_unreduced' op r2u axes are not ordered w.r.t. mesh"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.replicated_to_unreduced' op r2u axis "x" overlaps with operand dimension sharding`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}',
      '%0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@m, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>',
      [`1:6 'sdy.replicated_to_unreduced' op r2u axis "x" overlaps with operand unreduced axes`],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}',
      '%0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.replicated_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + r2u_axes"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}',
      '%0 = sdy.replicated_to_unreduced {"w"} %a out_sharding=<@m, [{}, {}], unreduced={"w"}> : tensor<16x8xf32>',
      [`1:6 'sdy.replicated_to_unreduced' op unknown axis name: "w"`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@m, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>',
      ["1:6 'sdy.replicated_to_unreduced' op collective on operand without sharding"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}',
      '%0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@m, [{}, {}], unreduced=max{"x"}> : tensor<16x8xf32>',
      ["1:6 'sdy.replicated_to_unreduced' op out_sharding reduction_op must be SUM"],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
