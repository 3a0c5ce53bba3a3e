import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('chlo.top_k', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<4x16xf32>',
      '%0:2 = chlo.top_k(%a, k = 8) : tensor<4x16xf32> -> (tensor<4x8xf32>, tensor<4x8xi32>)',
      '%values, %indices = chlo.top_k(%arg0, k = 8) : tensor<4x16xf32> -> (tensor<4x8xf32>, tensor<4x8xi32>)',
      '%0:2 = "chlo.top_k"(%arg0) <{k = 8 : i64}> : (tensor<4x16xf32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)',
    ],
    [
      '%a: tensor<?x?xf32, #stablehlo.bounds<4, 16>>',
      '%0:2 = chlo.top_k(%a, k = 8) : tensor<?x?xf32, #stablehlo.bounds<4, 16>> -> (tensor<?x8xf32, #stablehlo.bounds<4, ?>>, tensor<?x8xi32, #stablehlo.bounds<4, ?>>)',
      '%values, %indices = chlo.top_k(%arg0, k = 8) : tensor<?x?xf32, #stablehlo.bounds<4, 16>> -> (tensor<?x8xf32, #stablehlo.bounds<4, ?>>, tensor<?x8xi32, #stablehlo.bounds<4, ?>>)',
      '%0:2 = "chlo.top_k"(%arg0) <{k = 8 : i64}> : (tensor<?x?xf32, #stablehlo.bounds<4, 16>>) -> (tensor<?x8xf32, #stablehlo.bounds<4, ?>>, tensor<?x8xi32, #stablehlo.bounds<4, ?>>)',
    ],
    [
      '%a: tensor<*xf32>',
      '%0:2 = chlo.top_k(%a, k = 8) : tensor<*xf32> -> (tensor<*xf32>, tensor<*xi32>)',
      '%values, %indices = chlo.top_k(%arg0, k = 8) : tensor<*xf32> -> (tensor<*xf32>, tensor<*xi32>)',
      '%0:2 = "chlo.top_k"(%arg0) <{k = 8 : i64}> : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<f32>',
      '%0:2 = chlo.top_k(%a, k = 8) : tensor<f32> -> (tensor<f32>, tensor<i32>)',
      ["1:8 operand's rank must be at least 1", "1:8 'chlo.top_k' op failed to infer returned types"],
    ],
    [
      '%a: tensor<4xf32>',
      '%0:2 = chlo.top_k(%a, k = 8) : tensor<4xf32> -> (tensor<8xf32>, tensor<8xi32>)',
      [
        "1:8 operand's last dimension must be at least 8",
        "1:8 'chlo.top_k' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<16xf32>',
      '%0:2 = chlo.top_k(%a, k = 8) : tensor<16xf32> -> (tensor<8xf32>, tensor<8xi64>)',
      [
        "1:8 'chlo.top_k' op inferred type(s) 'tensor<8xf32>', 'tensor<8xi32>' are incompatible with return type(s) of operation 'tensor<8xf32>', 'tensor<8xi64>'",
        "1:8 'chlo.top_k' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
