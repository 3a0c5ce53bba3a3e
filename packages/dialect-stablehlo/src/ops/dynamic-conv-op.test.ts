import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.dynamic_conv', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>, %p: tensor<1x2xi32>',
      '%0 = "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>, tensor<1x2xi32>) -> tensor<2x?x6xf32>',
      '%0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<2x8x4xf32>, tensor<3x4x6xf32>, tensor<1x2xi32>) -> tensor<2x?x6xf32>',
      '%0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<2x8x4xf32>, tensor<3x4x6xf32>, tensor<1x2xi32>) -> tensor<2x?x6xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>, %p: tensor<2x2xi32>',
      '%0 = "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>, tensor<2x2xi32>) -> tensor<2x?x6xf32>',
      ['1:6 expects padding to be of shape [1, 2], but got [2, 2]'],
    ],
    [
      '%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>, %p: tensor<2xi32>',
      '%0 = "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>, tensor<2xi32>) -> tensor<2x?x6xf32>',
      [
        "1:6 'stablehlo.dynamic_conv' op operand #2 must be statically shaped 2-dimensional integer tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2xi32>'",
      ],
    ],
    [
      '%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>, %p: tensor<1x2xi32>',
      '%0 = "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, f, 0]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>, tensor<1x2xi32>) -> tensor<2x?x6xf32>',
      [
        '1:6 expects input feature dimension (8) / feature_group_count = kernel input feature dimension (4). Got feature_group_count = 1.',
      ],
    ],
    [
      '%a: tensor<2x8x4xf32>, %b: tensor<3x4x6xf32>',
      `%p = stablehlo.constant dense<1> : tensor<1x2xi64>
%0 = "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>} : (tensor<2x8x4xf32>, tensor<3x4x6xf32>, tensor<1x2xi64>) -> tensor<2x?x6xf32>`,
      [
        '2:6 expects window-strides to have same dimension-size as size of window dimensions (1), but got: 2.',
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
