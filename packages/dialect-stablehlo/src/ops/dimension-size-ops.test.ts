import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.get_dimension_size', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x?xf32>',
      '%0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>',
      '%0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>',
      '%0 = "stablehlo.get_dimension_size"(%arg0) <{dimension = 1 : i64}> : (tensor<2x?xf32>) -> tensor<i32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x?xf32>',
      '%0 = stablehlo.get_dimension_size %a, dim = 2 : (tensor<2x?xf32>) -> tensor<i32>',
      [
        '1:6 requires dimension attribute in range [0, 2); found (2)',
        "1:6 'stablehlo.get_dimension_size' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x?xf32>',
      '%0 = stablehlo.get_dimension_size %a, dim = -1 : (tensor<2x?xf32>) -> tensor<i32>',
      [
        "1:6 'stablehlo.get_dimension_size' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative",
      ],
    ],
    [
      '%a: tensor<2x?xf32>',
      '%0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x?xf32>) -> tensor<1xi32>',
      [
        "1:6 'stablehlo.get_dimension_size' op inferred type(s) 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<1xi32>'",
        "1:6 'stablehlo.get_dimension_size' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.set_dimension_size', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<4x2xf32>, %s: tensor<i32>',
      '%0 = stablehlo.set_dimension_size %a, %s, dim = 0 : (tensor<4x2xf32>, tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>',
      '%0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 0 : (tensor<4x2xf32>, tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>',
      '%0 = "stablehlo.set_dimension_size"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<4x2xf32>, tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>',
    ],
    [
      '%a: tensor<?x2xf32, #stablehlo.bounds<4, ?>>',
      `%s = stablehlo.constant dense<4> : tensor<i32>
%0 = stablehlo.set_dimension_size %a, %s, dim = 0 : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<i32>) -> tensor<4x2xf32>`,
      `%c = stablehlo.constant dense<4> : tensor<i32>
%0 = stablehlo.set_dimension_size %arg0, %c, dim = 0 : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<i32>) -> tensor<4x2xf32>`,
      `%0 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
%1 = "stablehlo.set_dimension_size"(%arg0, %0) <{dimension = 0 : i64}> : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<i32>) -> tensor<4x2xf32>`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<4x2xf32>, %s: tensor<1xi32>',
      '%0 = stablehlo.set_dimension_size %a, %s, dim = 0 : (tensor<4x2xf32>, tensor<1xi32>) -> tensor<?x2xf32>',
      [
        '1:6 size operand should be of rank-0',
        "1:6 'stablehlo.set_dimension_size' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x2xf32>, %s: tensor<i32>',
      '%0 = stablehlo.set_dimension_size %a, %s, dim = 2 : (tensor<4x2xf32>, tensor<i32>) -> tensor<?x2xf32>',
      [
        '1:6 requires dimension attribute in range [0, 2); found (2)',
        "1:6 'stablehlo.set_dimension_size' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x2xf32>, %s: tensor<i32>',
      '%0 = stablehlo.set_dimension_size %a, %s, dim = 0 : (tensor<4x2xf32>, tensor<i32>) -> tensor<?x3xf32>',
      [
        "1:6 'stablehlo.set_dimension_size' op inferred type(s) 'tensor<?x2xf32, #stablehlo.bounds<4, ?>>' are incompatible with return type(s) of operation 'tensor<?x3xf32>'",
        "1:6 'stablehlo.set_dimension_size' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
