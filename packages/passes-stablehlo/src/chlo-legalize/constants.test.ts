import { expect, test } from 'vitest';
import { bodyLinesAfter } from '../../tests/module-after.ts';

function expanded(signature: string, body: string): string[] {
  return bodyLinesAfter('chlo-legalize-to-stablehlo', signature, body);
}

test('a constant stays what it is', () => {
  expect(
    expanded(
      '() -> tensor<2xf32>',
      '%0 = chlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\nreturn %0 : tensor<2xf32>',
    ),
  ).toEqual([
    '%cst = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>',
    'return %cst : tensor<2xf32>',
  ]);
});

function constantLike(from: string, to: string): string[] {
  const lines = expanded(
    `(%x: ${from}) -> ${to}`,
    `%0 = "chlo.constant_like"(%x) <{value = 7 : i32}> : (${from}) -> ${to}\nreturn %0 : ${to}`,
  );
  return lines.slice(0, -1);
}

test('a constant in a known shape is a splat', () => {
  expect(constantLike('tensor<2x3xf32>', 'tensor<2x3xi32>')).toEqual([
    '%c = stablehlo.constant dense<7> : tensor<2x3xi32>',
  ]);
});

test('a constant in a shape with a bound is made as large as it may be and cut to its size', () => {
  const bounded = (element: string): string => `tensor<2x?x${element}, #stablehlo.bounds<?, 8>>`;
  expect(constantLike(bounded('f32'), bounded('i32'))).toEqual([
    '%c = stablehlo.constant dense<7> : tensor<i32>',
    '%0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x8xi32>',
    '%1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x?xf32, #stablehlo.bounds<?, 8>>) -> tensor<i32>',
    '%2 = stablehlo.set_dimension_size %0, %1, dim = 1 : (tensor<2x8xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 8>>',
  ]);
});

test('a constant in a shape of unknown size is broadcast at run time', () => {
  expect(constantLike('tensor<?xf32>', 'tensor<?xi32>')).toEqual([
    '%c = stablehlo.constant dense<7> : tensor<i32>',
    '%0 = shape.shape_of %arg0 : tensor<?xf32> -> tensor<1xindex>',
    '%1 = stablehlo.dynamic_broadcast_in_dim %c, %0, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>',
  ]);
});

test('nothing is known of a shape of unknown rank', () => {
  const [message] = expanded(
    '(%x: tensor<*xf32>) -> tensor<*xf32>',
    '%0 = "chlo.constant_like"(%x) <{value = 1.0 : f32}> : (tensor<*xf32>) -> tensor<*xf32>\nreturn %0 : tensor<*xf32>',
  );
  expect(message).toBe(
    "failed to legalize operation 'chlo.constant_like' that was explicitly marked illegal",
  );
});
