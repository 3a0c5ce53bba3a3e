import { expect, test } from 'vitest';
import { evaluate } from '../../tests/evaluate.ts';

const operands = `%x = stablehlo.constant dense<[[1.0, 2.0], [5.0, 6.0]]> : tensor<2x2xf32>
  %s = stablehlo.constant dense<[1.0, 10.0]> : tensor<2xf32>
  %o = stablehlo.constant dense<[0.5, 1.0]> : tensor<2xf32>`;

test('batch_norm_training normalises by the moments of the batch', () => {
  const body = `${operands}
    %0:3 = "stablehlo.batch_norm_training"(%x, %s, %o) {epsilon = 0.0 : f32, feature_index = 1 : i64}
      : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)`;
  expect(evaluate(body, '%0#0, %0#1, %0#2 : tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>')).toEqual([
    [-0.5, -9, 1.5, 11],
    [3, 4],
    [4, 4],
  ]);
});

test('batch_norm_inference normalises by given moments', () => {
  const body = `${operands}
    %m = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %v = stablehlo.constant dense<[3.0, 15.0]> : tensor<2xf32>
    %0 = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) {epsilon = 1.0 : f32, feature_index = 1 : i64}
      : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>`;
  expect(evaluate(body, '%0 : tensor<2x2xf32>')).toEqual([[0.5, 1, 2.5, 11]]);
});

test('batch_norm_grad gives the gradients of all three operands', () => {
  const body = `${operands}
    %m = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
    %v = stablehlo.constant dense<[4.0, 4.0]> : tensor<2xf32>
    %g = stablehlo.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
    %0:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) {epsilon = 0.0 : f32, feature_index = 1 : i64}
      : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)`;
  expect(evaluate(body, '%0#0, %0#1, %0#2 : tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>')).toEqual([
    [0, 0, 0, 0],
    [-1, 1],
    [1, 1],
  ]);
});
