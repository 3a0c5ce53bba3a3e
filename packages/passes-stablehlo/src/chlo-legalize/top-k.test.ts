import { expect, test } from 'vitest';
import { bodyLinesAfter } from '../../tests/module-after.ts';

function expanded(from: string, to: string, indices: string, options = ''): string[] {
  const lines = bodyLinesAfter(
    'chlo-legalize-to-stablehlo',
    `(%x: ${from}) -> (${to}, ${indices})`,
    `%v, %i = chlo.top_k(%x, k = 2${options}) : ${from} -> (${to}, ${indices})\nreturn %v, %i : ${to}, ${indices}`,
  );
  return lines.slice(0, -1);
}

test('floats are sorted in their total order with their places', () => {
  expect(expanded('tensor<3x4xf32>', 'tensor<3x2xf32>', 'tensor<3x2xi32>')).toEqual([
    '%0 = stablehlo.iota dim = 1 : tensor<3x4xi32>',
    '%1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 1 : i64, is_stable = true}> ({',
    '^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):',
    '  %4 = stablehlo.compare GT, %arg1, %arg2, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>',
    '  stablehlo.return %4 : tensor<i1>',
    '}) : (tensor<3x4xf32>, tensor<3x4xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)',
    '%2 = stablehlo.slice %1#0 [0:3, 0:2] : (tensor<3x4xf32>) -> tensor<3x2xf32>',
    '%3 = stablehlo.slice %1#1 [0:3, 0:2] : (tensor<3x4xi32>) -> tensor<3x2xi32>',
  ]);
});

test('the sort is as stable as is asked for', () => {
  const lines = expanded('tensor<4xi8>', 'tensor<2xi8>', 'tensor<2xi32>', ', is_stable = false');
  expect(lines[1]).toBe('%1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 0 : i64, is_stable = false}> ({');
  expect(lines[3]).toBe('  %4 = stablehlo.compare GT, %arg1, %arg2 : (tensor<i8>, tensor<i8>) -> tensor<i1>');
});

test('unknown sizes are taken at run time', () => {
  const lines = expanded('tensor<?x4xi8>', 'tensor<?x2xi8>', 'tensor<?x2xi32>');
  expect(lines.slice(0, 9)).toEqual([
    '%0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x4xi8>) -> tensor<i32>',
    '%1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>',
    '%2 = stablehlo.reshape %1 : (tensor<i64>) -> tensor<1xi64>',
    '%c = stablehlo.constant dense<4> : tensor<i64>',
    '%3 = stablehlo.reshape %c : (tensor<i64>) -> tensor<1xi64>',
    '%4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>',
    '%c_0 = stablehlo.constant dense<2> : tensor<i64>',
    '%5 = stablehlo.reshape %c_0 : (tensor<i64>) -> tensor<1xi64>',
    '%6 = stablehlo.concatenate %2, %5, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>',
  ]);
  expect(lines.slice(-4)).toEqual([
    '%c_1 = stablehlo.constant dense<0> : tensor<2xi64>',
    '%c_2 = stablehlo.constant dense<1> : tensor<2xi64>',
    '%9 = stablehlo.real_dynamic_slice %8#0, %c_1, %6, %c_2 : (tensor<?x4xi8>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi8>',
    '%10 = stablehlo.real_dynamic_slice %8#1, %c_1, %6, %c_2 : (tensor<?x4xi32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi32>',
  ]);
});
