import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.broadcast', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<3xi32>',
      '%0 = stablehlo.broadcast %a, sizes = [1, 2] : (tensor<3xi32>) -> tensor<1x2x3xi32>',
      '%0 = stablehlo.broadcast %arg0, sizes = [1, 2] : (tensor<3xi32>) -> tensor<1x2x3xi32>',
      '%0 = "stablehlo.broadcast"(%arg0) <{broadcast_sizes = array<i64: 1, 2>}> : (tensor<3xi32>) -> tensor<1x2x3xi32>',
    ],
    [
      '%a: tensor<?xi32, #stablehlo.bounds<4>>',
      '%0 = stablehlo.broadcast %a, sizes = [2] : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>',
      '%0 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>',
      '%0 = "stablehlo.broadcast"(%arg0) <{broadcast_sizes = array<i64: 2>}> : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<3xi32>',
      '%0 = stablehlo.broadcast %a, sizes = [-1] : (tensor<3xi32>) -> tensor<1x3xi32>',
      [
        '1:6 Broadcast with negative dimension size -1',
        "1:6 'stablehlo.broadcast' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3xi32>',
      '%0 = stablehlo.broadcast %a, sizes = [2] : (tensor<3xi32>) -> tensor<1x3xi32>',
      [
        "1:6 'stablehlo.broadcast' op inferred type(s) 'tensor<2x3xi32>' are incompatible with return type(s) of operation 'tensor<1x3xi32>'",
        "1:6 'stablehlo.broadcast' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.dynamic_broadcast_in_dim', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<1x3xf32>, %s: tensor<3xi64>',
      '%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1, 2] : (tensor<1x3xf32>, tensor<3xi64>) -> tensor<2x4x3xf32>',
      '%0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1, 2] : (tensor<1x3xf32>, tensor<3xi64>) -> tensor<2x4x3xf32>',
      '%0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1x3xf32>, tensor<3xi64>) -> tensor<2x4x3xf32>',
    ],
    [
      '%a: tensor<?xf32>, %s: tensor<2xindex>',
      '%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] {known_expanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>',
      '%0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] {known_expanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>',
      '%0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 0>}> : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<1x3xf32>, %s: tensor<3xi64>',
      '%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1, 2] : (tensor<1x3xf32>, tensor<3xi64>) -> tensor<2x4x3xi32>',
      [
        "1:6 expects operand and result to have compatible element type. Got: 'tensor<1x3xf32>' and 'tensor<2x4x3xi32>'",
      ],
    ],
    [
      '%a: tensor<1x3xf32>, %s: tensor<3xi64>',
      '%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<1x3xf32>, tensor<3xi64>) -> tensor<2x4x3xf32>',
      ['1:6 broadcast_dimensions size (1) does not match operand rank (2)'],
    ],
    [
      '%a: tensor<1x3xf32>, %s: tensor<1xi64>',
      '%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1, 2] : (tensor<1x3xf32>, tensor<1xi64>) -> tensor<3xf32>',
      ['1:6 result rank (1) is less than operand rank (2)'],
    ],
    [
      '%a: tensor<1x3xf32>, %s: tensor<3xi64>',
      '%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1, 1] : (tensor<1x3xf32>, tensor<3xi64>) -> tensor<2x4x3xf32>',
      ['1:6 broadcast_dimensions should not have duplicates'],
    ],
    [
      '%a: tensor<1x3xf32>, %s: tensor<3xi64>',
      '%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1, 3] : (tensor<1x3xf32>, tensor<3xi64>) -> tensor<2x4x3xf32>',
      ['1:6 broadcast_dimensions contains invalid value 3 for result with rank 3'],
    ],
    [
      '%a: tensor<1x3xf32>, %s: tensor<3xi64>',
      '%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1, 2] : (tensor<1x3xf32>, tensor<3xi64>) -> tensor<2x4x5xf32>',
      ['1:6 size of operand dimension 1 (3) is not compatible with size of result dimension 2 (5)'],
    ],
    [
      '%a: tensor<1x3xf32>, %s: tensor<3xi64>',
      '%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1, 2] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<1x3xf32>, tensor<3xi64>) -> tensor<2x4x3xf32>',
      ['1:6 duplicate expansion hint for at least one operand dimension'],
    ],
    [
      '%a: tensor<1x3xf32>, %s: tensor<3xi64>',
      '%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1, 2] {known_nonexpanding_dimensions = array<i64: 2>} : (tensor<1x3xf32>, tensor<3xi64>) -> tensor<2x4x3xf32>',
      ['1:6 hint for expanding dimension 2 does not refer to a valid operand dimension'],
    ],
    [
      '%a: tensor<1x3xf32>, %s: tensor<?xi64>',
      '%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1, 2] : (tensor<1x3xf32>, tensor<?xi64>) -> tensor<2x4x3xf32>',
      [
        "1:6 'stablehlo.dynamic_broadcast_in_dim' op operand #1 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'tensor<?xi64>'",
      ],
    ],
    [
      '%a: tensor<3xf32>',
      `%s = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>`,
      ['2:6 size of operand dimension 0 (3) is not equal to 1 or value of shape at index 1 (4)'],
    ],
    [
      '%a: tensor<3xf32>',
      `%s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<4x3xf32>`,
      ["2:6 output shape [2, 3] is incompatible with return type of operation 'tensor<4x3xf32>'"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
