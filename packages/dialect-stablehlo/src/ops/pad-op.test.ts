import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.pad', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<4xf32>, %v: tensor<f32>',
      '%0 = stablehlo.pad %a, %v, low = [1], high = [2], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<10xf32>',
      '%0 = stablehlo.pad %arg0, %arg1, low = [1], high = [2], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<10xf32>',
      '%0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 2>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 1>}> : (tensor<4xf32>, tensor<f32>) -> tensor<10xf32>',
    ],
    [
      '%a: tensor<?xf32>, %v: tensor<f32>',
      '%0 = stablehlo.pad %a, %v, low = [1], high = [2], interior = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>',
      '%0 = stablehlo.pad %arg0, %arg1, low = [1], high = [2], interior = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>',
      '%0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 2>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<4xf32>, %v: tensor<f32>',
      '%0 = stablehlo.pad %a, %v, low = [1], high = [2], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<11xf32>',
      [
        "1:6 'stablehlo.pad' op inferred type(s) 'tensor<10xf32>' are incompatible with return type(s) of operation 'tensor<11xf32>'",
        "1:6 'stablehlo.pad' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4xf32>, %v: tensor<f32>',
      '%0 = stablehlo.pad %a, %v, low = [1, 1], high = [2, 2], interior = [1, 1] : (tensor<4xf32>, tensor<f32>) -> tensor<11xf32>',
      [
        '1:6 edge_padding_low length (2) must match operand rank (1)',
        "1:6 'stablehlo.pad' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4xf32>, %v: tensor<f32>',
      '%0 = stablehlo.pad %a, %v, low = [1], high = [2, 2], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<11xf32>',
      [
        "1:6 'stablehlo.pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size",
      ],
    ],
    [
      '%a: tensor<4xf32>, %v: tensor<f32>',
      '%0 = stablehlo.pad %a, %v, low = [1], high = [2], interior = [-1] : (tensor<4xf32>, tensor<f32>) -> tensor<11xf32>',
      [
        '1:6 Interior padding cannot be negative: -1',
        "1:6 'stablehlo.pad' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4xf32>, %v: tensor<f32>',
      '%0 = stablehlo.pad %a, %v, low = [-3], high = [-2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<11xf32>',
      [
        '1:6 Padding result in negative size for dimension 0',
        "1:6 'stablehlo.pad' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4xf32>, %v: tensor<1xf32>',
      '%0 = stablehlo.pad %a, %v, low = [1], high = [2], interior = [0] : (tensor<4xf32>, tensor<1xf32>) -> tensor<7xf32>',
      [
        "1:6 'stablehlo.pad' op operand #1 must be 0D tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<1xf32>'",
      ],
    ],
    [
      '%a: tensor<4xf32>, %v: tensor<i32>',
      '%0 = stablehlo.pad %a, %v, low = [1], high = [2], interior = [0] : (tensor<4xf32>, tensor<i32>) -> tensor<7xf32>',
      ["1:6 'stablehlo.pad' op requires the same element type for all operands and results"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
