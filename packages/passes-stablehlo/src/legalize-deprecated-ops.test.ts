import { expect, test } from 'vitest';
import { bodyLinesAfter } from '../tests/module-after.ts';

const pass = 'stablehlo-legalize-deprecated-ops';

test('each deprecated operation becomes the one that says the same', () => {
  const lines = bodyLinesAfter(
    pass,
    '(%a: tensor<2x3xf32>, %b: tensor<3x?xf32>) -> (tensor<2x?xf32>, tensor<5x2x3xf32>, tensor<3xf32>, !stablehlo.token)',
    `%0 = stablehlo.dot %a, %b, precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<3x?xf32>) -> tensor<2x?xf32>
     %1 = stablehlo.broadcast %a, sizes = [5] : (tensor<2x3xf32>) -> tensor<5x2x3xf32>
     %2 = stablehlo.unary_einsum %a, config = "ij->j" : (tensor<2x3xf32>) -> tensor<3xf32>
     %3 = stablehlo.create_token : !stablehlo.token
     return %0, %1, %2, %3 : tensor<2x?xf32>, tensor<5x2x3xf32>, tensor<3xf32>, !stablehlo.token`,
  );
  expect(lines).toEqual([
    '%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<3x?xf32>) -> tensor<2x?xf32>',
    '%1 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<5x2x3xf32>',
    '%cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>',
    '%2 = stablehlo.einsum %cst, %arg0, config = ",ij->j" : (tensor<f32>, tensor<2x3xf32>) -> tensor<3xf32>',
    '%3 = stablehlo.after_all  : !stablehlo.token',
    'return %0, %1, %2, %3 : tensor<2x?xf32>, tensor<5x2x3xf32>, tensor<3xf32>, !stablehlo.token',
  ]);
});

test('a sum over replicas adds scalars', () => {
  const lines = bodyLinesAfter(
    pass,
    '(%a: tensor<4xf32>) -> tensor<4xf32>',
    `%0 = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
     return %0 : tensor<4xf32>`,
  );
  expect(lines).toEqual([
    '%0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({',
    '^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):',
    '  %1 = stablehlo.add %arg1, %arg2 : tensor<f32>',
    '  stablehlo.return %1 : tensor<f32>',
    '}) : (tensor<4xf32>) -> tensor<4xf32>',
    'return %0 : tensor<4xf32>',
  ]);
});

const map = `%0 = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>`;
const signature = '(%a: tensor<4xf32>) -> tensor<4xf32>';

test('an operation that nothing stands for is an error', () => {
  expect(bodyLinesAfter(pass, signature, map)).toEqual([
    "failed to legalize operation 'stablehlo.map' that was explicitly marked illegal",
  ]);
});

test('an operation that nothing stands for stays with fail-on-unused=false', () => {
  expect(bodyLinesAfter(`${pass}{fail-on-unused=false}`, signature, map)[0]).toBe(
    '%0 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({',
  );
});
