import { expect, test } from 'vitest';
import { bodyLinesAfter } from '../../tests/module-after.ts';

function sum(size: string, output: string, attributes = ''): string[] {
  const types = `tensor<3x${size}xi32>, tensor<3xi32>`;
  const results = `tensor<3x${output}xi32>, tensor<3xi32>`;
  return bodyLinesAfter(
    'chlo-legalize-to-stablehlo',
    `(%x: tensor<3x${size}xi32>, %c: tensor<3xi32>) -> (${results})`,
    `%0:2 = chlo.scan(%x) inits (%c) dimension=1 ${attributes} {
^bb0(%slice: tensor<3xi32>, %sum: tensor<3xi32>):
  %1 = chlo.broadcast_add %slice, %sum : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  stablehlo.return %1, %1 : tensor<3xi32>, tensor<3xi32>
} : (${types}) -> (${results})
return %0#0, %0#1 : ${results}`,
  );
}

test('a scan is a loop over the counter, the carries and the outputs', () => {
  expect(sum('2', '2')).toEqual([
    '%0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<3x2xi32>) -> tensor<i32>',
    '%1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>',
    '%c = stablehlo.constant dense<0> : tensor<i64>',
    '%c_0 = stablehlo.constant dense<0> : tensor<i32>',
    '%2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3x2xi32>',
    '%3:3 = stablehlo.while(%iterArg = %c, %iterArg_1 = %arg1, %iterArg_2 = %2) : tensor<i64>, tensor<3xi32>, tensor<3x2xi32>',
    'cond {',
    '  %4 = stablehlo.compare LT, %iterArg, %1 : (tensor<i64>, tensor<i64>) -> tensor<i1>',
    '  stablehlo.return %4 : tensor<i1>',
    '} do {',
    '  %c_3 = stablehlo.constant dense<0> : tensor<i64>',
    '  %4 = stablehlo.dynamic_slice %arg0, %c_3, %iterArg, sizes = [3, 1] : (tensor<3x2xi32>, tensor<i64>, tensor<i64>) -> tensor<3x1xi32>',
    '  %5 = stablehlo.reshape %4 : (tensor<3x1xi32>) -> tensor<3xi32>',
    '  %6 = stablehlo.add %5, %iterArg_1 : tensor<3xi32>',
    '  %7 = stablehlo.reshape %6 : (tensor<3xi32>) -> tensor<3x1xi32>',
    '  %c_4 = stablehlo.constant dense<0> : tensor<i64>',
    '  %8 = stablehlo.dynamic_update_slice %iterArg_2, %7, %c_4, %iterArg : (tensor<3x2xi32>, tensor<3x1xi32>, tensor<i64>, tensor<i64>) -> tensor<3x2xi32>',
    '  %c_5 = stablehlo.constant dense<1> : tensor<i64>',
    '  %9 = stablehlo.add %iterArg, %c_5 : tensor<i64>',
    '  stablehlo.return %9, %6, %8 : tensor<i64>, tensor<3xi32>, tensor<3x2xi32>',
    '}',
    'return %3#2, %3#1 : tensor<3x2xi32>, tensor<3xi32>',
  ]);
});

test('a reverse scan counts the places from the end', () => {
  const lines = sum('2', '2', 'attributes {is_reverse = true}').map((line) => line.trim());
  const start = lines.indexOf('} do {') + 1;
  expect(lines.slice(start, start + 5)).toEqual([
    '%4 = stablehlo.subtract %1, %iterArg : tensor<i64>',
    '%c_3 = stablehlo.constant dense<1> : tensor<i64>',
    '%5 = stablehlo.subtract %4, %c_3 : tensor<i64>',
    '%c_4 = stablehlo.constant dense<0> : tensor<i64>',
    '%6 = stablehlo.dynamic_slice %arg0, %c_4, %5, sizes = [3, 1] : (tensor<3x2xi32>, tensor<i64>, tensor<i64>) -> tensor<3x1xi32>',
  ]);
});

test('the size of the outputs has to be known', () => {
  expect(sum('?', '?')).toEqual([
    "failed to legalize operation 'chlo.scan' that was explicitly marked illegal",
  ]);
});

test('without inputs the size is that of the outputs', () => {
  const [first] = bodyLinesAfter(
    'chlo-legalize-to-stablehlo',
    '(%c: tensor<f32>) -> (tensor<4xf32>, tensor<f32>)',
    `%0:2 = chlo.scan() inits (%c) dimension=0 attributes {scan_dim_size = 4 : i64} {
^bb0(%p: tensor<f32>):
  stablehlo.return %p, %p : tensor<f32>, tensor<f32>
} : (tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
return %0#0, %0#1 : tensor<4xf32>, tensor<f32>`,
  );
  expect(first).toBe('%c = stablehlo.constant dense<4> : tensor<i64>');
});
