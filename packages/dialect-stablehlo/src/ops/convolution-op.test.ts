import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.convolution', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      '%0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      '%0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>, window_strides = array<i64: 2, 1>}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true, 0], rhs_dilate = [2, 1], lhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x13x6xf32>',
      '%0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x13x6xf32>',
      '%0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 2>, rhs_dilation = array<i64: 2, 1>, window_reversal = array<i1: true, false>}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x13x6xf32>',
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>',
      '%0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>',
      '%0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>',
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x4x8x6xf32>',
      '%0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x4x8x6xf32>',
      '%0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>, window_strides = array<i64: 2, 1>}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x4x8x6xf32>',
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x2x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x4x8x6xf32>',
      '%0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x4x8x6xf32>',
      '%0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, padding = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>, window_strides = array<i64: 2, 1>}> : (tensor<2x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x4x8x6xf32>',
    ],
    [
      '%a: tensor<?x8x?x4xf32, #stablehlo.bounds<2, ?, 8, ?>>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x?x4xf32, #stablehlo.bounds<2, ?, 8, ?>>, tensor<3x3x4x6xf32>) -> tensor<?x4x?x6xf32>',
      '%0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x?x4xf32, #stablehlo.bounds<2, ?, 8, ?>>, tensor<3x3x4x6xf32>) -> tensor<?x4x?x6xf32>',
      '%0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>, window_strides = array<i64: 2, 1>}> : (tensor<?x8x?x4xf32, #stablehlo.bounds<2, ?, 8, ?>>, tensor<3x3x4x6xf32>) -> tensor<?x4x?x6xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {step = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      ["1:101 custom op 'stablehlo.convolution' Unexpected keyword step"],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      ["1:118 custom op 'stablehlo.convolution' Unexpected keyword stride"],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      [
        '1:6 expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1.',
      ],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [0, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      ['1:6 expects window to have positive stride for 0-th window dimension, but got 0.'],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], lhs_dilate = [0, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      ['1:6 expects window to have positive base dilation factor for 0-th window dimension, but got 0.'],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], rhs_dilate = [1, -1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      ['1:6 expects window to have positive window dilation factor for 1-th window dimension, but got -1.'],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], reverse = [true], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      [
        '1:6 expects window-reversal to have same dimension-size as size of window dimensions (2), but got: 1.',
      ],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      [
        '1:6 expects padding-entries to have same dimension-size as size of window dimensions (2), but got: 3.',
      ],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      ["1:133 custom op 'stablehlo.convolution' Expected array with 2 elements, got 3 elements instead"],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, o], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      ["1:87 custom op 'stablehlo.convolution' Unexpected dimension o, expecting f"],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      [
        '1:6 expects the same size for input, kernel and output spatial-dimensions, but got 1, 2, and 2 resp.',
      ],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 2, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      ["1:62 custom op 'stablehlo.convolution' Expected spatial dimensions 1 not specified"],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 9007199254740991, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      [
        "1:77 custom op 'stablehlo.convolution' Expected spatial dimensions 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 not specified",
      ],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 0, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      ["1:57 custom op 'stablehlo.convolution' Duplicate entries for spatial dimension 0"],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, -1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      ["1:57 custom op 'stablehlo.convolution' Unexpected dimension -1"],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f, b]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      ["1:63 custom op 'stablehlo.convolution' Unexpected keyword b"],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [0, 1, b]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      ["1:59 custom op 'stablehlo.convolution' Expected dimensions f not specified"],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xi32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xi32>) -> tensor<2x4x8x6xf32>',
      ["1:6 expects lhs and rhs to have compatible element type. Got: 'f32' and 'i32'"],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      [
        "1:6 expects convolution arguments to have same number of dimensions. Got: 'tensor<2x8x8x4xf32>' and 'tensor<3x4x6xf32>'.",
      ],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      [
        '1:6 expects batch_group_count and feature_group_count not to be both greater than 1. Got 2 and 2 resp.',
      ],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 3 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      [
        '1:6 expects input batch dimension (2) to be divisible by batch_group_count. Got batch_group_count = 3.',
      ],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 0 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      [
        "1:142 custom op 'stablehlo.convolution' 'stablehlo.convolution' op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive",
      ],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      [
        '1:6 expects input feature dimension (4) to be a multiple of feature_group_count. Got feature_group_count = 3.',
      ],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      [
        '1:6 expects input feature dimension (4) / feature_group_count = kernel input feature dimension (4). Got feature_group_count = 2.',
      ],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x1x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x1x6xf32>) -> tensor<2x4x8x6xf32>',
      [
        '1:6 expects kernel output feature dimension (6) to be divisible by feature_group_count. For feature_group_count = 4.',
      ],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x5xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x5xf32>) -> tensor<2x4x8x6xf32>',
      [
        '1:6 expects output feature dimension size (5) to be a multiple of batch_group_count. Got batch_group_count = 2.',
      ],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x7xf32>',
      [
        "1:6 inferred shape '[2, 4, 8, 6]' is incompatible with return type of operation 'tensor<2x4x8x7xf32>'",
      ],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      ['1:6 expects precision config to be empty or have <= 2 elements, got 3'],
    ],
    [
      '%a: tensor<2x8x8x4xf32>, %b: tensor<0x3x4x6xf32>',
      '%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<0x3x4x6xf32>) -> tensor<2x4x8x6xf32>',
      ['1:6 expects window to have positive value for 0-th window dimension, but got 0.'],
    ],
    [
      '%a: tensor<1xf32>',
      '%0 = stablehlo.convolution(%a, %a) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>',
      [
        "1:6 expects convolution arguments to have >= 2 dimensions. Got: 'tensor<1xf32>' and 'tensor<1xf32>'.",
      ],
    ],
    [
      '%a: tensor<1x1x1xf32>',
      '%0 = stablehlo.convolution(%a, %a) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1xf32>',
      ['1:6 expects convolution arguments to have 2 dimensions. Got: 3'],
    ],
    [
      '%a: tensor<1x1x1xf32>',
      '%0 = stablehlo.convolution(%a, %a) dim_numbers = [b, f, 0]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1xf32>',
      [
        '1:6 expects the same size for input, kernel and output spatial-dimensions, but got 1, 0, and 0 resp.',
      ],
    ],
    [
      '%a: tensor<1x1xf32>',
      '%0 = "stablehlo.convolution"(%a, %a) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 5, kernel_output_feature_dimension = 1, output_feature_dimension = 1>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>',
      ['1:6 expects input, kernel, and output dimension-numbers to be in-range [0, 2).'],
    ],
    [
      '%a: tensor<1x1xf32>',
      '%0 = "stablehlo.convolution"(%a, %a) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>',
      ['1:6 expects input dimension-numbers to be unique, got {0, 0}.'],
    ],
    [
      '%a: tensor<1x1xf32>',
      '%0 = "stablehlo.convolution"(%a, %a) {dimension_numbers = #stablehlo.conv<raw batch = 0>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>',
      [
        '1:79 expected one of: `input_batch_dimension`, `input_feature_dimension`, `input_spatial_dimensions`, `kernel_input_feature_dimension`, `kernel_output_feature_dimension`, `kernel_spatial_dimensions`, `output_batch_dimension`, `output_feature_dimension`, `output_spatial_dimensions`',
        '1:79 failed parsing dot dimension numbers attribute',
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
