import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.select_and_scatter', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %1 : tensor<i1>
}, {
^bb0(%v: tensor<f32>, %w: tensor<f32>):
%2 = stablehlo.add %v, %w : tensor<f32>
stablehlo.return %2 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>`,
      `%0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %1 : tensor<i1>
}, {
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>`,
      `%0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
  %2 = "stablehlo.compare"(%arg5, %arg6) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%2) : (tensor<i1>) -> ()
}, {
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  %1 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %1 : tensor<i1>
}, {
^bb0(%v: tensor<f32>, %w: tensor<f32>):
%2 = stablehlo.add %v, %w : tensor<f32>
stablehlo.return %2 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>`,
      [
        "1:6 expects window-dimensions size == operand rank, but got window-dimensions size: 1 and operand-type: 'tensor<4x6xf32>' with rank = 2.",
      ],
    ],
    [
      '%a: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2, 0>, window_strides = array<i64: 2, 2>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %1 : tensor<i1>
}, {
^bb0(%v: tensor<f32>, %w: tensor<f32>):
%2 = stablehlo.add %v, %w : tensor<f32>
stablehlo.return %2 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>`,
      ['1:6 expects window to have positive value for 1-th window dimension, but got 0.'],
    ],
    [
      '%a: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %1 : tensor<i1>
}, {
^bb0(%v: tensor<f32>, %w: tensor<f32>):
%2 = stablehlo.add %v, %w : tensor<f32>
stablehlo.return %2 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>`,
      [
        '1:6 expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1.',
      ],
    ],
    [
      '%a: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 0>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %1 : tensor<i1>
}, {
^bb0(%v: tensor<f32>, %w: tensor<f32>):
%2 = stablehlo.add %v, %w : tensor<f32>
stablehlo.return %2 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>`,
      ['1:6 expects window to have positive stride for 1-th window dimension, but got 0.'],
    ],
    [
      '%a: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x3xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %1 : tensor<i1>
}, {
^bb0(%v: tensor<f32>, %w: tensor<f32>):
%2 = stablehlo.add %v, %w : tensor<f32>
stablehlo.return %2 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>`,
      ['1:6 expects the shape of padding-attribute to be {N, 2}, but got {2, 3}.'],
    ],
    [
      '%a: tensor<4x6xf32>, %s: tensor<2x4xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %1 : tensor<i1>
}, {
^bb0(%v: tensor<f32>, %w: tensor<f32>):
%2 = stablehlo.add %v, %w : tensor<f32>
stablehlo.return %2 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x6xf32>`,
      ["1:6 expects source-type to be 'tensor<2x3xf32>', but got'tensor<2x4xf32>'"],
    ],
    [
      '%a: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>, %q: tensor<f32>):
%1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %1 : tensor<i1>
}, {
^bb0(%v: tensor<f32>, %w: tensor<f32>):
%2 = stablehlo.add %v, %w : tensor<f32>
stablehlo.return %2 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>`,
      ['1:6 expects the select-region to take 2 parameters, but takes 3'],
    ],
    [
      '%a: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>, %q: tensor<f32>):
%1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %1 : tensor<i1>
}, {
^bb0(%v: tensor<f32>, %w: tensor<f32>):
%2 = stablehlo.add %v, %w : tensor<f32>
stablehlo.return %2 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>`,
      ['1:6 expects the select-region to take 2 parameters, but takes 3'],
    ],
    [
      '%a: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %1, %1 : tensor<i1>, tensor<i1>
}, {
^bb0(%v: tensor<f32>, %w: tensor<f32>):
%2 = stablehlo.add %v, %w : tensor<f32>
stablehlo.return %2 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>`,
      ['1:6 expects select-region to return single value, but got: 2'],
    ],
    [
      '%a: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %x : tensor<f32>
}, {
^bb0(%v: tensor<f32>, %w: tensor<f32>):
%2 = stablehlo.add %v, %w : tensor<f32>
stablehlo.return %2 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>`,
      ["1:6 expects the return-type of select-region to be tensor<i1>, but got: 'tensor<f32>'"],
    ],
    [
      '%a: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %1 : tensor<i1>
}, {
^bb0(%v: tensor<f32>, %w: tensor<f32>):
%2 = stablehlo.add %v, %w : tensor<f32>
stablehlo.return %2 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x7xf32>`,
      [
        "1:6 'stablehlo.select_and_scatter' op inferred type(s) 'tensor<4x6xf32>' are incompatible with return type(s) of operation 'tensor<4x7xf32>'",
        "1:6 'stablehlo.select_and_scatter' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>',
      `%0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%x: tensor<i32>, %y: tensor<i32>):
%1 = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %1 : tensor<i1>
}, {
^bb0(%v: tensor<f32>, %w: tensor<f32>):
stablehlo.return %v : tensor<f32>
}) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>`,
      [
        "1:6 expects the type of select-region's parameter at index 0 to be 'tensor<f32>', but got 'tensor<i32>'",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
