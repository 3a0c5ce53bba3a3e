import { describe, expect, test } from 'vitest';
import { arrayOf, elementsOf } from '@shardform/runtime-sim';
import { check, differentiated, gradientsOf } from '../../tests/gradient-checks.ts';

const F = 'tensor<f64>';
const scatter = (body: string, options = ''): string =>
  `%r = "stablehlo.scatter"(%a, %i, %b) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>${options}}> ({
     ^bb0(%u: ${F}, %v: ${F}):
     ${body}
   }) : (tensor<4x2xf64>, tensor<3x1xi32>, tensor<3x2xf64>) -> tensor<4x2xf64>`;
const by = (name: string): string => `%w = stablehlo.${name} %u, %v : ${F} stablehlo.return %w : ${F}`;
const places = (list: string): string => `%i = stablehlo.constant dense<${list}> : tensor<3x1xi32>`;
const scattered = ['tensor<4x2xf64>', 'tensor<3x2xf64>'];

describe('scatter', () => {
  test.each([
    ['adds, some places repeated and some outside', '[[1], [1], [9]]', by('add'), ''],
    ['subtracts', '[[1], [1], [2]]', by('subtract'), ''],
    ['replaces, the last update at a place counts', '[[1], [1], [-1]]', `stablehlo.return %v : ${F}`, ''],
    [
      'replaces at different places',
      '[[3], [1], [0]]',
      `stablehlo.return %v : ${F}`,
      ', unique_indices = true',
    ],
    ['multiplies at different places', '[[3], [1], [0]]', by('multiply'), ', unique_indices = true'],
    ['takes maxima', '[[1], [1], [2]]', by('maximum'), ''],
    ['takes minima', '[[1], [1], [2]]', by('minimum'), ''],
  ])('%s', (_, list, body, options) => {
    check(scattered, `${places(list)}\n${scatter(body, options)}`, 'tensor<4x2xf64>');
  });

  test('factors whose indices may repeat are an error', () => {
    const text = `func.func @main(%a: tensor<4x2xf64>, %b: tensor<3x2xf64>) -> tensor<4x2xf64> {
      ${places('[[1], [1], [2]]')}
      ${scatter(by('multiply'))}
      return %r : tensor<4x2xf64>
    }`;
    expect(differentiated(text, 'seed')).toEqual([
      "'stablehlo.scatter' op has no gradient for factors whose indices may repeat; set unique_indices where they do not",
    ]);
  });
});

test('a gather moves indices inside, and so does its gradient', () => {
  check(
    ['tensor<4x2xf64>'],
    `%i = stablehlo.constant dense<[[9], [-2], [1]]> : tensor<3x1xi32>
     %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<4x2xf64>, tensor<3x1xi32>) -> tensor<3x2xf64>`,
    'tensor<3x2xf64>',
  );
});

describe('reductions by any reducer', () => {
  const logAdd = `%e = stablehlo.exponential %u : ${F}
     %f = stablehlo.exponential %v : ${F}
     %s = stablehlo.add %e, %f : ${F}
     %w = stablehlo.log %s : ${F}
     stablehlo.return %w : ${F}`;

  test.each([
    ['a product', by('multiply')],
    ['a region of several operations', logAdd],
  ])('%s', (_, body) => {
    check(
      ['tensor<5x2x3xf64>', F],
      `%r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0, 2>}> ({
         ^bb0(%u: ${F}, %v: ${F}):
         ${body}
       }) : (tensor<5x2x3xf64>, ${F}) -> tensor<2xf64>`,
      'tensor<2xf64>',
    );
  });

  test('a product with a zero has the gradient of the zero', () => {
    const text = `func.func @main(%a: tensor<3xf64>) -> ${F} {
      %one = stablehlo.constant dense<1.0> : ${F}
      %r = stablehlo.reduce(%a init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<3xf64>, ${F}) -> ${F}
      return %r : ${F}
    }`;
    const inputs = [arrayOf('f64', [3], [2, 0, 5]), arrayOf('f64', [], [1])];
    expect(elementsOf(gradientsOf(text, inputs)[0]!)).toEqual([0, 10, 0]);
  });

  test('the maximum that is found together with its place', () => {
    check(
      ['tensor<2x4xf64>'],
      `%low = stablehlo.constant dense<0xFFF0000000000000> : ${F}
       %none = stablehlo.constant dense<0> : tensor<i32>
       %places = stablehlo.iota dim = 1 : tensor<2x4xi32>
       %r, %found = "stablehlo.reduce"(%a, %places, %low, %none) <{dimensions = array<i64: 1>}> ({
         ^bb0(%u: ${F}, %i: tensor<i32>, %v: ${F}, %j: tensor<i32>):
         %p = stablehlo.compare GT, %u, %v : (${F}, ${F}) -> tensor<i1>
         %w = stablehlo.select %p, %u, %v : tensor<i1>, ${F}
         %k = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
         stablehlo.return %w, %k : ${F}, tensor<i32>
       }) : (tensor<2x4xf64>, tensor<2x4xi32>, ${F}, tensor<i32>) -> (tensor<2xf64>, tensor<2xi32>)`,
      'tensor<2xf64>',
    );
  });

  test.each([
    [
      'a cumulative product',
      'multiply',
      '1.0',
      'window_dimensions = array<i64: 5, 1>, padding = dense<[[4, 0], [0, 0]]> : tensor<2x2xi64>',
      '5x4',
    ],
    [
      'products in windows',
      'multiply',
      '1.0',
      'window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>',
      '3x4',
    ],
    [
      'maxima in windows with holes',
      'maximum',
      '0xFFF0000000000000',
      'window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 2, 1>',
      '3x3',
    ],
  ])('%s', (_, name, start, window, shape) => {
    check(
      ['tensor<5x4xf64>'],
      `%s = stablehlo.constant dense<${start}> : ${F}
       %r = "stablehlo.reduce_window"(%a, %s) <{${window}}> ({
         ^bb0(%u: ${F}, %v: ${F}):
         ${by(name)}
       }) : (tensor<5x4xf64>, ${F}) -> tensor<${shape}xf64>`,
      `tensor<${shape}xf64>`,
    );
  });

  test('a computation for each element', () => {
    check(
      ['tensor<2x3xf64>', 'tensor<2x3xf64>'],
      `%r = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
         ^bb0(%u: ${F}, %v: ${F}):
         %0 = stablehlo.sine %u : ${F}
         %w = stablehlo.multiply %0, %v : ${F}
         stablehlo.return %w : ${F}
       }) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>`,
      'tensor<2x3xf64>',
    );
  });
});

describe('convolutions', () => {
  test.each([
    ['batch groups', 'tensor<4x5x2xf64>', 'tensor<2x2x4xf64>', 'tensor<2x4x4xf64>', 'stride = [1]', 2],
    [
      'reversed windows',
      'tensor<1x5x2xf64>',
      'tensor<2x2x3xf64>',
      'tensor<1x4x3xf64>',
      'reverse = [true]',
      1,
    ],
  ])('with %s', (_, lhs, rhs, result, window, groups) => {
    check(
      [lhs, rhs],
      `%r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {${window}}
        {batch_group_count = ${groups} : i64, feature_group_count = 1 : i64} : (${lhs}, ${rhs}) -> ${result}`,
      result,
    );
  });
});

describe('functions of CHLO', () => {
  const T = 'tensor<3xf64>';
  test.each([
    ...['square', 'tan', 'sinh', 'cosh', 'atan', 'asinh', 'erf', 'erfc', 'lgamma', 'digamma'].map((name) => [
      name,
      '%a',
    ]),
    ...['asin', 'acos', 'atanh', 'erf_inv'].map((name) => [name, '%small']),
    ['acosh', '%large'],
  ])('%s', (name, operand) => {
    check(
      [T],
      `%three = stablehlo.constant dense<3.0> : ${T}
       %small = stablehlo.divide %a, %three : ${T}
       %large = stablehlo.add %a, %three : ${T}
       %r = chlo.${name} ${operand} : ${T} -> ${T}`,
      T,
    );
  });

  test('zeta has a gradient for its second operand only', () => {
    const text = (wrt: string): string[] | object =>
      differentiated(
        `func.func @main(%a: ${F}, %b: ${F}) -> ${F} {
           %r = chlo.zeta %a, %b : ${F}, ${F} -> ${F}
           return %r : ${F}
         }`,
        wrt,
      );
    expect(text('wrt=1')).not.toBeInstanceOf(Array);
    expect(text('wrt=0')).toEqual(["'chlo.zeta' op has no gradient for its exponent"]);
  });
});
