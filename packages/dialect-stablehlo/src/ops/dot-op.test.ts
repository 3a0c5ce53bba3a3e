import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.dot', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      '%0 = stablehlo.dot %arg0, %arg1 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.dot"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
    ],
    [
      '%a: tensor<3xf32>, %b: tensor<3xf32>',
      '%0 = stablehlo.dot %a, %b, precision = [HIGH, DEFAULT] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>',
      '%0 = stablehlo.dot %arg0, %arg1, precision = [HIGH, DEFAULT] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>',
      '%0 = "stablehlo.dot"(%arg0, %arg1) <{precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>',
    ],
    [
      '%a: tensor<3xf32>',
      '%0 = stablehlo.dot %a, %a, precision = [] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>',
      '%0 = stablehlo.dot %arg0, %arg0, precision = [] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>',
      '%0 = "stablehlo.dot"(%arg0, %arg0) <{precision_config = []}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>, %b: tensor<2x3xf32>',
      '%0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>',
      ['1:6 expected both lhs/rhs ranks to be either 1 or 2'],
    ],
    [
      '%a: tensor<2x3x4xf32>',
      '%0 = stablehlo.dot %a, %a : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3xf32>',
      ['1:6 expected both lhs/rhs ranks to be either 1 or 2'],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x5xf32>',
      ["1:6 inferred shape '[2, 4]' is incompatible with return type of operation 'tensor<2x5xf32>'"],
    ],
    [
      '%a: tensor<3xf32>',
      '%0 = stablehlo.dot %a, %a, precision = [HIGH, HIGH, HIGH] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>',
      ['1:6 expects precision config to be empty or have <= 2 elements, got 3'],
    ],
    [
      '%a: tensor<3xf32>',
      '%0 = stablehlo.dot %a, %a, precision = [LOW] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>',
      [
        "1:41 custom op 'stablehlo.dot' expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST",
        "1:44 custom op 'stablehlo.dot' failed to parse StableHLO_PrecisionAttr parameter 'value' which is to be a `::mlir::stablehlo::Precision`",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
