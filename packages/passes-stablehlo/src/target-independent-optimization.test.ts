import { expect, test } from 'vitest';
import { bodyAfter } from '../tests/run-pass.ts';

const optimize = (signature: string, body: string): string[] =>
  bodyAfter('stablehlo-target-independent-optimization', signature, body);

test('what is folded is simplified further', () => {
  const text = `%a = stablehlo.constant dense<2> : tensor<i32>
    %b = stablehlo.constant dense<-2> : tensor<i32>
    %zero = stablehlo.add %a, %b : tensor<i32>
    %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %0 = stablehlo.add %zeros, %x : tensor<3xi32>
    return %0 : tensor<3xi32>`;
  expect(optimize('(%x: tensor<3xi32>) -> tensor<3xi32>', text)).toEqual(['return %arg0 : tensor<3xi32>']);
});

test('a constant is not made of splats that are joined with more', () => {
  const text = `%a = stablehlo.constant dense<1> : tensor<2xi32>
    %b = stablehlo.constant dense<2> : tensor<2xi32>
    %ab = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
    %0 = stablehlo.concatenate %ab, %x, dim = 0 : (tensor<4xi32>, tensor<1xi32>) -> tensor<5xi32>
    return %0 : tensor<5xi32>`;
  expect(optimize('(%x: tensor<1xi32>) -> tensor<5xi32>', text).at(-2)).toBe(
    '%0 = stablehlo.concatenate %c, %c_0, %arg0, dim = 0 : (tensor<2xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<5xi32>',
  );
});

test('unregistered operations are kept', () => {
  const text = `%0 = "other.op"(%x) : (tensor<3xi32>) -> tensor<3xi32>
    return %0 : tensor<3xi32>`;
  expect(optimize('(%x: tensor<3xi32>) -> tensor<3xi32>', text)).toEqual([
    '%0 = "other.op"(%arg0) : (tensor<3xi32>) -> tensor<3xi32>',
    'return %0 : tensor<3xi32>',
  ]);
});
