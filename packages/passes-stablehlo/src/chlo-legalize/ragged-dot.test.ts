import { expect, test } from 'vitest';
import { bodyLinesAfter } from '../../tests/module-after.ts';

interface Dimensions {
  readonly batching?: readonly [string, string];
  readonly contracting: readonly [string, string];
  readonly ragged: string;
  readonly group?: string;
}

function expanded(
  lhs: string,
  rhs: string,
  sizes: string,
  result: string,
  { batching = ['', ''], contracting, ragged, group = '' }: Dimensions,
  attributes = '',
): string[] {
  const [l, r, g, o] = [lhs, rhs, sizes, result].map((type) => `tensor<${type}>`);
  const lines = bodyLinesAfter(
    'chlo-legalize-to-stablehlo',
    `(%l: ${l}, %r: ${r}, %g: ${g}) -> ${o}`,
    `%0 = "chlo.ragged_dot"(%l, %r, %g) <{${attributes}ragged_dot_dimension_numbers = #chlo.ragged_dot<
lhs_batching_dimensions = [${batching[0]}], rhs_batching_dimensions = [${batching[1]}],
lhs_contracting_dimensions = [${contracting[0]}], rhs_contracting_dimensions = [${contracting[1]}],
lhs_ragged_dimensions = [${ragged}], rhs_group_dimensions = [${group}]>}> : (${l}, ${r}, ${g}) -> ${o}
return %0 : ${o}`,
  );
  return lines.at(-1)?.startsWith('return') === true ? lines.slice(0, -1) : lines;
}

test('a ragged batching dimension makes no difference', () => {
  const precision = 'precision_config = [#chlo<precision HIGH>, #chlo<precision DEFAULT>], ';
  const dimensions: Dimensions = { batching: ['0', '0'], contracting: ['2', '1'], ragged: '0' };
  expect(expanded('2x3x5xf32', '2x5x7xf32', '3xi64', '2x3x7xf32', dimensions, precision)).toEqual([
    '%0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, DEFAULT] : (tensor<2x3x5xf32>, tensor<2x5x7xf32>) -> tensor<2x3x7xf32>',
  ]);
});

test('rows of other groups are set to zero and the results of groups are added', () => {
  const dimensions: Dimensions = { contracting: ['1', '1'], ragged: '0', group: '0' };
  const lines = expanded('4x5xf32', '2x5x7xf32', '2xi32', '4x7xf32', dimensions);
  expect(lines.slice(0, 15)).toEqual([
    '%c = stablehlo.constant dense<0> : tensor<i64>',
    '%0 = stablehlo.iota dim = 0 : tensor<4x1xi64>',
    '%cst = stablehlo.constant dense<0.000000e+00> : tensor<4x5xf32>',
    '%1 = stablehlo.slice %arg2 [0:1] : (tensor<2xi32>) -> tensor<1xi32>',
    '%2 = stablehlo.reshape %1 : (tensor<1xi32>) -> tensor<i32>',
    '%3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>',
    '%4 = stablehlo.add %c, %3 : tensor<i64>',
    '%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x5xi64>',
    '%6 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<4x5xi64>',
    '%7 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x1xi64>) -> tensor<4x5xi64>',
    '%8 = stablehlo.compare GE, %7, %5 : (tensor<4x5xi64>, tensor<4x5xi64>) -> tensor<4x5xi1>',
    '%9 = stablehlo.compare LT, %7, %6 : (tensor<4x5xi64>, tensor<4x5xi64>) -> tensor<4x5xi1>',
    '%10 = stablehlo.and %8, %9 : tensor<4x5xi1>',
    '%11 = stablehlo.select %10, %arg0, %cst : tensor<4x5xi1>, tensor<4x5xf32>',
    '%12 = stablehlo.slice %arg1 [0:1, 0:5, 0:7] : (tensor<2x5x7xf32>) -> tensor<1x5x7xf32>',
  ]);
  expect(lines.at(-1)).toBe('%29 = stablehlo.add %14, %28 : tensor<4x7xf32>');
});

test('results of groups stand side by side where the ragged dimension is contracted', () => {
  const dimensions: Dimensions = { contracting: ['0', '0'], ragged: '0' };
  const lines = expanded('5x3xf32', '5x7xf32', '2xi64', '2x3x7xf32', dimensions);
  expect(lines.slice(-3)).toEqual([
    '%23 = stablehlo.reshape %11 : (tensor<3x7xf32>) -> tensor<1x3x7xf32>',
    '%24 = stablehlo.reshape %22 : (tensor<3x7xf32>) -> tensor<1x3x7xf32>',
    '%25 = stablehlo.concatenate %23, %24, dim = 0 : (tensor<1x3x7xf32>, tensor<1x3x7xf32>) -> tensor<2x3x7xf32>',
  ]);
});

test('a slice of unknown sizes is taken at run time', () => {
  const dimensions: Dimensions = { contracting: ['1', '1'], ragged: '0', group: '0' };
  const lines = expanded('4x5xf32', '1x5x?xf32', '1xi64', '4x?xf32', dimensions);
  expect(lines.slice(-17, -2)).toEqual([
    '%c_0 = stablehlo.constant dense<0> : tensor<1xi64>',
    '%c_1 = stablehlo.constant dense<1> : tensor<1xi64>',
    '%c_2 = stablehlo.constant dense<0> : tensor<1xi64>',
    '%11 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<1x5x?xf32>) -> tensor<i32>',
    '%12 = stablehlo.convert %11 : (tensor<i32>) -> tensor<i64>',
    '%13 = stablehlo.reshape %12 : (tensor<i64>) -> tensor<1xi64>',
    '%c_3 = stablehlo.constant dense<0> : tensor<1xi64>',
    '%14 = stablehlo.get_dimension_size %arg1, dim = 2 : (tensor<1x5x?xf32>) -> tensor<i32>',
    '%15 = stablehlo.convert %14 : (tensor<i32>) -> tensor<i64>',
    '%16 = stablehlo.reshape %15 : (tensor<i64>) -> tensor<1xi64>',
    '%17 = stablehlo.concatenate %c_0, %c_2, %c_3, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>',
    '%18 = stablehlo.concatenate %c_1, %13, %16, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>',
    '%c_4 = stablehlo.constant dense<1> : tensor<3xi64>',
    '%19 = stablehlo.real_dynamic_slice %arg1, %17, %18, %c_4 : (tensor<1x5x?xf32>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<1x5x?xf32>',
    '%20 = stablehlo.concatenate %13, %16, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>',
  ]);
});

test('the number of groups has to be known', () => {
  const dimensions: Dimensions = { contracting: ['0', '0'], ragged: '0' };
  expect(expanded('5x3xf32', '5x7xf32', '?xi64', '?x3x7xf32', dimensions)).toEqual([
    "failed to legalize operation 'chlo.ragged_dot' that was explicitly marked illegal",
  ]);
});
