import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.map', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<4x6xf32>',
      `%0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>`,
      `%0 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>`,
      `%0 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<4x6xf32>',
      `%0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 1, 0>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>`,
      [
        '1:6 requires monotonically increasing dimension numbers, but got: 1, 0',
        "1:6 'stablehlo.map' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x6xf32>',
      `%0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>`,
      [
        '1:6 applied to a subset of dimensions currently not supported: operand dimensions = 2, requested map dimensions size = 1',
        "1:6 'stablehlo.map' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x6xf32>',
      `%0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>) -> tensor<4x6xf32>`,
      [
        '1:6 expects number of operands to match the arity of map computation, but got: 1 and 2',
        "1:6 'stablehlo.map' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x6xf32>',
      `%0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return
}) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>`,
      [
        '1:6 computation must return single output, but got: 0',
        "1:6 'stablehlo.map' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x6xf32>',
      `%0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
%2 = stablehlo.broadcast %1, sizes = [2] : (tensor<f32>) -> tensor<2xf32> stablehlo.return %2 : tensor<2xf32>
}) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>`,
      [
        "1:6 computation must return 0-rank tensor, but got: 'tensor<2xf32>'",
        "1:6 'stablehlo.map' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x6xf64>',
      `%0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf64>, tensor<4x6xf64>) -> tensor<4x6xf64>`,
      [
        "1:6 element type of operands and computation arguments must match, but got: 'f64' and 'f32'",
        "1:6 'stablehlo.map' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4x6xf32>',
      `%0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf64>`,
      [
        "1:6 'stablehlo.map' op inferred type(s) 'tensor<4x6xf32>' are incompatible with return type(s) of operation 'tensor<4x6xf64>'",
        "1:6 'stablehlo.map' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<4xf32>',
      `%0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
^bb0(%x: tensor<1xf32>):
stablehlo.return %x : tensor<1xf32>
}) : (tensor<4xf32>) -> tensor<4xf32>`,
      [
        "1:6 computation arguments must be 0-rank tensor, but got: arg #0 of type 'tensor<1xf32>'",
        "1:6 'stablehlo.map' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
