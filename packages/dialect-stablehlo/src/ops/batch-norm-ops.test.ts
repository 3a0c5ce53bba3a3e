import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.batch_norm_training', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>',
      '%0:3 = "stablehlo.batch_norm_training"(%a, %s, %o) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)',
      '%output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)',
      '%0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>',
      '%0:3 = "stablehlo.batch_norm_training"(%a, %s, %o) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)',
      [
        '1:8 expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 2, and rank 2.',
        "1:8 'stablehlo.batch_norm_training' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>',
      '%0:3 = "stablehlo.batch_norm_training"(%a, %s, %o) <{epsilon = 1.000000e-03 : f32, feature_index = -1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)',
      [
        "1:8 'stablehlo.batch_norm_training' op attribute 'feature_index' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative",
      ],
    ],
    [
      '%a: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>',
      '%0:3 = "stablehlo.batch_norm_training"(%a, %s, %o) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)',
      [
        '1:8 expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 3 and the feature count is 2.',
        "1:8 'stablehlo.batch_norm_training' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<4xf32>',
      '%0:3 = "stablehlo.batch_norm_training"(%a, %s, %o) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)',
      [
        '1:8 expects single-dimensional operands to have compatible shapes.',
        "1:8 'stablehlo.batch_norm_training' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>',
      '%0:3 = "stablehlo.batch_norm_training"(%a, %s, %o) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>)',
      [
        "1:8 'stablehlo.batch_norm_training' op inferred type(s) 'tensor<2x3xf32>', 'tensor<3xf32>', 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>', 'tensor<3xf32>', 'tensor<4xf32>'",
        "1:8 'stablehlo.batch_norm_training' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.batch_norm_inference', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x?xf32>, %s: tensor<3xf32>',
      '%0 = "stablehlo.batch_norm_inference"(%a, %s, %s, %s, %s) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>',
      '%0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>',
      '%0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x?xf32>, %s: tensor<3xf32>',
      '%0 = "stablehlo.batch_norm_inference"(%a, %s, %s, %s, %s) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>',
      [
        '1:6 expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 3 and the feature count is 2.',
        "1:6 'stablehlo.batch_norm_inference' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x?xf32>, %s: tensor<3xf32>',
      '%0 = "stablehlo.batch_norm_inference"(%a, %s, %s, %s, %s) <{epsilon = 1.000000e-03 : f64, feature_index = 1 : i64}> : (tensor<2x?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>',
      [
        "1:6 'stablehlo.batch_norm_inference' op attribute 'epsilon' failed to satisfy constraint: 32-bit float attribute",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.batch_norm_grad', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x3xf32>, %s: tensor<3xf32>, %g: tensor<2x3xf32>',
      '%0:3 = "stablehlo.batch_norm_grad"(%a, %s, %s, %s, %g) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)',
      '%grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)',
      '%0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>, %s: tensor<3xf32>, %g: tensor<2x4xf32>',
      '%0:3 = "stablehlo.batch_norm_grad"(%a, %s, %s, %s, %g) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)',
      [
        '1:8 expects multi-dimensional operands to have compatible shapes.',
        "1:8 'stablehlo.batch_norm_grad' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x3xf32>, %s: tensor<3xf32>, %g: tensor<2x3xf32>',
      '%0:3 = "stablehlo.batch_norm_grad"(%a, %s, %s, %s, %g) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)',
      [
        '1:8 expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 3 and the feature count is 2.',
        "1:8 'stablehlo.batch_norm_grad' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
