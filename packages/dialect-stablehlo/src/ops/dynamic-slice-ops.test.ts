import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.dynamic_slice and dynamic_update_slice', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<4x4xf32>, %i: tensor<i32>',
      '%0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 4] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>',
      '%0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [1, 4] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>',
      '%0 = "stablehlo.dynamic_slice"(%arg0, %arg1, %arg1) <{slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>',
    ],
    [
      '%a: tensor<4x4xf32>, %u: tensor<2x2xf32>, %i: tensor<i32>',
      '%0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>',
      '%0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>',
      '%0 = "stablehlo.dynamic_update_slice"(%arg0, %arg1, %arg2, %arg2) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<4x4xf32>, %i: tensor<i32>',
      '%0 = stablehlo.dynamic_slice %a, %i, sizes = [1, 4] : (tensor<4x4xf32>, tensor<i32>) -> tensor<1x4xf32>',
      [
        '1:6 has mismatched number of slice sizes (2) and number of start indices (1)',
        "1:6 'stablehlo.dynamic_slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x4xf32>, %i: tensor<i32>',
      '%0 = stablehlo.dynamic_slice %a, %i, sizes = [1] : (tensor<4x4xf32>, tensor<i32>) -> tensor<1x4xf32>',
      [
        '1:6 has mismatched number of start indices (1) and the rank of operand (2)',
        "1:6 'stablehlo.dynamic_slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x4xf32>, %i: tensor<i32>, %j: tensor<i64>',
      '%0 = stablehlo.dynamic_slice %a, %i, %j, sizes = [1, 4] : (tensor<4x4xf32>, tensor<i32>, tensor<i64>) -> tensor<1x4xf32>',
      [
        '1:6 start indices must have same element type',
        "1:6 'stablehlo.dynamic_slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x4xf32>, %i: tensor<i32>',
      '%0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [-1, 4] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>',
      [
        '1:6 has negative size index to dynamic slice: -1',
        "1:6 'stablehlo.dynamic_slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x4xf32>, %i: tensor<i32>',
      '%0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 5] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x5xf32>',
      [
        '1:6 has slice size 5 greater than dimension size 4 in dimension 1 of operand',
        "1:6 'stablehlo.dynamic_slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x4xf32>, %i: tensor<1xi32>',
      '%0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 4] : (tensor<4x4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1x5xf32>',
      [
        "1:6 'stablehlo.dynamic_slice' op operand #1 must be variadic of 0D tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<1xi32>'",
      ],
    ],
    [
      '%a: tensor<4x4xf32>, %i: tensor<f32>',
      '%0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 4] : (tensor<4x4xf32>, tensor<f32>, tensor<f32>) -> tensor<1x5xf32>',
      [
        "1:6 'stablehlo.dynamic_slice' op operand #1 must be variadic of 0D tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<f32>'",
      ],
    ],
    [
      '%a: tensor<4x4xf32>, %i: tensor<i32>',
      '%0 = stablehlo.dynamic_slice %a, %i %i, sizes = [1, 4] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>',
      ["1:36 expected ','"],
    ],
    [
      '%a: tensor<4x4xf32>, %u: tensor<2xf32>, %i: tensor<i32>',
      '%0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<4x4xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>',
      [
        '1:6 update rank does not match operand rank: 1 vs 2.',
        "1:6 'stablehlo.dynamic_update_slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x4xf32>, %u: tensor<2x2xf32>, %i: tensor<i32>',
      '%0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>) -> tensor<4x4xf32>',
      [
        '1:6 expects number of start_indices to match operand rank: 1 vs 2.',
        "1:6 'stablehlo.dynamic_update_slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x4xf32>, %u: tensor<2x5xf32>, %i: tensor<i32>',
      '%0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<4x4xf32>, tensor<2x5xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>',
      [
        '1:6 expects size at dimension 1 of update to be in range [0, 4]. Got: 5.',
        "1:6 'stablehlo.dynamic_update_slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x4xf32>, %u: tensor<2x2xi32>, %i: tensor<i32>',
      '%0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<4x4xf32>, tensor<2x2xi32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>',
      [
        "1:6 'stablehlo.dynamic_update_slice' op failed to verify that all of {operand, update, result} have same element type",
      ],
    ],
    [
      '%a: tensor<4x4xf32>, %u: tensor<2x2xf32>, %i: tensor<i32>',
      '%0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xi32>',
      [
        "1:6 'stablehlo.dynamic_update_slice' op failed to verify that all of {operand, update, result} have same element type",
      ],
    ],
    [
      '%a: tensor<4x4xf32>, %u: tensor<2x2xf32>, %i: tensor<i32>, %j: tensor<i64>',
      '%0 = stablehlo.dynamic_update_slice %a, %u, %i, %j : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i64>) -> tensor<4x4xf32>',
      [
        '1:6 start indices must have same element type',
        "1:6 'stablehlo.dynamic_update_slice' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
