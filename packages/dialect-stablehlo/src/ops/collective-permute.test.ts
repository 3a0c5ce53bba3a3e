import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.collective_permute', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>',
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0,0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<0> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<0> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>',
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0,2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>',
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<> : tensor<0x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>',
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0,1],[1,0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>',
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<type = 1, handle = 1>} : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>, %i: tensor<f32>',
      '%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> (tensor<2x4xf32>)',
      [
        "1:6 'stablehlo.collective_permute' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'",
        "1:6 'stablehlo.collective_permute' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<0> : tensor<1xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      ['1:6 expect source_target_pairs attribute to be of rank 2, but got rank 1'],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0,-1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      ['1:6 replica ids in source_target_pairs must be >= 0.'],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0,1]]> : tensor<1x2xi32>} : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      [
        "1:6 'stablehlo.collective_permute' op attribute 'source_target_pairs' failed to satisfy constraint: 64-bit signless integer elements attribute",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0,1],[0,2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      ['1:6 duplicate sources not allowed.'],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0,1],[2,1]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      ['1:6 duplicate targets not allowed.'],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0,1,2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      ['1:6 expect source_target_pairs attribute of shape (N, 2), but got (1, 3)'],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1>} : (tensor<2x4xf32>) -> tensor<2x4xf32>',
      ["1:151 expected ','"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
