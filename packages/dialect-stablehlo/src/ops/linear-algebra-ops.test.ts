import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.cholesky', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<3x3xf32>',
      '%0 = stablehlo.cholesky %a : tensor<3x3xf32>',
      '%0 = stablehlo.cholesky %arg0 : tensor<3x3xf32>',
      '%0 = "stablehlo.cholesky"(%arg0) : (tensor<3x3xf32>) -> tensor<3x3xf32>',
    ],
    [
      '%a: tensor<2x3x3xf32>',
      '%0 = stablehlo.cholesky %a, lower = true : tensor<2x3x3xf32>',
      '%0 = stablehlo.cholesky %arg0, lower = true : tensor<2x3x3xf32>',
      '%0 = "stablehlo.cholesky"(%arg0) <{lower = true}> : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<3xf32>',
      '%0 = stablehlo.cholesky %a : tensor<3xf32>',
      [
        "1:6 argument 'a' must have rank >= 2, got shape 3.",
        "1:6 'stablehlo.cholesky' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<?x3x2xf32>',
      '%0 = stablehlo.cholesky %a : tensor<?x3x2xf32>',
      [
        "1:6 minor dimensions of 'a' must have equal size, got shape -9223372036854775808, 3, 2.",
        "1:6 'stablehlo.cholesky' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x3xf32>',
      '%0 = stablehlo.cholesky %a : (tensor<3x3xf32>) -> tensor<3x3xf64>',
      ["1:6 'stablehlo.cholesky' op requires compatible element types for all operands and results"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.triangular_solve', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<5x3x3xf32>, %b: tensor<5x3x4xf32>',
      '%0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<5x3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>',
      '%0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<5x3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>',
      '%0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<5x3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<3xf32>, %b: tensor<5x3x4xf32>',
      '%0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>',
      [
        "1:6 operand 'a' must have rank >= 2, but got 'tensor<3xf32>'",
        "1:6 'stablehlo.triangular_solve' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<5x3x2xf32>, %b: tensor<5x3x4xf32>',
      '%0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<5x3x2xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>',
      [
        "1:6 two minor dimensions of operand 'a' must be compatible, but got 'tensor<5x3x2xf32>'",
        "1:6 'stablehlo.triangular_solve' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<3x3xf32>, %b: tensor<5x3x4xf32>',
      '%0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>',
      [
        "1:6 operands must have equal rank, but got 'tensor<3x3xf32>' and 'tensor<5x3x4xf32>'",
        "1:6 'stablehlo.triangular_solve' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<5x3x3xf32>, %b: tensor<5x3x4xf32>',
      '%0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<5x3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>',
      [
        "1:6 shared dimension of operands 'a' and 'b' must be compatible, but got 'tensor<5x3x3xf32>' and 'tensor<5x3x4xf32>'",
        "1:6 'stablehlo.triangular_solve' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<6x3x3xf32>, %b: tensor<5x3x4xf32>',
      '%0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<6x3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>',
      [
        "1:6 batch dimensions of the operands must be compatible, but got 'tensor<6x3x3xf32>' and 'tensor<5x3x4xf32>'",
        "1:6 'stablehlo.triangular_solve' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<5x3x3xf32>, %b: tensor<5x3x4xf32>',
      '%0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>, unit_diagonal = false}> : (tensor<5x3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>',
      [
        '1:6 Invalid transpose option value for triangular solve',
        "1:6 'stablehlo.triangular_solve' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<5x3x3xf32>, %b: tensor<5x3x4xf32>',
      '%0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose OTHER>, unit_diagonal = false}> : (tensor<5x3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>',
      [
        '1:112 expected ::mlir::stablehlo::Transpose to be one of: TRANSPOSE_INVALID, NO_TRANSPOSE, TRANSPOSE, ADJOINT',
        "1:117 failed to parse StableHLO_TransposeAttr parameter 'value' which is to be a `::mlir::stablehlo::Transpose`",
      ],
    ],
    [
      '%a: tensor<5x3x3xf32>, %b: tensor<5x3x4xf32>',
      '%0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<5x3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x5xf32>',
      [
        "1:6 'stablehlo.triangular_solve' op inferred type(s) 'tensor<5x3x4xf32>' are incompatible with return type(s) of operation 'tensor<5x3x5xf32>'",
        "1:6 'stablehlo.triangular_solve' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<5x3x3xf64>, %b: tensor<5x3x4xf32>',
      '%0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<5x3x3xf64>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>',
      ["1:6 'stablehlo.triangular_solve' op requires compatible element types for all operands and results"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
