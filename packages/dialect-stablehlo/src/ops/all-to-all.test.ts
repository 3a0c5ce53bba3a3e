import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.all_to_all', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
      '%0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>',
      '%0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  test('a dimension beyond 2^53 is out of range like any other', () => {
    const text =
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = 9223372036854775807 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>';
    expect(problemsInFunction('%a: tensor<2x4xf32>', text)[0]).toContain('split_dimension');
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<0> : tensor<1xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
      [
        '1:6 replica groups should be a rank 2 tensor',
        "1:6 'stablehlo.all_to_all' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0,0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
      [
        '1:6 replica id #0 seen more than once',
        "1:6 'stablehlo.all_to_all' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0,2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
      [
        '1:6 replica id #1 not seen in replica groups',
        "1:6 'stablehlo.all_to_all' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0,-1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
      ['1:6 Invalid replica id -1', "1:6 'stablehlo.all_to_all' op failed to infer returned types"],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0,-2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
      [
        '1:6 replica id #1 not seen in replica groups',
        "1:6 'stablehlo.all_to_all' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi32>} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
      [
        "1:6 'stablehlo.all_to_all' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = 1 : i64} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
      [
        "1:6 'stablehlo.all_to_all' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
      [
        '1:6 AllToAll split_dimension 2 is out-of-bounds for input rank 2',
        "1:6 'stablehlo.all_to_all' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 5 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
      [
        '1:6 AllToAll concat_dimension 5 is out-of-bounds for input rank 2',
        "1:6 'stablehlo.all_to_all' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 3 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
      [
        '1:6 group size of replica_groups must be 3',
        "1:6 'stablehlo.all_to_all' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x3xf32>',
      [
        "1:6 'stablehlo.all_to_all' op inferred type(s) 'tensor<4x2xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'",
        "1:6 'stablehlo.all_to_all' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
      [
        "1:6 'stablehlo.all_to_all' op attribute 'split_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_to_all"(%a) {split_dimension = -1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
      [
        "1:6 'stablehlo.all_to_all' op attribute 'split_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
