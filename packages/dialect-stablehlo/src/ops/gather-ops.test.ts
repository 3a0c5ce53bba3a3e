import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.gather', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      '%0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      '%0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<?x3x2xi64, #stablehlo.bounds<7, ?, ?>>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<?x3x2xi64, #stablehlo.bounds<7, ?, ?>>) -> tensor<?x3x2x2xi32, #stablehlo.bounds<7, ?, ?, ?>>',
      '%0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<?x3x2xi64, #stablehlo.bounds<7, ?, ?>>) -> tensor<?x3x2x2xi32, #stablehlo.bounds<7, ?, ?, ?>>',
      '%0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<?x3x2xi64, #stablehlo.bounds<7, ?, ?>>) -> tensor<?x3x2x2xi32, #stablehlo.bounds<7, ?, ?, ?>>',
    ],
    [
      '%a: tensor<5x4xi32>, %i: tensor<5xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<5x4xi32>, tensor<5xi64>) -> tensor<5x2xi32>',
      '%0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<5x4xi32>, tensor<5xi64>) -> tensor<5x2xi32>',
      '%0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<5x4xi32>, tensor<5xi64>) -> tensor<5x2xi32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 offset_dims size (1) plus collapse_slice_dims size (1) plus operand_batching_dims size (0) is not equal to operand rank (3)',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 4>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        "1:6 Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 3]. got: 4.",
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = -1>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        "1:6 Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 3]. got: -1.",
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 start_index_map size (1) is not equal to size of index dimension (2) of start_indices (2)',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 expects offset_dims to be sorted, got: [3, 2]',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 expects offset_dims to not repeat, got: [2, 2]',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 4). got: 4.',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        "1:6 Expects each element of collapsed_slice_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.",
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 expects collapsed_slice_dims to be sorted, got: [1, 0]',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [1], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 operand_batching_dims and start_indices_batching_dims should have the same size',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 expects start_indices_batching_dims not to include index_vector_dim 2',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [3], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        "1:6 Expects each element of start_indices_batching_dims to be in range [0, rank-of('start_indices')) i.e. [0, 3). got: 3.",
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0, 0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 expects start_indices_batching_dims to not repeat, got: [0, 0]',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 operand_batching_dims[0] and start_indices_batching_dims[0] must have compatible sizes, but got 4 and 3',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 Expects that for each dim in operand_batching_dims, slice_sizes[dim] should be <= 1, but got 2',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        "1:6 Expects each element of start_index_map to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.",
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 has duplicated dimension from start_index_map and operand_batching_dims: 1',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 slice_sizes size (2) not equal to operand rank (3)',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 2, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 2',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 5>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 slice size (5) is out of bounds for operand dimension (2) at index 2',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, -1>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:6 slice size (-1) is out of bounds for operand dimension (2) at index 2',
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x3xi32>',
      [
        "1:6 'stablehlo.gather' op inferred type(s) 'tensor<2x3x2x2xi32>' are incompatible with return type(s) of operation 'tensor<2x3x2x3xi32>'",
        "1:6 'stablehlo.gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>',
      ["1:6 'stablehlo.gather' op failed to verify that all of {operand, result} have same element type"],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      ['1:106 duplicated `offset_dims` entry', '1:106 failed parsing gather dimension numbers attribute'],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>',
      '%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offsets = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
      [
        '1:72 expected one of: `offset_dims`, `collapsed_slice_dims`, `operand_batching_dims`, `start_indices_batching_dims`, `start_index_map`, `index_vector_dim`',
        '1:72 failed parsing gather dimension numbers attribute',
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.dynamic_gather', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi32>',
      '%0 = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi32>) -> tensor<2x3x?x?xi32>',
      '%0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi32>) -> tensor<2x3x?x?xi32>',
      '%0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi32>) -> tensor<2x3x?x?xi32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<2xi32>',
      '%0 = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2xi32>) -> tensor<2x3x?x?xi32>',
      [
        '1:6 slice_sizes size (2) not equal to operand rank (3)',
        "1:6 'stablehlo.dynamic_gather' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi32>',
      '%0 = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi32>) -> tensor<3x3x?x?xi32>',
      [
        "1:6 'stablehlo.dynamic_gather' op inferred type(s) 'tensor<2x3x?x?xi32>' are incompatible with return type(s) of operation 'tensor<3x3x?x?xi32>'",
        "1:6 'stablehlo.dynamic_gather' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
