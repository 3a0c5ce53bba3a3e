import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.dot_general', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      '%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x3x4xf32>',
      '%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x3x4xf32>',
      '%0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x3x4xf32>',
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, HIGH] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      '%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, HIGH] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      '%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = []}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<rhs_contracting_dimensions = [0], lhs_contracting_dimensions = [1],>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      '%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x3x4xf32>',
      '%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x3x4xf32>',
      '%0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x3x4xf32>',
    ],
    [
      '%a: tensor<2x?xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x?xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>',
      '%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x?xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>',
      '%0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x?xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x5xf32>',
      ["1:6 inferred shape '[2, 4]' is incompatible with return type of operation 'tensor<2x5xf32>'"],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>',
      ['1:6 contracting dimension sizes must match for lhs/rhs'],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, contracting_dims = [1, 0] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>',
      ['1:6 lhs and rhs should have the same number of contracting dimensions'],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [], contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>',
      ['1:6 lhs and rhs should have the same number of batching dimensions'],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>',
      ['1:6 has duplicated dimension from lhs_batching_dimensions and lhs_contracting_dimensions: 0'],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>',
      ['1:6 has duplicated dimension from rhs_batching_dimensions and rhs_contracting_dimensions: 0'],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, batching_dims = [-1] x [0], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>',
      ['1:6 lhs_batching_dimensions value: -1 is out of range: [0, 2)'],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [5], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>',
      ['1:6 rhs_batching_dimensions value: 5 is out of range: [0, 2)'],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [5] x [1] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>',
      ['1:6 lhs_contracting_dimensions value: 5 is out of range: [0, 2)'],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>',
      ['1:6 batching dimension sizes must match for lhs/rhs'],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, HIGH, HIGHEST] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      ['1:6 expects precision config to be empty or have <= 2 elements, got 3'],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [FOO] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      [
        "1:79 custom op 'stablehlo.dot_general' expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST",
        "1:82 custom op 'stablehlo.dot_general' failed to parse StableHLO_PrecisionAttr parameter 'value' which is to be a `::mlir::stablehlo::Precision`",
      ],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      ["1:59 custom op 'stablehlo.dot_general' expected 'x'"],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      ["1:61 expected ','"],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<foo = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      [
        '1:78 expected one of: `lhs_batching_dimensions`, `rhs_batching_dimensions`, `lhs_contracting_dimensions`, `rhs_contracting_dimensions`',
        '1:78 failed parsing dot dimension numbers attribute',
      ],
    ],
    [
      '%a: tensor<2x3xf32>, %b: tensor<3x4xf32>',
      '%0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], lhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      [
        '1:139 duplicated `lhs_contracting_dimensions` entry',
        '1:139 failed parsing dot dimension numbers attribute',
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
