import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.cross-replica-sum', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>',
      '%0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>',
      '%0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<3xf32>',
      ["1:6 'stablehlo.cross-replica-sum' op requires compatible types for all operands and results"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.einsum', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.einsum %a, %a, config = "ab,cb->ac" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>',
      '%0 = stablehlo.einsum %arg0, %arg0, config = "ab,cb->ac" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>',
      '%0 = "stablehlo.einsum"(%arg0, %arg0) <{einsum_config = "ab,cb->ac"}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>',
      '%0 = "stablehlo.einsum"(%a, %a) {einsum_config = 1 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>',
      ["1:6 'stablehlo.einsum' op attribute 'einsum_config' failed to satisfy constraint: string attribute"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.unary_einsum', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.unary_einsum %a, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>',
      '%0 = stablehlo.unary_einsum %arg0, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>',
      '%0 = "stablehlo.unary_einsum"(%arg0) <{einsum_config = "ab->a"}> : (tensor<2x3xf32>) -> tensor<2xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>',
      '%0 = "stablehlo.unary_einsum"(%a) : (tensor<2x3xf32>) -> tensor<2xf32>',
      ["1:6 'stablehlo.unary_einsum' op requires attribute 'einsum_config'"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.torch_index_select', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x3xf32>, %i: tensor<4xi32>',
      '%0 = "stablehlo.torch_index_select"(%a, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>',
      '%0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>',
      '%0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>, %i: tensor<4xi32>',
      '%0 = "stablehlo.torch_index_select"(%a, %i) {dim = 0 : i32, batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>',
      [
        "1:6 'stablehlo.torch_index_select' op attribute 'dim' failed to satisfy constraint: 64-bit signless integer attribute",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
