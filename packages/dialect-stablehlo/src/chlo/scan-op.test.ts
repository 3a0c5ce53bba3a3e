import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('chlo.scan', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x3xf32>, %c: tensor<3xf32>',
      `%0:2 = chlo.scan(%a) inits (%c) dimension=0  attributes {is_reverse = true} {
^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
%1 = stablehlo.add %input, %carry : tensor<3xf32>
stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)`,
      `%0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0  attributes {is_reverse = true} {
^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
  %1 = stablehlo.add %input, %carry : tensor<3xf32>
  stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)`,
      `%0:2 = "chlo.scan"(%arg0, %arg1) <{dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
^bb0(%arg2: tensor<3xf32>, %arg3: tensor<3xf32>):
  %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  "stablehlo.return"(%1, %1) : (tensor<3xf32>, tensor<3xf32>) -> ()
}) : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>, %c: tensor<3xf32>',
      `%0:2 = chlo.scan(%a) inits (%c) dimension=2  attributes {is_reverse = true} {
^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
%1 = stablehlo.add %input, %carry : tensor<3xf32>
stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)`,
      ["1:8 'chlo.scan' op scan dimension of operand 0 is out of bounds"],
    ],
    [
      '%a: tensor<2x3xf32>, %c: tensor<3xf32>',
      `%0:2 = chlo.scan(%a) inits (%c) dimension=0  attributes {scan_dim_size = 3 : i64} {
^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
%1 = stablehlo.add %input, %carry : tensor<3xf32>
stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)`,
      ["1:8 'chlo.scan' op invalid scan dimension size of operand 0"],
    ],
    [
      '%a: tensor<2x3xf32>, %c: tensor<2xf32>',
      `%0:2 = chlo.scan(%a) inits (%c) dimension=0  attributes {is_reverse = true} {
^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
%1 = stablehlo.add %input, %carry : tensor<3xf32>
stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
} : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)`,
      ["1:8 'chlo.scan' op operand and body argument 1 are incompatible"],
    ],
    [
      '%a: tensor<2x3xf32>, %c: tensor<3xf32>',
      `%0:2 = chlo.scan(%a) inits () dimension=0  attributes {is_reverse = true} {
^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
%1 = stablehlo.add %input, %carry : tensor<3xf32>
stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)`,
      ["5:5 custom op 'chlo.scan' operand types must match the number of inputs and inits"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
