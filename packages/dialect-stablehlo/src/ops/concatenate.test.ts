import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.concatenate', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>, %b: tensor<?xf32>',
      '%0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>',
      '%0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>',
      '%0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>',
    ],
    [
      '%a: tensor<?x2xf32>, %b: tensor<3x?xf32>',
      '%0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?x2xf32>, tensor<3x?xf32>) -> tensor<?x2xf32>',
      '%0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<?x2xf32>, tensor<3x?xf32>) -> tensor<?x2xf32>',
      '%0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<?x2xf32>, tensor<3x?xf32>) -> tensor<?x2xf32>',
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x3xf32>',
      '%0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<5x3xf32>',
      '%0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<5x3xf32>',
      '%0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<5x3xf32>',
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.concatenate %a, dim = 0 {d.x} : (tensor<2xf32>) -> tensor<2xf32>',
      '%0 = stablehlo.concatenate %arg0, dim = 0 {d.x} : (tensor<2xf32>) -> tensor<2xf32>',
      '%0 = "stablehlo.concatenate"(%arg0) <{dimension = 0 : i64}> {d.x} : (tensor<2xf32>) -> tensor<2xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x3xf32>',
      '%0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<6x3xf32>',
      [
        "1:6 'stablehlo.concatenate' op inferred type(s) 'tensor<5x3xf32>' are incompatible with return type(s) of operation 'tensor<6x3xf32>'",
        "1:6 'stablehlo.concatenate' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x3xf32>',
      '%0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>',
      [
        '1:6 shapes of operand (0) and (1) are not compatible at non-concat index 0: (2, 3) != (3, 3)',
        "1:6 'stablehlo.concatenate' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x3xf32>',
      '%0 = stablehlo.concatenate %a, %b, dim = 2 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>',
      [
        '1:6 dimension 2 is out-of-bounds for input rank 2',
        "1:6 'stablehlo.concatenate' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x3xf32>',
      '%0 = stablehlo.concatenate %a, %b, dim = -1 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>',
      [
        "1:6 'stablehlo.concatenate' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative",
      ],
    ],
    [
      '%a: tensor<f32>',
      '%0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<f32>, tensor<f32>) -> tensor<2xf32>',
      [
        '1:6 rank-0 values cannot be concatenated',
        "1:6 'stablehlo.concatenate' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<2x1xf32>',
      '%0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<2xf32>',
      [
        '1:6 operands (0) and (1) do not match rank',
        "1:6 'stablehlo.concatenate' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<2xi32>',
      '%0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<2xi32>) -> tensor<4xf32>',
      ["1:6 'stablehlo.concatenate' op requires the same element type for all operands and results"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
