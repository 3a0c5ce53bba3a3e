import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.constant', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '',
      `%0 = stablehlo.constant dense<1> : tensor<4xi32>
  %1 = stablehlo.constant {a.b = 1} dense<1.0> : tensor<4xf32>
  %2 = stablehlo.constant dense<true> : tensor<i1>
  %3 = stablehlo.constant dense<(1.0,2.0)> : tensor<complex<f32>>
  %4 = stablehlo.constant dense<1> : tensor<ui8>`,
      `%c = stablehlo.constant dense<1> : tensor<4xi32>
%cst = stablehlo.constant {a.b = 1 : i64} dense<1.000000e+00> : tensor<4xf32>
%c_0 = stablehlo.constant dense<true> : tensor<i1>
%cst_1 = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>
%c_2 = stablehlo.constant dense<1> : tensor<ui8>`,
      `%0 = "stablehlo.constant"() <{value = dense<1> : tensor<4xi32>}> : () -> tensor<4xi32>
%1 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<4xf32>}> {a.b = 1 : i64} : () -> tensor<4xf32>
%2 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
%3 = "stablehlo.constant"() <{value = dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
%4 = "stablehlo.constant"() <{value = dense<1> : tensor<ui8>}> : () -> tensor<ui8>`,
    ],
    [
      '',
      '%0 = stablehlo.constant sparse<0, 1> : tensor<4xi32>',
      '%c = stablehlo.constant sparse<0, 1> : tensor<4xi32>',
      '%0 = "stablehlo.constant"() <{value = sparse<0, 1> : tensor<4xi32>}> : () -> tensor<4xi32>',
    ],
    [
      '',
      '%0 = stablehlo.constant dense_resource<foo> : tensor<4xi32>',
      '%c = stablehlo.constant dense_resource<foo> : tensor<4xi32>',
      '%0 = "stablehlo.constant"() <{value = dense_resource<foo> : tensor<4xi32>}> : () -> tensor<4xi32>',
    ],
    [
      '',
      '%0 = stablehlo.constant() <{value = dense<1> : tensor<4xi32>}> : () -> tensor<4xi32>',
      '%c = stablehlo.constant dense<1> : tensor<4xi32>',
      '%0 = "stablehlo.constant"() <{value = dense<1> : tensor<4xi32>}> : () -> tensor<4xi32>',
    ],
    [
      '',
      '%0 = stablehlo.constant() {value = dense<1> : tensor<4xi32>} : () -> tensor<4xi32>',
      '%c = stablehlo.constant dense<1> : tensor<4xi32>',
      '%0 = "stablehlo.constant"() <{value = dense<1> : tensor<4xi32>}> : () -> tensor<4xi32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '',
      '%0 = "stablehlo.constant"() {value = dense<1> : tensor<4xi32>} : () -> tensor<5xi32>',
      [
        "1:6 'stablehlo.constant' op inferred type(s) 'tensor<4xi32>' are incompatible with return type(s) of operation 'tensor<5xi32>'",
        "1:6 'stablehlo.constant' op failed to infer returned types",
      ],
    ],
    [
      '',
      '%0 = "stablehlo.constant"() {value = dense<1> : tensor<4xi32>} : () -> tensor<4xf32>',
      [
        "1:6 'stablehlo.constant' op inferred type(s) 'tensor<4xi32>' are incompatible with return type(s) of operation 'tensor<4xf32>'",
        "1:6 'stablehlo.constant' op failed to infer returned types",
      ],
    ],
    [
      '',
      '%0 = "stablehlo.constant"() {value = 1 : i32} : () -> tensor<4xf32>',
      [
        "1:6 'stablehlo.constant' op attribute 'value' failed to satisfy constraint: constant vector/tensor attribute",
      ],
    ],
    [
      '',
      '%0 = stablehlo.constant dense<1> : vector<4xi32>',
      [
        "1:6 'stablehlo.constant' op result #0 must be statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'vector<4xi32>'",
      ],
    ],
    [
      '',
      '%0 = stablehlo.constant 1 : i32',
      ["1:25 custom op 'stablehlo.constant' invalid kind of attribute specified"],
    ],
    [
      '',
      '%0 = stablehlo.constant(1) {value = dense<1> : tensor<4xi32>} : () -> tensor<4xi32>',
      ["1:25 expected ')'"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
