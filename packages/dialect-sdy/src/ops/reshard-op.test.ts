import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.reshard', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"x"}, {"y", ?}p1]> : tensor<16x8xf32>',
      '%0 = sdy.reshard %arg0 <@m, [{"x"}, {"y", ?}p1]> : tensor<16x8xf32>',
      '%0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@m, [{"x"}, {"y", ?}p1]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.reshard %a <@m, [{"x"}, {}]> : tensor<16x8xf32>
%1 = sdy.reshard %0 <@m, [{}, {}]> {some = 1 : i64} : tensor<16x8xf32>`,
      `%0 = sdy.reshard %arg0 <@m, [{"x"}, {}]> : tensor<16x8xf32>
%1 = sdy.reshard %0 <@m, [{}, {}]> {some = 1 : i64} : tensor<16x8xf32>`,
      `%0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@m, [{"x"}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
%1 = "sdy.reshard"(%0) <{sharding = #sdy.sharding<@m, [{}, {}]>}> {some = 1 : i64} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>',
      '%0 = sdy.reshard %arg0 <@m, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>',
      '%0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}',
      '%0 = sdy.reshard %a <@m, [{}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.reshard %arg0 <@m, [{}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@m, [{}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <mesh<["w"=2]>, [{"w"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.reshard %arg0 <mesh<["w"=2]>, [{"w"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<mesh<["w"=2]>, [{"w"}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<?x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"x"}, {}]> : tensor<?x8xf32>',
      '%0 = sdy.reshard %arg0 <@m, [{"x"}, {}]> : tensor<?x8xf32>',
      '%0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@m, [{"x"}, {}]>}> : (tensor<?x8xf32>) -> tensor<?x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}',
      '%0 = sdy.reshard %a <@m, [{}, {}], unreduced={"x", "y"}> : tensor<16x8xf32>',
      '%0 = sdy.reshard %arg0 <@m, [{}, {}], unreduced={"x", "y"}> : tensor<16x8xf32>',
      '%0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x", "y"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@missing, [{"x"}, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.reshard' op unknown mesh: @missing"],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"x"}]> : tensor<16x8xf32>',
      ["1:6 'sdy.reshard' op sharding doesn't match tensor rank: 1 != 2"],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{"w"}, {}]> : tensor<16x8xf32>',
      [`1:6 'sdy.reshard' op unknown axis name: "w"`],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.reshard %a <@m, [{}, {}]> : tensor<16x4xf32>',
      [
        "1:18 use of value '%a' expects different type than prior uses: 'tensor<16x4xf32>' vs 'tensor<16x8xf32>'",
        '0:14 note: prior use here',
      ],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
