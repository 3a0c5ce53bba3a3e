import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('CHLO operations of two operands of one shape', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = chlo.next_after %a, %a : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>',
      '%0 = chlo.next_after %arg0, %arg0 : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>',
      '%0 = "chlo.next_after"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = chlo.polygamma %a, %a : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>',
      '%0 = chlo.polygamma %arg0, %arg0 : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>',
      '%0 = "chlo.polygamma"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = chlo.zeta %a, %a : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>',
      '%0 = chlo.zeta %arg0, %arg0 : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>',
      '%0 = "chlo.zeta"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xf32>, %b: tensor<3xf32>',
      '%0 = chlo.next_after %a, %b : tensor<2xf32>, tensor<3xf32> -> tensor<2xf32>',
      ["1:6 'chlo.next_after' op requires compatible types for all operands and results"],
    ],
    [
      '%a: tensor<2xi32>',
      '%0 = chlo.zeta %a, %a : tensor<2xi32>, tensor<2xi32> -> tensor<2xi32>',
      [
        "1:6 'chlo.zeta' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
