import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.clamp', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>, %b: tensor<?xf32>',
      '%0 = stablehlo.clamp %b, %a, %b : (tensor<?xf32>, tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>',
      '%0 = stablehlo.clamp %arg1, %arg0, %arg1 : (tensor<?xf32>, tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>',
      '%0 = "stablehlo.clamp"(%arg1, %arg0, %arg1) : (tensor<?xf32>, tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>',
    ],
    [
      '%a: tensor<2xf32>, %s: tensor<f32>',
      '%0 = stablehlo.clamp %s, %a, %s : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>',
      '%0 = stablehlo.clamp %arg1, %arg0, %arg1 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>',
      '%0 = "stablehlo.clamp"(%arg1, %arg0, %arg1) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>',
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.clamp %a, %a, %a {d.x} : tensor<2xf32>',
      '%0 = stablehlo.clamp %arg0, %arg0, %arg0 {d.x} : tensor<2xf32>',
      '%0 = "stablehlo.clamp"(%arg0, %arg0, %arg0) {d.x} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.clamp %a, %a, %a : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>',
      [
        "1:6 'stablehlo.clamp' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'",
        "1:6 'stablehlo.clamp' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<3xf32>',
      '%0 = stablehlo.clamp %b, %a, %a : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
      [
        '1:6 min shape [3] is not scalar and is not compatible to operand shape [2]',
        "1:6 'stablehlo.clamp' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<?x?xf32>',
      '%0 = stablehlo.clamp %a, %a, %b : (tensor<2xf32>, tensor<2xf32>, tensor<?x?xf32>) -> tensor<2xf32>',
      [
        '1:6 max shape [-9223372036854775808, -9223372036854775808] is not scalar and is not compatible to operand shape [2]',
        "1:6 'stablehlo.clamp' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<2xi32>',
      '%0 = stablehlo.clamp %a, %a, %b : (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>',
      ["1:6 'stablehlo.clamp' op requires compatible element types for all operands and results"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
