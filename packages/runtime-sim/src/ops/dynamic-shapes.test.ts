import { expect, test } from 'vitest';
import { evaluate } from '../../tests/evaluate.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';

const row = '%x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>';

test.each([
  [
    'dynamic_broadcast_in_dim',
    '%s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>',
    'stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xi32>, tensor<2xi64>) -> tensor<2x3xi32>',
    '2x3xi32',
    [1, 2, 3, 1, 2, 3],
  ],
  [
    'dynamic_iota',
    '%s = stablehlo.constant dense<[2, 2]> : tensor<2xi64>',
    'stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<2x2xi32>',
    '2x2xi32',
    [0, 0, 1, 1],
  ],
  [
    'dynamic_reshape',
    '%s = stablehlo.constant dense<[3, 1]> : tensor<2xi64>',
    'stablehlo.dynamic_reshape %x, %s : (tensor<3xi32>, tensor<2xi64>) -> tensor<3x1xi32>',
    '3x1xi32',
    [1, 2, 3],
  ],
  [
    'dynamic_pad',
    '%z = stablehlo.constant dense<9> : tensor<i32> %s = stablehlo.constant dense<1> : tensor<1xi64>',
    'stablehlo.dynamic_pad %x, %z, %s, %s, %s : (tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<7xi32>',
    '7xi32',
    [9, 1, 9, 2, 9, 3, 9],
  ],
  [
    'real_dynamic_slice',
    '%s = stablehlo.constant dense<1> : tensor<1xi64> %l = stablehlo.constant dense<3> : tensor<1xi64>',
    'stablehlo.real_dynamic_slice %x, %s, %l, %s : (tensor<3xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xi32>',
    '2xi32',
    [2, 3],
  ],
  [
    'get_dimension_size',
    '',
    'stablehlo.get_dimension_size %x, dim = 0 : (tensor<3xi32>) -> tensor<i32>',
    'i32',
    [3],
  ],
  [
    'broadcast',
    '',
    'stablehlo.broadcast %x, sizes = [2] : (tensor<3xi32>) -> tensor<2x3xi32>',
    '2x3xi32',
    [1, 2, 3, 1, 2, 3],
  ],
])('%s', (_, operands, operation, type, expected) => {
  expect(evaluate(`${row} ${operands} %0 = ${operation}`, `%0 : tensor<${type}>`)).toEqual([expected]);
});

test('arrays know their shapes where types do not', () => {
  const body = `${row}
    %n = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<3xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<3>>
    %1 = stablehlo.add %0, %0 : tensor<?xi32, #stablehlo.bounds<3>>
    %2 = stablehlo.get_dimension_size %1, dim = 0 : (tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<i32>`;
  expect(evaluate(body, '%1, %2 : tensor<?xi32, #stablehlo.bounds<3>>, tensor<i32>')).toEqual([[2, 4], [2]]);
});

test('sizes that turn out not to fit are an error of the operation', () => {
  const body = `${row}
    %h = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
    %s = stablehlo.add %h, %h : tensor<2xi64>
    %0 = stablehlo.dynamic_reshape %x, %s : (tensor<3xi32>, tensor<2xi64>) -> tensor<?x?xi32>`;
  expect(() => evaluate(body, '%0 : tensor<?x?xi32>')).toThrow(ExecutionError);
});
