import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('CHLO constants', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '',
      '%0 = chlo.constant dense<[1, 2]> : tensor<2xi32>',
      '%0 = chlo.constant dense<[1, 2]> : tensor<2xi32>',
      '%0 = "chlo.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>',
    ],
    [
      '%a: tensor<*xi64>',
      '%0 = "chlo.constant_like"(%a) <{value = 3.000000e+00 : f32}> : (tensor<*xi64>) -> tensor<*xf32>',
      '%0 = "chlo.constant_like"(%arg0) <{value = 3.000000e+00 : f32}> : (tensor<*xi64>) -> tensor<*xf32>',
      '%0 = "chlo.constant_like"(%arg0) <{value = 3.000000e+00 : f32}> : (tensor<*xi64>) -> tensor<*xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xi64>',
      '%0 = "chlo.constant_like"(%a) <{value = 3.000000e+00 : f32}> : (tensor<2xi64>) -> tensor<2xf64>',
      ["1:6 'chlo.constant_like' op value's type doesn't match element return type"],
    ],
    [
      '%a: tensor<2xi64>',
      '%0 = "chlo.constant_like"(%a) <{value = 3.000000e+00 : f32}> : (tensor<2xi64>) -> tensor<3xf32>',
      ["1:6 'chlo.constant_like' op requires the same shape for all operands and results"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
