import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.is_finite', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.is_finite %a : (tensor<2xf32>) -> tensor<2xi1>',
      '%0 = stablehlo.is_finite %arg0 : (tensor<2xf32>) -> tensor<2xi1>',
      '%0 = "stablehlo.is_finite"(%arg0) : (tensor<2xf32>) -> tensor<2xi1>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.is_finite %a : (tensor<2xf32>) -> tensor<3xi1>',
      ["1:6 'stablehlo.is_finite' op all non-scalar operands/results must have the same shape and base type"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.is_finite %a : (tensor<2xf32>) -> tensor<2xi8>',
      ["1:6 'stablehlo.is_finite' op result #0 must be ranked tensor of bool values, but got 'tensor<2xi8>'"],
    ],
    [
      '%a: tensor<2xi32>',
      '%0 = stablehlo.is_finite %a : (tensor<2xi32>) -> tensor<2xi1>',
      [
        "1:6 'stablehlo.is_finite' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2xi32>'",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
