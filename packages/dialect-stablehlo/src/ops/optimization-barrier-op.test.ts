import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.optimization_barrier', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>, %t: !stablehlo.token',
      '%0:2 = stablehlo.optimization_barrier %a, %t : tensor<2xf32>, !stablehlo.token',
      '%0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<2xf32>, !stablehlo.token',
      '%0:2 = "stablehlo.optimization_barrier"(%arg0, %arg1) : (tensor<2xf32>, !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)',
    ],
    [
      '',
      'stablehlo.optimization_barrier ()',
      'stablehlo.optimization_barrier()',
      '"stablehlo.optimization_barrier"() : () -> ()',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = "stablehlo.optimization_barrier"(%a) : (tensor<2xf32>) -> tensor<3xf32>',
      ["1:6 'stablehlo.optimization_barrier' op requires the same type for operand and result at index 0"],
    ],
    [
      '%a: tensor<2xf32>',
      '"stablehlo.optimization_barrier"(%a) : (tensor<2xf32>) -> ()',
      ["1:1 'stablehlo.optimization_barrier' op requires the same number of operands and results"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.optimization_barrier %a, %a : tensor<2xf32>',
      [
        "1:37 custom op 'stablehlo.optimization_barrier' number of operands and types do not match: got 2 operands and 1 types",
      ],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.optimization_barrier %a : %a',
      [
        '1:42 expected non-function type',
        "1:42 custom op 'stablehlo.optimization_barrier' expected type list",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
