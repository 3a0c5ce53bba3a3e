import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.reduce_precision', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.reduce_precision %a, format = e5m10 : tensor<2xf32>',
      '%0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2xf32>',
      '%0 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2xf32>) -> tensor<2xf32>',
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.reduce_precision %a, format = e1m0 {x} : (tensor<2xf32>) -> tensor<?xf32>',
      '%0 = stablehlo.reduce_precision %arg0, format = e1m0 {x} : (tensor<2xf32>) -> tensor<?xf32>',
      '%0 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 1 : i32, mantissa_bits = 0 : i32}> {x} : (tensor<2xf32>) -> tensor<?xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.reduce_precision %a, format = e0m2 : tensor<2xf32>',
      [
        "1:6 'stablehlo.reduce_precision' op attribute 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive",
      ],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = "stablehlo.reduce_precision"(%a) {exponent_bits = 1 : i32, mantissa_bits = -1 : i32} : (tensor<2xf32>) -> tensor<2xf32>',
      [
        "1:6 'stablehlo.reduce_precision' op attribute 'mantissa_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative",
      ],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.reduce_precision %a, format = m2e5 : tensor<2xf32>',
      ["1:46 custom op 'stablehlo.reduce_precision' expected exponent mantissa in format e#m#, saw m2e5"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.reduce_precision %a, format = e2147483648m1 : tensor<2xf32>',
      ["1:46 custom op 'stablehlo.reduce_precision' unable to parse exponent '2147483648'"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.reduce_precision %a, format = e1m2147483648 : tensor<2xf32>',
      ["1:46 custom op 'stablehlo.reduce_precision' unable to parse mantissa '2147483648'"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.reduce_precision %a, format = e5m2 : (tensor<2xf32>) -> tensor<2xf64>',
      ["1:6 'stablehlo.reduce_precision' op requires compatible types for all operands and results"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
