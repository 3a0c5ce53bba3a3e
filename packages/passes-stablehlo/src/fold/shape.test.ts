import { describe, expect, test } from 'vitest';
import { bodyAfter } from '../../tests/run-pass.ts';

const fold = (signature: string, body: string, options = ''): string[] =>
  bodyAfter(`stablehlo-aggressive-folder${options}`, signature, body);

const MATRIX = '%m = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>';

describe('elements of constants are moved', () => {
  test.each([
    [
      'stablehlo.transpose %m, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>',
      '3x2',
      '[[1, 4], [2, 5], [3, 6]]',
    ],
    ['stablehlo.reshape %m : (tensor<2x3xi32>) -> tensor<6xi32>', '6', '[1, 2, 3, 4, 5, 6]'],
    ['stablehlo.reverse %m, dims = [1] : tensor<2x3xi32>', '2x3', '[[3, 2, 1], [6, 5, 4]]'],
    ['stablehlo.slice %m [1:2, 0:3:2] : (tensor<2x3xi32>) -> tensor<1x2xi32>', '1x2', '[[4, 6]]'],
    [
      'stablehlo.dynamic_slice %m, %one, %nine, sizes = [1, 2] : (tensor<2x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x2xi32>',
      '1x2',
      '[[5, 6]]',
    ],
    [
      'stablehlo.concatenate %m, %m, dim = 0 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<4x3xi32>',
      '4x3',
      '[[1, 2, 3], [4, 5, 6], [1, 2, 3], [4, 5, 6]]',
    ],
    [
      'stablehlo.concatenate %m, %s, dim = 1 : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2x4xi32>',
      '2x4',
      '[[1, 2, 3, 7], [4, 5, 6, 7]]',
    ],
    ['stablehlo.broadcast_in_dim %s, dims = [0, 1] : (tensor<2x1xi32>) -> tensor<2x5xi32>', '2x5', '7'],
    ['stablehlo.slice %s [0:0, 0:1] : (tensor<2x1xi32>) -> tensor<0x1xi32>', '0x1', ''],
    ['stablehlo.iota dim = 1 : tensor<4x1xi32>', '4x1', '0'],
  ])('%s', (operation, shape, elements) => {
    const text = `${MATRIX}
      %s = stablehlo.constant dense<7> : tensor<2x1xi32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %nine = stablehlo.constant dense<9> : tensor<i32>
      %0 = ${operation}
      return %0 : tensor<${shape}xi32>`;
    expect(fold(`() -> tensor<${shape}xi32>`, text)).toEqual([
      `%c = stablehlo.constant dense<${elements}> : tensor<${shape}xi32>`,
      `return %c : tensor<${shape}xi32>`,
    ]);
  });

  test('of complex numbers too', () => {
    const text = `%m = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
      %0 = stablehlo.reverse %m, dims = [0] : tensor<2xcomplex<f32>>
      return %0 : tensor<2xcomplex<f32>>`;
    expect(fold('() -> tensor<2xcomplex<f32>>', text)[0]).toBe(
      '%cst = stablehlo.constant dense<[(3.000000e+00,4.000000e+00), (1.000000e+00,2.000000e+00)]> : tensor<2xcomplex<f32>>',
    );
  });
});

test('neighbours that repeat one number are joined before what is not constant', () => {
  const text = `%z = stablehlo.constant dense<0> : tensor<2xi32>
    %0 = stablehlo.concatenate %z, %z, %x, %z, dim = 0 : (tensor<2xi32>, tensor<2xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<7xi32>
    return %0 : tensor<7xi32>`;
  expect(fold('(%x: tensor<1xi32>) -> tensor<7xi32>', text)).toEqual([
    '%c = stablehlo.constant dense<0> : tensor<2xi32>',
    '%c_0 = stablehlo.constant dense<0> : tensor<4xi32>',
    '%0 = stablehlo.concatenate %c_0, %arg0, %c, dim = 0 : (tensor<4xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<7xi32>',
    'return %0 : tensor<7xi32>',
  ]);
});

test('the limit holds for constants that would be new, not for splats and not for moved elements', () => {
  const text = `${MATRIX}
    %s = stablehlo.constant dense<7> : tensor<2x3xi32>
    %0 = stablehlo.reverse %m, dims = [0] : tensor<2x3xi32>
    %1 = stablehlo.convert %m : (tensor<2x3xi32>) -> tensor<2x3xf32>
    %2 = stablehlo.concatenate %s, %s, dim = 0 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<4x3xi32>
    %3 = stablehlo.reshape %m : (tensor<2x3xi32>) -> tensor<6xi32>
    return %0, %1, %2, %3 : tensor<2x3xi32>, tensor<2x3xf32>, tensor<4x3xi32>, tensor<6xi32>`;
  const signature = '() -> (tensor<2x3xi32>, tensor<2x3xf32>, tensor<4x3xi32>, tensor<6xi32>)';
  const names = (lines: string[]): string[] =>
    lines.map((line) => /stablehlo\.\w+/.exec(line)?.[0] ?? 'return');
  expect(names(fold(signature, text, '{fold-op-element-limit=5}'))).toEqual([
    'stablehlo.constant',
    'stablehlo.constant',
    'stablehlo.constant',
    'stablehlo.reverse',
    'stablehlo.convert',
    'return',
  ]);
  expect(names(fold(signature, text))).toEqual([
    ...new Array<string>(4).fill('stablehlo.constant'),
    'return',
  ]);
});

test('sizes of dimensions are known where types tell them', () => {
  const text = `%0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x5xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x5xf32>) -> tensor<i32>
    return %0, %1 : tensor<i32>, tensor<i32>`;
  expect(fold('(%x: tensor<?x5xf32>) -> (tensor<i32>, tensor<i32>)', text)).toEqual([
    '%c = stablehlo.constant dense<5> : tensor<i32>',
    '%0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x5xf32>) -> tensor<i32>',
    'return %c, %0 : tensor<i32>, tensor<i32>',
  ]);
});
