import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.slice', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<4x4xf32>',
      '%0 = stablehlo.slice %a [0:4, 1:3] : (tensor<4x4xf32>) -> tensor<4x2xf32>',
      '%0 = stablehlo.slice %arg0 [0:4, 1:3] : (tensor<4x4xf32>) -> tensor<4x2xf32>',
      '%0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 4, 3>, start_indices = array<i64: 0, 1>, strides = array<i64: 1, 1>}> : (tensor<4x4xf32>) -> tensor<4x2xf32>',
    ],
    [
      '%a: tensor<4x4xf32>',
      '%0 = stablehlo.slice %a [0:4:3, 1:4:2] : (tensor<4x4xf32>) -> tensor<2x2xf32>',
      '%0 = stablehlo.slice %arg0 [0:4:3, 1:4:2] : (tensor<4x4xf32>) -> tensor<2x2xf32>',
      '%0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 4, 4>, start_indices = array<i64: 0, 1>, strides = array<i64: 3, 2>}> : (tensor<4x4xf32>) -> tensor<2x2xf32>',
    ],
    // More than 53 bits.
    [
      '%a: tensor<4xf32>',
      '%0 = stablehlo.slice %a [2:3:9007199254740993] : (tensor<4xf32>) -> tensor<1xf32>',
      '%0 = stablehlo.slice %arg0 [2:3:9007199254740993] : (tensor<4xf32>) -> tensor<1xf32>',
      '%0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 9007199254740993>}> : (tensor<4xf32>) -> tensor<1xf32>',
    ],
    [
      '%a: tensor<f32>',
      '%0 = stablehlo.slice %a [] : (tensor<f32>) -> tensor<f32>',
      '%0 = stablehlo.slice %arg0 [] : (tensor<f32>) -> tensor<f32>',
      '%0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64>, start_indices = array<i64>, strides = array<i64>}> : (tensor<f32>) -> tensor<f32>',
    ],
    [
      '%a: tensor<?xf32>',
      '%0 = stablehlo.slice %a [1:9] : (tensor<?xf32>) -> tensor<8xf32>',
      '%0 = stablehlo.slice %arg0 [1:9] : (tensor<?xf32>) -> tensor<8xf32>',
      '%0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 9>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<?xf32>) -> tensor<8xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<4x4xf32>',
      '%0 = stablehlo.slice %a [0:4] : (tensor<4x4xf32>) -> tensor<4x2xf32>',
      [
        '1:6 the number of elements in start_indices (1) does not match the rank of the operand (2)',
        "1:6 'stablehlo.slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x4xf32>',
      '%0 = stablehlo.slice %a [-1:4, 0:1] : (tensor<4x4xf32>) -> tensor<4x2xf32>',
      [
        '1:6 negative start index -1 in dimension 0',
        "1:6 'stablehlo.slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x4xf32>',
      '%0 = stablehlo.slice %a [0:5, 0:1] : (tensor<4x4xf32>) -> tensor<4x2xf32>',
      [
        '1:6 limit index 5 is larger than dimension size 4 in dimension 0',
        "1:6 'stablehlo.slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x4xf32>',
      '%0 = stablehlo.slice %a [3:2, 0:1] : (tensor<4x4xf32>) -> tensor<4x2xf32>',
      [
        '1:6 start index 3 is larger than limit index 2 in dimension 0',
        "1:6 'stablehlo.slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x4xf32>',
      '%0 = stablehlo.slice %a [0:2:0, 0:1] : (tensor<4x4xf32>) -> tensor<4x2xf32>',
      [
        '1:6 stride must be positive but got 0 in dimension 0',
        "1:6 'stablehlo.slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x4xf32>',
      '%0 = stablehlo.slice %a [0:2, 0:1] : (tensor<4x4xf32>) -> tensor<2x1xi32>',
      ["1:6 'stablehlo.slice' op requires the same element type for all operands and results"],
    ],
    [
      '%a: tensor<4x4xf32>',
      '%0 = stablehlo.slice %a [0:2, 0:1] : (tensor<4x4xf32>) -> tensor<2x2xf32>',
      [
        "1:6 'stablehlo.slice' op inferred type(s) 'tensor<2x1xf32>' are incompatible with return type(s) of operation 'tensor<2x2xf32>'",
        "1:6 'stablehlo.slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x4xf32>',
      '%0 = stablehlo.slice %a [0-2] : (tensor<4x4xf32>) -> tensor<2x2xf32>',
      ["1:27 expected ':'"],
    ],
    [
      '%a: tensor<4x4xf32>',
      '%0 = stablehlo.slice %a [] : (tensor<4x4xf32>) -> tensor<2x2xf32>',
      [
        '1:6 the number of elements in start_indices (0) does not match the rank of the operand (2)',
        "1:6 'stablehlo.slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4xf32>',
      '%0 = "stablehlo.slice"(%a) {start_indices = array<i64: 1>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1>} : (tensor<4xf32>) -> tensor<1xf32>',
      [
        "1:6 'stablehlo.slice' op failed to verify that all of {start_indices, limit_indices, strides} have same size",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
