import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('data-flow edges', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '',
      `%0 = "test.op"() : () -> tensor<4xf32>
%1 = sdy.data_flow_edge %0 : tensor<4xf32>`,
      `%0 = "test.op"() : () -> tensor<4xf32>
%1 = sdy.data_flow_edge %0 : tensor<4xf32>`,
      `%0 = "test.op"() : () -> tensor<4xf32>
%1 = "sdy.data_flow_edge"(%0) : (tensor<4xf32>) -> tensor<4xf32>`,
    ],
    [
      '',
      `%0 = "test.op"() : () -> tensor<4xf32>
%1 = sdy.data_flow_edge %0 sharding=<@m, [{"x"}]> : tensor<4xf32>`,
      `%0 = "test.op"() : () -> tensor<4xf32>
%1 = sdy.data_flow_edge %0 sharding=<@m, [{"x"}]> : tensor<4xf32>`,
      `%0 = "test.op"() : () -> tensor<4xf32>
%1 = "sdy.data_flow_edge"(%0) <{sharding = #sdy.sharding<@m, [{"x"}]>}> : (tensor<4xf32>) -> tensor<4xf32>`,
    ],
    [
      '%a: tensor<4xf32>',
      '%0 = sdy.func_data_flow_edge %a : tensor<4xf32>',
      '%0 = sdy.func_data_flow_edge %arg0 : tensor<4xf32>',
      '%0 = "sdy.func_data_flow_edge"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>',
    ],
    [
      '%a: tensor<4xf32>',
      '%0 = sdy.func_data_flow_edge %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<4xf32>',
      '%0 = sdy.func_data_flow_edge %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<4xf32>',
      '%0 = "sdy.func_data_flow_edge"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<4xf32>) -> tensor<4xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '',
      `%0 = "test.op"() : () -> tensor<?xf32>
%1 = sdy.data_flow_edge %0 : tensor<?xf32>`,
      [
        "2:6 'sdy.data_flow_edge' op expected sdy.data_flow_edge to have a static-shaped result. type: 'tensor<?xf32>'",
      ],
    ],
    [
      '',
      `%0 = "test.op"() : () -> tensor<4xf32>
%1 = sdy.data_flow_edge %0 : tensor<4xf32>
%2 = sdy.data_flow_edge %0 : tensor<4xf32>`,
      ["2:6 'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to have a single user"],
    ],
    [
      '%a: tensor<4xf32>',
      `%0 = sdy.reshard %a <@m, [{}]> : tensor<4xf32>
%1 = sdy.data_flow_edge %0 : tensor<4xf32>`,
      [
        "2:6 'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an sdy.named_computation).",
        '1:6 note: sdy op defining the input of the sdy.data_flow_edge',
      ],
    ],
    [
      '',
      `%0 = "test.op"() : () -> tensor<4xf32>
%1 = sdy.data_flow_edge %0 sharding=<@m, [{"w"}]> : tensor<4xf32>`,
      [`2:6 'sdy.data_flow_edge' op unknown axis name: "w"`],
    ],
    [
      '%a: tensor<?xf32>',
      '%0 = sdy.func_data_flow_edge %a : tensor<?xf32>',
      [
        "1:6 'sdy.func_data_flow_edge' op expected sdy.func_data_flow_edge to have a static-shaped result. type: 'tensor<?xf32>'",
      ],
    ],
    [
      '%a: tensor<4xf32>',
      `%0 = sdy.func_data_flow_edge %a : tensor<4xf32>
%1 = sdy.func_data_flow_edge %a : tensor<4xf32>`,
      ["1:6 'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to have a single user"],
    ],
    [
      '',
      `%0 = "test.op"() : () -> tensor<4xf32>
%1 = sdy.func_data_flow_edge %0 : tensor<4xf32>`,
      [
        "2:6 'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to be a result of call op.",
      ],
    ],
    [
      '',
      `"test.op"() ({
^bb0(%b: tensor<4xf32>):
  %1 = sdy.func_data_flow_edge %b : tensor<4xf32>
}) : () -> ()`,
      [
        "3:8 'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to be a block argument of a func op.",
      ],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
