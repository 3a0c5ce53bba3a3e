import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.dynamic_iota', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%s: tensor<2xindex>',
      '%0 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xindex>) -> tensor<?x4xi32>',
      '%0 = stablehlo.dynamic_iota %arg0, dim = 1 : (tensor<2xindex>) -> tensor<?x4xi32>',
      '%0 = "stablehlo.dynamic_iota"(%arg0) <{iota_dimension = 1 : i64}> : (tensor<2xindex>) -> tensor<?x4xi32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%s: tensor<2xindex>',
      '%0 = stablehlo.dynamic_iota %s, dim = 2 : (tensor<2xindex>) -> tensor<?x4xi32>',
      ['1:6 iota dimension cannot go beyond the output rank.'],
    ],
    [
      '%s: tensor<2xindex>',
      '%0 = stablehlo.dynamic_iota %s, dim = -1 : (tensor<2xindex>) -> tensor<?x4xi32>',
      [
        "1:6 'stablehlo.dynamic_iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative",
      ],
    ],
    [
      '',
      `%s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
%0 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<?x4xi32>`,
      ["2:6 output shape [2, 3] is incompatible with return type of operation 'tensor<?x4xi32>'"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.dynamic_reshape', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<?xf32>, %s: tensor<2xi32>',
      '%0 = stablehlo.dynamic_reshape %a, %s : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x2xf32>',
      '%0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x2xf32>',
      '%0 = "stablehlo.dynamic_reshape"(%arg0, %arg1) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x2xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<4xf32>, %s: tensor<2xi32>',
      '%0 = stablehlo.dynamic_reshape %a, %s : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x2xi32>',
      [
        "1:6 expects operand and result to have compatible element type. Got: 'tensor<4xf32>' and 'tensor<2x2xi32>'",
      ],
    ],
    [
      '%a: tensor<4xf32>, %s: tensor<2xi32>',
      '%0 = stablehlo.dynamic_reshape %a, %s : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x3xf32>',
      ["1:6 number of output elements (6) doesn't match expected number of elements (4)"],
    ],
    [
      '%a: tensor<4xf32>, %s: tensor<1xi32>',
      '%0 = stablehlo.dynamic_reshape %a, %s : (tensor<4xf32>, tensor<1xi32>) -> tensor<?x?xf32>',
      ['1:6 result should have a rank equal to the number of elements in output_shape'],
    ],
    [
      '%a: tensor<4xf32>',
      `%s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
%0 = stablehlo.dynamic_reshape %a, %s : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>`,
      [
        '2:6 output_shape is incompatible with input type of operation: input has 4 elements, but output_shape has 6',
      ],
    ],
    [
      '%a: tensor<6xf32>',
      `%s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
%0 = stablehlo.dynamic_reshape %a, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<3x?xf32>`,
      ["2:6 output shape [2, 3] is incompatible with return type of operation 'tensor<3x?xf32>'"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.real_dynamic_slice', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<?xf32>, %i: tensor<1xindex>',
      '%0 = stablehlo.real_dynamic_slice %a, %i, %i, %i : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>',
      '%0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg1, %arg1 : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>',
      '%0 = "stablehlo.real_dynamic_slice"(%arg0, %arg1, %arg1, %arg1) : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<?xf32>, %i: tensor<2xindex>',
      '%0 = stablehlo.real_dynamic_slice %a, %i, %i, %i : (tensor<?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?xf32>',
      ['1:6 has mismatched number of operand rank (1) and start_indices size (2)'],
    ],
    [
      '%a: tensor<?xf32>, %i: tensor<1xindex>, %j: tensor<1xi32>',
      '%0 = stablehlo.real_dynamic_slice %a, %i, %j, %i : (tensor<?xf32>, tensor<1xindex>, tensor<1xi32>, tensor<1xindex>) -> tensor<?xf32>',
      [
        "1:6 'stablehlo.real_dynamic_slice' op failed to verify that all of {start_indices, limit_indices, strides} have same type",
      ],
    ],
    [
      '%a: tensor<?xf32>, %i: tensor<1xindex>',
      '%0 = stablehlo.real_dynamic_slice %a, %i, %i, %i : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xi32>',
      [
        "1:6 'stablehlo.real_dynamic_slice' op failed to verify that all of {operand, result} have same element type",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.dynamic_pad', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<?xf32>, %v: tensor<f32>, %i: tensor<1xi32>',
      '%0 = stablehlo.dynamic_pad %a, %v, %i, %i, %i : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>',
      '%0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg2, %arg2 : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>',
      '%0 = "stablehlo.dynamic_pad"(%arg0, %arg1, %arg2, %arg2, %arg2) : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<?xf32>, %v: tensor<f32>, %i: tensor<2xi32>',
      '%0 = stablehlo.dynamic_pad %a, %v, %i, %i, %i : (tensor<?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>',
      ['1:6 padding operands size (2) must match operand rank (1)'],
    ],
    [
      '%a: tensor<?xf32>, %v: tensor<f32>, %i: tensor<1xi32>',
      '%0 = stablehlo.dynamic_pad %a, %v, %i, %i, %i : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x?xf32>',
      ["1:6 'stablehlo.dynamic_pad' op failed to verify that all of {operand, result} have same rank"],
    ],
    [
      '%a: tensor<?xf32>, %v: tensor<i32>, %i: tensor<1xi32>',
      '%0 = stablehlo.dynamic_pad %a, %v, %i, %i, %i : (tensor<?xf32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>',
      [
        "1:6 'stablehlo.dynamic_pad' op failed to verify that all of {operand, padding_value, result} have same element type",
      ],
    ],
    [
      '%a: tensor<4xf32>, %v: tensor<f32>',
      `%i = stablehlo.constant dense<1> : tensor<1xi64>
%0 = stablehlo.dynamic_pad %a, %v, %i, %i, %i : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf32>`,
      ['2:6 expected output dimension at index 0 to equal 9, but got 4'],
    ],
    [
      '%a: tensor<4xf32>, %v: tensor<f32>',
      `%i = stablehlo.constant dense<-1> : tensor<1xi64>
%0 = stablehlo.dynamic_pad %a, %v, %i, %i, %i : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf32>`,
      ['2:6 interior_padding must be non-negative, but got -1'],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
