import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.constant', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '',
      '%0 = sdy.constant dense<1.0> : tensor<4xf32>',
      '%0 = sdy.constant dense<1.000000e+00> : tensor<4xf32>',
      '%0 = "sdy.constant"() <{value = dense<1.000000e+00> : tensor<4xf32>}> : () -> tensor<4xf32>',
    ],
    [
      '',
      '%0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} dense<[1, 2]> : tensor<2xi32>',
      '%0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} dense<[1, 2]> : tensor<2xi32>',
      '%0 = "sdy.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : () -> tensor<2xi32>',
    ],
    [
      '',
      '%0 = "sdy.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<4xf32>',
      '%0 = sdy.constant dense<1.000000e+00> : tensor<4xf32>',
      '%0 = "sdy.constant"() <{value = dense<1.000000e+00> : tensor<4xf32>}> : () -> tensor<4xf32>',
    ],
    [
      '',
      '%0 = sdy.constant() <{value = dense<1.0> : tensor<4xf32>}> {some} : () -> tensor<4xf32>',
      '%0 = sdy.constant {some} dense<1.000000e+00> : tensor<4xf32>',
      '%0 = "sdy.constant"() <{value = dense<1.000000e+00> : tensor<4xf32>}> {some} : () -> tensor<4xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    ['', '%0 = sdy.constant 1 : i32', ["1:19 custom op 'sdy.constant' invalid kind of attribute specified"]],
    ['', '%0 = "sdy.constant"() : () -> tensor<4xf32>', ["1:6 'sdy.constant' op requires attribute 'value'"]],
    [
      '',
      '%0 = "sdy.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<5xf32>',
      [
        "1:6 'sdy.constant' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'",
        "1:6 'sdy.constant' op failed to infer returned types",
      ],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
