import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('CHLO operations of one operand', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = chlo.acos %a : tensor<2xf32> -> tensor<2xf32>',
      '%0 = chlo.acos %arg0 : tensor<2xf32> -> tensor<2xf32>',
      '%0 = "chlo.acos"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>',
    ],
    [
      '%a: tensor<*xf32>',
      '%0 = chlo.erf %a : tensor<*xf32> -> tensor<*xf32>',
      '%0 = chlo.erf %arg0 : tensor<*xf32> -> tensor<*xf32>',
      '%0 = "chlo.erf"(%arg0) : (tensor<*xf32>) -> tensor<*xf32>',
    ],
    [
      '%a: tensor<2xcomplex<f32>>',
      '%0 = chlo._asin_acos_kernel %a : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>',
      '%0 = chlo._asin_acos_kernel %arg0 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>',
      '%0 = "chlo._asin_acos_kernel"(%arg0) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>',
    ],
    [
      '%a: tensor<?xf32>',
      '%0 = chlo.is_inf %a : tensor<?xf32> -> tensor<2xi1>',
      '%0 = chlo.is_inf %arg0 : tensor<?xf32> -> tensor<2xi1>',
      '%0 = "chlo.is_inf"(%arg0) : (tensor<?xf32>) -> tensor<2xi1>',
    ],
    [
      '%a: tensor<?xf32>',
      '%0 = chlo.is_neg_inf %a : tensor<?xf32> -> tensor<2xi1>',
      '%0 = chlo.is_neg_inf %arg0 : tensor<?xf32> -> tensor<2xi1>',
      '%0 = "chlo.is_neg_inf"(%arg0) : (tensor<?xf32>) -> tensor<2xi1>',
    ],
    [
      '%a: tensor<?xf32>',
      '%0 = chlo.is_pos_inf %a : tensor<?xf32> -> tensor<2xi1>',
      '%0 = chlo.is_pos_inf %arg0 : tensor<?xf32> -> tensor<2xi1>',
      '%0 = "chlo.is_pos_inf"(%arg0) : (tensor<?xf32>) -> tensor<2xi1>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<*xf32>',
      '%0 = chlo.erf %a : tensor<*xf32> -> tensor<2xf32>',
      ["1:6 'chlo.erf' op all non-scalar operands/results must have the same shape and base type"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = chlo.acos %a : tensor<2xf32> -> tensor<3xf32>',
      ["1:6 'chlo.acos' op requires compatible types for all operands and results"],
    ],
    [
      '%a: tensor<2xi32>',
      '%0 = chlo.acosh %a : tensor<2xi32> -> tensor<2xi32>',
      [
        "1:6 'chlo.acosh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'",
      ],
    ],
    [
      '%a: tensor<2xcomplex<f32>>',
      '%0 = chlo.digamma %a : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>',
      [
        "1:6 'chlo.digamma' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xcomplex<f32>>'",
      ],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = chlo.is_inf %a : tensor<2xf32> -> tensor<3xi1>',
      ["1:6 'chlo.is_inf' op all non-scalar operands/results must have the same shape and base type"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = chlo.is_inf %a : tensor<2xf32> -> tensor<2xi8>',
      ["1:6 'chlo.is_inf' op result #0 must be tensor of bool values, but got 'tensor<2xi8>'"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
