import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('CHLO operations that broadcast', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<5xf32>, %b: tensor<4x1xf32>',
      '%0 = chlo.broadcast_add %a, %b : (tensor<5xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>',
      '%0 = chlo.broadcast_add %arg0, %arg1 : (tensor<5xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>',
      '%0 = "chlo.broadcast_add"(%arg0, %arg1) : (tensor<5xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>',
    ],
    [
      '%a: tensor<4xf32>, %b: tensor<4x2xf32>',
      '%0 = chlo.broadcast_subtract %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>',
      '%0 = chlo.broadcast_subtract %arg0, %arg1 {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>',
      '%0 = "chlo.broadcast_subtract"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>',
    ],
    [
      '%a: tensor<4xf32>, %b: tensor<*xf32>',
      '%0 = chlo.broadcast_power %a, %b : (tensor<4xf32>, tensor<*xf32>) -> tensor<*xf32>',
      '%0 = chlo.broadcast_power %arg0, %arg1 : (tensor<4xf32>, tensor<*xf32>) -> tensor<*xf32>',
      '%0 = "chlo.broadcast_power"(%arg0, %arg1) : (tensor<4xf32>, tensor<*xf32>) -> tensor<*xf32>',
    ],
    [
      '%a: tensor<?xf32, #stablehlo.bounds<10>>, %b: tensor<f32>',
      '%0 = chlo.broadcast_maximum %a, %b : (tensor<?xf32, #stablehlo.bounds<10>>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<10>>',
      '%0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<?xf32, #stablehlo.bounds<10>>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<10>>',
      '%0 = "chlo.broadcast_maximum"(%arg0, %arg1) : (tensor<?xf32, #stablehlo.bounds<10>>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<10>>',
    ],
    [
      '%a: tensor<2xi32>',
      '%0 = chlo.broadcast_and %a, %a : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>',
      '%0 = chlo.broadcast_and %arg0, %arg0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>',
      '%0 = "chlo.broadcast_and"(%arg0, %arg0) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>',
    ],
    [
      '%a: tensor<?xf32>, %b: tensor<?x3xf32>',
      '%0 = chlo.broadcast_complex %a, %b : (tensor<?xf32>, tensor<?x3xf32>) -> tensor<?x3xcomplex<f32>>',
      '%0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<?xf32>, tensor<?x3xf32>) -> tensor<?x3xcomplex<f32>>',
      '%0 = "chlo.broadcast_complex"(%arg0, %arg1) : (tensor<?xf32>, tensor<?x3xf32>) -> tensor<?x3xcomplex<f32>>',
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<f32>',
      '%0 = chlo.broadcast_compare %a, %b {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>',
      '%0 = chlo.broadcast_compare %arg0, %arg1 {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>',
      '%0 = "chlo.broadcast_compare"(%arg0, %arg1) <{compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>',
    ],
    [
      '%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<1xf32>',
      '%0 = chlo.broadcast_select %p, %a, %b : (tensor<i1>, tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>',
      '%0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>',
      '%0 = "chlo.broadcast_select"(%arg0, %arg1, %arg2) : (tensor<i1>, tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = chlo.broadcast_add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>',
      ["1:6 'chlo.broadcast_add' op requires compatible element types for all operands and results"],
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<2xi32>',
      '%0 = chlo.broadcast_subtract %a, %b : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>',
      ["1:6 'chlo.broadcast_subtract' op requires the same element type for all operands and results"],
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<2xi32>',
      '%0 = chlo.broadcast_minimum %a, %b : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>',
      ["1:6 'chlo.broadcast_minimum' op requires compatible element types for all operands and results"],
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<2xf64>',
      '%0 = chlo.broadcast_complex %a, %b : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>',
      ['1:6 mismatched operand types', "1:6 'chlo.broadcast_complex' op failed to infer returned types"],
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<2xf64>',
      '%0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xi1>',
      ['1:6 mismatched operand types', "1:6 'chlo.broadcast_compare' op failed to infer returned types"],
    ],
    [
      '%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<1xi32>',
      '%0 = chlo.broadcast_select %p, %a, %b : (tensor<i1>, tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>',
      ['1:6 mismatched operand types', "1:6 'chlo.broadcast_select' op failed to infer returned types"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = chlo.broadcast_or %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
      [
        "1:6 'chlo.broadcast_or' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'",
      ],
    ],
    [
      '%a: tensor<5xf32>, %b: tensor<4x1xf32>',
      '%0 = chlo.broadcast_add %a, %b : (tensor<5xf32>, tensor<4x1xf32>) -> tensor<4x4xf32>',
      [
        "1:6 'chlo.broadcast_add' op inferred type(s) 'tensor<4x5xf32>' are incompatible with return type(s) of operation 'tensor<4x4xf32>'",
        "1:6 'chlo.broadcast_add' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
