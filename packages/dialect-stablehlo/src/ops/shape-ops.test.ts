import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.transpose, reshape, broadcast_in_dim and reverse', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x?xf32>',
      '%0 = stablehlo.reshape %a : (tensor<2x?xf32>) -> tensor<6xf32>',
      '%0 = stablehlo.reshape %arg0 : (tensor<2x?xf32>) -> tensor<6xf32>',
      '%0 = "stablehlo.reshape"(%arg0) : (tensor<2x?xf32>) -> tensor<6xf32>',
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>',
      '%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>',
      '%0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>',
    ],
    [
      '%a: tensor<f32>',
      '%0 = stablehlo.transpose %a, dims = [] {d.x} : (tensor<f32>) -> tensor<f32>',
      '%0 = stablehlo.transpose %arg0, dims = [] {d.x} : (tensor<f32>) -> tensor<f32>',
      '%0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64>}> {d.x} : (tensor<f32>) -> tensor<f32>',
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<6xf32>',
      '%0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>',
      '%0 = "stablehlo.reshape"(%arg0) : (tensor<2x3xf32>) -> tensor<6xf32>',
    ],
    [
      '%a: tensor<3xf32>',
      '%0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>',
      '%0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>',
      '%0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>) -> tensor<2x3xf32>',
    ],
    [
      '%a: tensor<1xf32>',
      '%0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<1xf32>) -> tensor<2x3xf32>',
      '%0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<1xf32>) -> tensor<2x3xf32>',
      '%0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xf32>) -> tensor<2x3xf32>',
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.reverse %a, dims = [0, 1] : tensor<2x3xf32>',
      '%0 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>',
      '%0 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 0, 1>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      [
        "1:6 'stablehlo.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'",
        "1:6 'stablehlo.transpose' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.transpose %a, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x2xf32>',
      [
        '1:6 attribute permutation must be a permutation of [0, 1] but got 0, 0',
        "1:6 'stablehlo.transpose' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.transpose %a, dims = [0] : (tensor<2x3xf32>) -> tensor<2x2xf32>',
      [
        '1:6 TransposeOp operand rank 2 does not match permutation size 1',
        "1:6 'stablehlo.transpose' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xi32>',
      ["1:6 'stablehlo.transpose' op requires compatible element types for all operands and results"],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = "stablehlo.transpose"(%a) {permutation = dense<[1,0]> : tensor<2xi32>} : (tensor<2x3xf32>) -> tensor<3x2xf32>',
      [
        "1:6 'stablehlo.transpose' op attribute 'permutation' failed to satisfy constraint: i64 dense array attribute",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = "stablehlo.transpose"(%a) <{permutation = dense<[1,0]> : tensor<2xi32>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>',
      [
        '1:6 invalid properties {permutation = dense<[1, 0]> : tensor<2xi32>} for op stablehlo.transpose: Invalid attribute `permutation` in property conversion: dense<[1, 0]> : tensor<2xi32>',
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<7xf32>',
      ["1:6 number of output elements (7) doesn't match expected number of elements (6)"],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<?xf32>',
      [
        "1:6 'stablehlo.reshape' op result #0 must be statically shaped or single bounded dimension tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<?xf32>'",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      ['1:6 broadcast_dimensions size (1) does not match operand rank (2)'],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.broadcast_in_dim %a, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      ['1:6 broadcast_dimensions should not have duplicates'],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      ['1:6 broadcast_dimensions contains invalid value 2 for result with rank 2'],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.broadcast_in_dim %a, dims = [0, -1] : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      ['1:6 broadcast_dimensions contains invalid value -1 for result with rank 2'],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.broadcast_in_dim %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      ['1:6 size of operand dimension 0 (2) is not equal to 1 or size of result dimension 1 (3)'],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.reverse %a, dims = [0, 0] : tensor<2x3xf32>',
      ['1:6 dimensions should be unique. Got: 0, 0'],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.reverse %a, dims = [-1] : tensor<2x3xf32>',
      ['1:6 all dimensions should be non-negative. Got dimension: -1.'],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.reverse %a, dims = [2] : tensor<2x3xf32>',
      ['1:6 all dimensions should be between [0, 2). Got dimension: 2.'],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
