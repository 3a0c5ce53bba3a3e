import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('chlo.ragged_dot', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>',
      '%0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>',
      '%0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>',
      '%0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>',
    ],
    [
      '%a: tensor<11x5xf32>, %b: tensor<5x7xf32>, %g: tensor<3xi64>',
      '%0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<11x5xf32>, tensor<5x7xf32>, tensor<3xi64>) -> tensor<3x11x7xf32>',
      '%0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<11x5xf32>, tensor<5x7xf32>, tensor<3xi64>) -> tensor<3x11x7xf32>',
      '%0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<11x5xf32>, tensor<5x7xf32>, tensor<3xi64>) -> tensor<3x11x7xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>',
      '%0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>',
      ['1:6 There must be exactly one ragged dimension in the lhs.'],
    ],
    [
      '%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>',
      '%0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [3], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>',
      ['1:6 Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, 3). got: 3.'],
    ],
    [
      '%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>',
      '%0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>',
      [
        '1:6 There must be zero group dimensions in the rhs when the ragged dimension is batch or contracting.',
      ],
    ],
    [
      '%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>',
      '%0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>',
      [
        '1:6 There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting.',
      ],
    ],
    [
      '%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>',
      '%0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [4]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>',
      ['1:6 Expects rhs_group_dim to be in range [0, rhs_rank) i.e. [0, 4). got: 4.'],
    ],
    [
      '%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>',
      '%0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [1]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>',
      ['1:6 has duplicated dimension from rhs_group_dimensions and rhs_batching_dimensions: 1'],
    ],
    [
      '%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>',
      '%0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [2]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>',
      ['1:6 has duplicated dimension from rhs_group_dimensions and rhs_contracting_dimensions: 2'],
    ],
    [
      '%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<4xi64>',
      '%0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>',
      ['1:6 rhs group dimension is expected to have size=4, got 3'],
    ],
    [
      '%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3x3x3xi64>',
      '%0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3x3x3xi64>) -> tensor<2x11x7xf32>',
      ['1:6 expected group_sizes to have rank 2, got 3'],
    ],
    [
      '%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<4x3xi64>',
      '%0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<4x3xi64>) -> tensor<2x11x7xf32>',
      ['1:6 group_sizes is expected to have shape [2, 3], got [4, 3]'],
    ],
    [
      '%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>',
      '%0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x8xf32>',
      ["1:6 inferred shape '[2, 11, 7]' is incompatible with return type of operation 'tensor<2x11x8xf32>'"],
    ],
    [
      '%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>',
      '%0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>',
      ['1:6 has duplicated dimension from lhs_batching_dimensions and lhs_contracting_dimensions: 0'],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
