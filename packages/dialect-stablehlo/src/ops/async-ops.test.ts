import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.async_start', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<4xf32>',
      `%0 = "stablehlo.async_start"(%a) ({
^bb0(%x: tensor<4xf32>):
%1 = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
stablehlo.return %1 : tensor<2xf32>
}) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>`,
      `%0 = "stablehlo.async_start"(%arg0) ({
^bb0(%arg1: tensor<4xf32>):
  %1 = stablehlo.slice %arg1 [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  stablehlo.return %1 : tensor<2xf32>
}) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>`,
      `%0 = "stablehlo.async_start"(%arg0) ({
^bb0(%arg1: tensor<4xf32>):
  %1 = "stablehlo.slice"(%arg1) <{limit_indices = array<i64: 2>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2xf32>
  "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
}) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<4xf32>',
      `%0 = "stablehlo.async_start"(%a) ({
^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
%1 = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
stablehlo.return %1 : tensor<2xf32>
}) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>`,
      [
        "1:6 'stablehlo.async_start' op number of operands (1) must match number of region arguments (2)",
        "1:6 'stablehlo.async_start' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4xf32>',
      `%0 = "stablehlo.async_start"(%a) ({
^bb0(%x: tensor<4xf32>):
%1 = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
%2 = stablehlo.negate %1 : tensor<2xf32> stablehlo.return %2 : tensor<2xf32>
}) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>`,
      [
        "1:6 'stablehlo.async_start' op region must contain exactly one operation and a return",
        "1:6 'stablehlo.async_start' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4xf32>',
      `%0 = "stablehlo.async_start"(%a) ({
^bb0(%x: tensor<4xf32>):
%1 = stablehlo.negate %x : tensor<4xf32>
stablehlo.return %1 : tensor<4xf32>
}) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>`,
      [
        "1:6 'stablehlo.async_start' op region must contain a collective or slice operation",
        "1:6 'stablehlo.async_start' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4xf32>',
      `%0 = "stablehlo.async_start"(%a) ({
^bb0(%x: tensor<4xf32>):
%1 = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
stablehlo.return %1, %1 : tensor<2xf32>, tensor<2xf32>
}) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>`,
      [
        "1:6 'stablehlo.async_start' op region must return exactly one value, but got 2",
        "1:6 'stablehlo.async_start' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4xf32>',
      `%0 = "stablehlo.async_start"(%a) ({
^bb0(%x: tensor<4xf32>):
%1 = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
stablehlo.return %1 : tensor<2xf32>
}) : (tensor<4xf32>) -> !stablehlo.future<tensor<3xf32>>`,
      [
        "1:6 'stablehlo.async_start' op inferred type(s) '!stablehlo.future<tensor<2xf32>>' are incompatible with return type(s) of operation '!stablehlo.future<tensor<3xf32>>'",
        "1:6 'stablehlo.async_start' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4xf32>',
      `%0 = "stablehlo.async_start"(%a) ({
^bb0(%x: tensor<4xf32>):
%1 = stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>
stablehlo.return %1 : tensor<2xf32>
}) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>`,
      [
        "3:6 'stablehlo.slice' op using value defined outside the region",
        '1:6 note: required by region isolation constraints',
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.async_done', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: !stablehlo.future<tensor<4xf32>>',
      '%0 = "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>',
      '%0 = "stablehlo.async_done"(%arg0) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>',
      '%0 = "stablehlo.async_done"(%arg0) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: !stablehlo.future<tensor<4xf32>, tensor<4xf32>>',
      '%0 = "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>',
      [
        "1:6 'stablehlo.async_done' op future must have exactly one type parameter, but got 2",
        "1:6 'stablehlo.async_done' op failed to infer returned types",
      ],
    ],
    [
      '%a: !stablehlo.future<f32>',
      '%0 = "stablehlo.async_done"(%a) : (!stablehlo.future<f32>) -> tensor<4xf32>',
      ["0:35 future element type must be a ranked tensor, but got 'f32'"],
    ],
    [
      '%a: tensor<4xf32>',
      '%0 = "stablehlo.async_done"(%a) : (tensor<4xf32>) -> tensor<4xf32>',
      ["1:6 'stablehlo.async_done' op operand #0 must be future, but got 'tensor<4xf32>'"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
