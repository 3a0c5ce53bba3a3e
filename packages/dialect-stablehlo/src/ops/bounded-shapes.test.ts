import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('operations on bounded tensors', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<?xf32, #stablehlo.bounds<4>>, %b: tensor<3xf32>',
      '%0 = stablehlo.add %a, %b : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<3xf32>) -> tensor<3xf32>',
      '%0 = stablehlo.add %arg0, %arg1 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<3xf32>) -> tensor<3xf32>',
      '%0 = "stablehlo.add"(%arg0, %arg1) : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<3xf32>) -> tensor<3xf32>',
    ],
    [
      '%a: tensor<?xf32, #stablehlo.type_extensions<bounds = [4]>>, %b: tensor<3xf32>',
      '%0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<3xf32>) -> tensor<?xf32, #stablehlo.bounds<7>>',
      '%0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<3xf32>) -> tensor<?xf32, #stablehlo.bounds<7>>',
      '%0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<3xf32>) -> tensor<?xf32, #stablehlo.bounds<7>>',
    ],
    [
      '%a: tensor<?x2xf32, #stablehlo.bounds<4, ?>>',
      '%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>',
      '%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>',
      '%0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>',
    ],
    [
      '%a: tensor<?x2xf32, #stablehlo.bounds<4, ?>>',
      '%0 = stablehlo.reshape %a : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>',
      '%0 = stablehlo.reshape %arg0 : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>',
      '%0 = "stablehlo.reshape"(%arg0) : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<?xf32, #stablehlo.bounds<4>>, %b: tensor<5xf32>',
      '%0 = stablehlo.add %a, %b : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<5xf32>) -> tensor<5xf32>',
      [
        '1:6 Mismatched dimension size 5 and bound 4 in dimension 0',
        "1:6 'stablehlo.add' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<?xf32, #stablehlo.bounds<4>>',
      '%0 = stablehlo.add %a, %a : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32>',
      [
        "1:6 'stablehlo.add' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<4>>' are incompatible with return type(s) of operation 'tensor<5xf32>'",
        "1:6 'stablehlo.add' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<?xf32, #stablehlo.bounds<4>>',
      '%0 = stablehlo.slice %a [0:5] : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32>',
      [
        '1:6 limit index 5 is larger than dimension bound 4 in dimension 0',
        "1:6 'stablehlo.slice' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<?xf32, #stablehlo.bounds<4>>, %z: tensor<f32>',
      '%0 = stablehlo.pad %a, %z, low = [-3], high = [-3], interior = [0] : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<f32>) -> tensor<?xf32>',
      [
        '1:6 Padding result in negative bound for dimension 0',
        "1:6 'stablehlo.pad' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<?x?xf32, #stablehlo.bounds<4, 4>>',
      '%0 = stablehlo.reshape %a : (tensor<?x?xf32, #stablehlo.bounds<4, 4>>) -> tensor<?x?xf32, #stablehlo.bounds<4, 4>>',
      [
        "1:6 'stablehlo.reshape' op result #0 must be statically shaped or single bounded dimension tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<?x?xf32, #stablehlo.bounds<4, 4>>'",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
