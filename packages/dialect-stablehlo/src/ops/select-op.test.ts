import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.select', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%p: tensor<i1>, %a: tensor<2xf32>',
      '%0 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<2xf32>',
      '%0 = stablehlo.select %arg0, %arg1, %arg1 : tensor<i1>, tensor<2xf32>',
      '%0 = "stablehlo.select"(%arg0, %arg1, %arg1) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
    ],
    [
      '%p: tensor<2xi1>, %a: tensor<2xf32>',
      '%0 = stablehlo.select %p, %a, %a {d.x} : tensor<2xi1>, tensor<2xf32>',
      '%0 = stablehlo.select %arg0, %arg1, %arg1 {d.x} : tensor<2xi1>, tensor<2xf32>',
      '%0 = "stablehlo.select"(%arg0, %arg1, %arg1) {d.x} : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
    ],
    [
      '%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<?xf32>',
      '%0 = stablehlo.select %p, %a, %b : (tensor<i1>, tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>',
      '%0 = stablehlo.select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>',
      '%0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<i1>, tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<2xi32>',
      '%0 = stablehlo.select %p, %a, %b : (tensor<i1>, tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>',
      [
        '1:6 requires compatible types for non-predicate operands',
        "1:6 'stablehlo.select' op failed to infer returned types",
      ],
    ],
    [
      '%p: tensor<3xi1>, %a: tensor<2xf32>',
      '%0 = stablehlo.select %p, %a, %a : tensor<3xi1>, tensor<2xf32>',
      [
        '1:6 requires the same shape for all operands',
        "1:6 'stablehlo.select' op failed to infer returned types",
      ],
    ],
    [
      '%p: tensor<3xi1>, %a: tensor<2xf32>',
      '%0 = stablehlo.select %p, %a, %a : tensor<3xi1>, tensor<2xf32>, tensor<2xf32>',
      ["1:36 custom op 'stablehlo.select' expected functional type or list of two types"],
    ],
    [
      '%p: tensor<3xi1>, %a: tensor<2xf32>',
      '%0 = stablehlo.select %p, %a, %a : tensor<3xi1>',
      ["1:36 custom op 'stablehlo.select' expected functional type or list of two types"],
    ],
    [
      '%p: tensor<i8>, %a: tensor<2xf32>',
      '%0 = stablehlo.select %p, %a, %a : tensor<i8>, tensor<2xf32>',
      ["1:6 'stablehlo.select' op operand #0 must be ranked tensor of bool values, but got 'tensor<i8>'"],
    ],
    [
      '%p: tensor<i1>, %a: tensor<2xf32>',
      '%0 = stablehlo.select %p, %a, %a : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>',
      [
        "1:6 'stablehlo.select' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'",
        "1:6 'stablehlo.select' op failed to infer returned types",
      ],
    ],
    [
      '%p: tensor<i1>, %a: tensor<2xf32>',
      '%0 = stablehlo.select %p, %a, %a : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>',
      [
        "1:6 'stablehlo.select' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'",
        "1:6 'stablehlo.select' op failed to infer returned types",
      ],
    ],
    [
      '%p: tensor<i1>, %a: tensor<2xf32>',
      '%0 = stablehlo.select %p, %a : tensor<i1>, tensor<2xf32>',
      [
        "1:23 custom op 'stablehlo.select' number of operands and types do not match: got 2 operands and 3 types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
