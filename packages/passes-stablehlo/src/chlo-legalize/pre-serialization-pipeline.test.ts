import { expect, test } from 'vitest';
import { moduleAfter } from '../../tests/module-after.ts';

test('shapes that the expansion computes with become tensors of integers', () => {
  const lines = moduleAfter(
    'chlo-pre-serialization-pipeline',
    `func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.atan %x : tensor<?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}`,
  );
  expect(lines.map((line) => line.trim())).toEqual([
    'func.func @f(%arg0: tensor<?xf32>) -> tensor<?xf32> {',
    '%cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>',
    '%0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?xf32>) -> tensor<i32>',
    '%1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>',
    '%2 = stablehlo.concatenate %1, dim = 0 : (tensor<1xi32>) -> tensor<1xi32>',
    '%3 = stablehlo.dynamic_broadcast_in_dim %cst, %2, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>',
    '%4 = stablehlo.atan2 %arg0, %3 : tensor<?xf32>',
    'return %4 : tensor<?xf32>',
    '}',
  ]);
});
