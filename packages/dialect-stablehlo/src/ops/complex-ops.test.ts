import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.real', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xcomplex<f32>>',
      '%0 = stablehlo.real %a : (tensor<2xcomplex<f32>>) -> tensor<2xf32>',
      '%0 = stablehlo.real %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>',
      '%0 = "stablehlo.real"(%arg0) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>',
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.real %a : tensor<2xf32>',
      '%0 = stablehlo.real %arg0 : tensor<2xf32>',
      '%0 = "stablehlo.real"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xcomplex<f32>>',
      '%0 = stablehlo.real %a : (tensor<2xcomplex<f32>>) -> tensor<2xf64>',
      [
        "1:6 'stablehlo.real' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'",
        "1:6 'stablehlo.real' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2xi32>',
      '%0 = stablehlo.real %a : tensor<2xi32>',
      [
        "1:6 'stablehlo.real' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.imag', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<?xcomplex<f64>>',
      '%0 = stablehlo.imag %a : (tensor<?xcomplex<f64>>) -> tensor<?xf64>',
      '%0 = stablehlo.imag %arg0 : (tensor<?xcomplex<f64>>) -> tensor<?xf64>',
      '%0 = "stablehlo.imag"(%arg0) : (tensor<?xcomplex<f64>>) -> tensor<?xf64>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xcomplex<f32>>',
      '%0 = stablehlo.imag %a : (tensor<2xcomplex<f32>>) -> tensor<3xf32>',
      ["1:6 'stablehlo.imag' op all non-scalar operands/results must have the same shape and base type"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.complex', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.complex %a, %a : tensor<2xcomplex<f32>>',
      '%0 = stablehlo.complex %arg0, %arg0 : tensor<2xcomplex<f32>>',
      '%0 = "stablehlo.complex"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>',
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<?xf32>',
      '%0 = stablehlo.complex %a, %b : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xcomplex<f32>>',
      '%0 = stablehlo.complex %arg0, %arg1 : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xcomplex<f32>>',
      '%0 = "stablehlo.complex"(%arg0, %arg1) : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xcomplex<f32>>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.complex %a, %a : tensor<2xf32>',
      ["1:33 custom op 'stablehlo.complex' expected tensor with complex element type"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.complex %a, %a : (tensor<2xf32>) -> tensor<2xcomplex<f32>>',
      ["1:33 custom op 'stablehlo.complex' 2 operands present, but expected 1"],
    ],
    [
      '%a: tensor<2xf16>',
      '%0 = "stablehlo.complex"(%a, %a) : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xcomplex<f32>>',
      [
        "1:6 'stablehlo.complex' op operand #0 must be ranked tensor of 32/64-bit float values, but got 'tensor<2xf16>'",
      ],
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<2xf64>',
      '%0 = "stablehlo.complex"(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>',
      ["1:6 'stablehlo.complex' op requires the same element type for all operands"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = "stablehlo.complex"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xcomplex<f32>>',
      ["1:6 'stablehlo.complex' op requires the same shape for all operands and results"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
