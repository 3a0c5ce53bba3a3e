import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.reduce_window', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<4x6xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
      `%0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
      `%0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
    ],
    [
      '%a: tensor<?x6xf32, #stablehlo.bounds<4, ?>>, %z: tensor<f32>',
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<?x6xf32, #stablehlo.bounds<4, ?>>, tensor<f32>) -> tensor<?x3xf32, #stablehlo.bounds<4, ?>>`,
      `%0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<?x6xf32, #stablehlo.bounds<4, ?>>, tensor<f32>) -> tensor<?x3xf32, #stablehlo.bounds<4, ?>>`,
      `%0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<?x6xf32, #stablehlo.bounds<4, ?>>, tensor<f32>) -> tensor<?x3xf32, #stablehlo.bounds<4, ?>>`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<4x6xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
      [
        "1:6 expects window-dimensions size == input rank, but got window-dimensions size: 1 and input: 'tensor<4x6xf32>' with rank = 2.",
      ],
    ],
    [
      '%a: tensor<4x6xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 0, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
      ['1:6 expects window to have positive value for 0-th window dimension, but got 0.'],
    ],
    [
      '%a: tensor<4x6xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
      [
        '1:6 expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1.',
      ],
    ],
    [
      '%a: tensor<4x6xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 0>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
      ['1:6 expects window to have positive stride for 1-th window dimension, but got 0.'],
    ],
    [
      '%a: tensor<4x6xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
      [
        '1:6 expects base-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1.',
      ],
    ],
    [
      '%a: tensor<4x6xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, -1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
      ['1:6 expects window to have positive base dilation factor for 1-th window dimension, but got -1.'],
    ],
    [
      '%a: tensor<4x6xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
      [
        '1:6 expects window-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1.',
      ],
    ],
    [
      '%a: tensor<4x6xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 0>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
      ['1:6 expects window to have positive window dilation factor for 1-th window dimension, but got 0.'],
    ],
    [
      '%a: tensor<4x6xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<3x2xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
      [
        '1:6 expects padding-entries to have same dimension-size as size of window dimensions (2), but got: 3.',
      ],
    ],
    [
      '%a: tensor<4x6xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x3xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
      ['1:6 expects the shape of padding-attribute to be {N, 2}, but got {2, 3}.'],
    ],
    [
      '%a: tensor<4x6xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<i32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
      [
        "3:20 use of value '%x' expects different type than prior uses: 'tensor<f32>' vs 'tensor<i32>'",
        '2:6 note: prior use here',
      ],
    ],
    [
      '%a: tensor<4x6xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x3xf32>`,
      [
        "1:6 'stablehlo.reduce_window' op inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>'",
        "1:6 'stablehlo.reduce_window' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x6xf32>, %z: tensor<f32>',
      // The smallest integer stands for an unknown size, -1 for nothing.
      `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: -9223372036854775808, -1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
stablehlo.return %x : tensor<f32>
}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>`,
      ['1:6 expects window to have positive value for 1-th window dimension, but got -1.'],
    ],
    [
      '',
      `"stablehlo.reduce_window"() <{window_dimensions = array<i64: 2, 1>}> ({
^bb0:
stablehlo.return
}) : () -> ()`,
      ['1:1 requires at least 1 input value'],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
