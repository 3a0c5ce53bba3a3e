import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('unreduced axes', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}',
      '%0 = sdy.reshard %a <@m, [{}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.reshard %arg0 <@m, [{}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@m, [{}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}',
      '%0 = sdy.reshard %a <@m, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>',
      '%0 = sdy.reshard %arg0 <@m, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>',
      '%0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}',
      '%0 = sdy.reshard %a <@m, [{}, {}], unreduced={"y"}> : tensor<16x8xf32>',
      '%0 = sdy.reshard %arg0 <@m, [{}, {}], unreduced={"y"}> : tensor<16x8xf32>',
      '%0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@m, [{}, {}], unreduced={"y"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}',
      '%0 = sdy.all_reduce {"x"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_reduce"(%arg0) <{out_sharding = #sdy.sharding<@m, [{}, {}]>, reduction_axes = #sdy<axis_ref_list{"x"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced=max{"x"}>}',
      '%0 = sdy.all_reduce max {"x"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.all_reduce max {"x"} %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.all_reduce"(%arg0) <{out_sharding = #sdy.sharding<@m, [{}, {}]>, reduction_axes = #sdy<axis_ref_list{"x"}>, reduction_op = 1 : i32}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}',
      '%0 = sdy.all_reduce {"x"} %a out_sharding=<@m, [{}, {}], unreduced={"y"}> : tensor<16x8xf32>',
      ["1:6 'sdy.all_reduce' op cannot add new unreduced axis 'y'."],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced=max{"x"}>}',
      '%0 = sdy.all_reduce {"x"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.all_reduce' op cannot reduce 'max' unreduced axes. Expected 'sum'."],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}',
      '%0 = sdy.reshard %a <@m, [{}, {}], unreduced=max{"x"}> : tensor<16x8xf32>',
      ["1:6 'sdy.reshard' op cannot introduce 'max' unreduced axes. Expected 'sum'."],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced=max{"x"}>}',
      '%0 = sdy.reshard %a <@m, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>',
      ["1:6 'sdy.reshard' op cannot change the reduction operator of kept unreduced axes from max to sum."],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
