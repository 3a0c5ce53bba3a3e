import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.bitcast_convert', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2xi32>',
      '%0 = stablehlo.bitcast_convert %arg0 : (tensor<2xf32>) -> tensor<2xi32>',
      '%0 = "stablehlo.bitcast_convert"(%arg0) : (tensor<2xf32>) -> tensor<2xi32>',
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2x4xi8>',
      '%0 = stablehlo.bitcast_convert %arg0 : (tensor<2xf32>) -> tensor<2x4xi8>',
      '%0 = "stablehlo.bitcast_convert"(%arg0) : (tensor<2xf32>) -> tensor<2x4xi8>',
    ],
    [
      '%a: tensor<?x4xi8>',
      '%0 = stablehlo.bitcast_convert %a : (tensor<?x4xi8>) -> tensor<?xf32>',
      '%0 = stablehlo.bitcast_convert %arg0 : (tensor<?x4xi8>) -> tensor<?xf32>',
      '%0 = "stablehlo.bitcast_convert"(%arg0) : (tensor<?x4xi8>) -> tensor<?xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2xcomplex<f32>>',
      [
        "1:6 cannot convert between real and complex types, but got: 'tensor<2xf32>' and 'tensor<2xcomplex<f32>>'",
      ],
    ],
    ...['', 'foo = 1 : i32'].map((properties): [string, string, string[]] => [
      '%a: tensor<2xf32>',
      `%0 = "stablehlo.bitcast_convert"(%a) <{${properties}}> : (tensor<2xf32>) -> tensor<2xi32>`,
      [
        `1:6 invalid properties {${properties}} for op stablehlo.bitcast_convert: this operation has empty properties`,
      ],
    ]),
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<3xi32>',
      [
        "1:6 operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: 'tensor<2xf32>' and 'tensor<3xi32>'.",
      ],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2xi8>',
      [
        '1:6 rank of smaller element type (1) should be 1 more than rank of larger element type (1), but 1 != 1 + 1.',
      ],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2x3xi8>',
      ["1:6 requires compatible bit widths. Got: 'tensor<2xf32>' and 'tensor<2x3xi8>', but 8 * 3 != 32."],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<3x4xi8>',
      [
        "1:6 operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: 'tensor<2xf32>' and 'tensor<3x4xi8>'.",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
