import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('shapes and types of elementwise operations', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x3xf32>, %i: tensor<2x?xf32>',
      '%0 = stablehlo.multiply %a, %i : (tensor<2x3xf32>, tensor<2x?xf32>) -> tensor<?x3xf32>',
      '%0 = stablehlo.multiply %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x?xf32>) -> tensor<?x3xf32>',
      '%0 = "stablehlo.multiply"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<2x?xf32>) -> tensor<?x3xf32>',
    ],
    [
      '%a: tensor<2x?xf32>, %b: tensor<2x3xf32>',
      '%0 = stablehlo.add %a, %b : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>',
      '%0 = stablehlo.add %arg0, %arg1 : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>',
      '%0 = "stablehlo.add"(%arg0, %arg1) : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>',
    ],
    [
      '%a: tensor<2x?xf32>, %b: tensor<2x3xf32>',
      '%0 = stablehlo.multiply %a, %b : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>',
      '%0 = stablehlo.multiply %arg0, %arg1 : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>',
      '%0 = "stablehlo.multiply"(%arg0, %arg1) : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>',
    ],
    [
      '%a: tensor<2x?xf32>',
      '%0 = stablehlo.abs %a : (tensor<2x?xf32>) -> tensor<2x3xf32>',
      '%0 = stablehlo.abs %arg0 : (tensor<2x?xf32>) -> tensor<2x3xf32>',
      '%0 = "stablehlo.abs"(%arg0) : (tensor<2x?xf32>) -> tensor<2x3xf32>',
    ],
    [
      '%a: tensor<2x?xf32>',
      '%0 = stablehlo.tanh %a : (tensor<2x?xf32>) -> tensor<2x3xf32>',
      '%0 = stablehlo.tanh %arg0 : (tensor<2x?xf32>) -> tensor<2x3xf32>',
      '%0 = "stablehlo.tanh"(%arg0) : (tensor<2x?xf32>) -> tensor<2x3xf32>',
    ],
    [
      '%a: tensor<2x?xf32>',
      '%0 = stablehlo.convert %a : (tensor<2x?xf32>) -> tensor<2x3xf32>',
      '%0 = stablehlo.convert %arg0 : (tensor<2x?xf32>) -> tensor<2x3xf32>',
      '%0 = "stablehlo.convert"(%arg0) : (tensor<2x?xf32>) -> tensor<2x3xf32>',
    ],
    [
      '%a: tensor<2x?xi8>',
      '%0 = stablehlo.not %a : (tensor<2x?xi8>) -> tensor<2x3xi8>',
      '%0 = stablehlo.not %arg0 : (tensor<2x?xi8>) -> tensor<2x3xi8>',
      '%0 = "stablehlo.not"(%arg0) : (tensor<2x?xi8>) -> tensor<2x3xi8>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>, %i: tensor<f32>',
      '%0 = stablehlo.add %a, %i : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>',
      ["1:6 'stablehlo.add' op requires the same shape for all operands and results"],
    ],
    [
      '%a: tensor<2x3xf32>, %i: tensor<2x3xi32>',
      '%0 = stablehlo.add %a, %i : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>',
      ['1:6 op requires the same element type for all operands and results'],
    ],
    [
      '%a: tensor<2x3xf32>, %i: tensor<2x3xf32>',
      '%0 = stablehlo.multiply %a, %i : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>',
      ["1:6 'stablehlo.multiply' op requires compatible types for all operands and results"],
    ],
    [
      '%a: tensor<2x3xf32>, %i: tensor<f32>',
      '%0 = stablehlo.add %a, %a : tensor<2x3xi32>',
      [
        "1:20 use of value '%a' expects different type than prior uses: 'tensor<2x3xi32>' vs 'tensor<2x3xf32>'",
        '0:14 note: prior use here',
      ],
    ],
    [
      '%a: i32',
      '%0 = stablehlo.add %a, %a : i32',
      [
        "1:6 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'",
      ],
    ],
    [
      '%a: tensor<2xcomplex<f32>>',
      '%0 = stablehlo.abs %a : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>',
      [
        "1:6 'stablehlo.abs' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2xcomplex<f32>>'",
      ],
    ],
    [
      '%a: tensor<2xcomplex<f32>>',
      '%0 = stablehlo.abs %a : (tensor<2xcomplex<f32>>) -> tensor<2xf64>',
      [
        "1:6 'stablehlo.abs' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'",
        "1:6 'stablehlo.abs' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2xcomplex<f16>>',
      '%0 = stablehlo.abs %a : (tensor<2xcomplex<f16>>) -> tensor<2xf16>',
      [
        "1:6 'stablehlo.abs' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xcomplex<f16>>'",
      ],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.abs %a : (tensor<2xf32>) -> tensor<3xf32>',
      ["1:6 'stablehlo.abs' op all non-scalar operands/results must have the same shape and base type"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = "stablehlo.abs"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
      ["1:6 'stablehlo.abs' op requires a single operand"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0:2 = "stablehlo.abs"(%a) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)',
      ["1:8 'stablehlo.abs' op requires one result"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
