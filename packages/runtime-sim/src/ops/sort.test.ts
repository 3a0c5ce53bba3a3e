import { expect, test } from 'vitest';
import { evaluate } from '../../tests/evaluate.ts';

const sorted = (values: string, type: string, comparator: string, attributes = ''): string => `
  %x = stablehlo.constant dense<${values}> : tensor<${type}>
  %0 = "stablehlo.sort"(%x) ({
    ^bb0(%a: tensor<${type.split('x').at(-1)!}>, %b: tensor<${type.split('x').at(-1)!}>):
      ${comparator}
  }) {${attributes}} : (tensor<${type}>) -> tensor<${type}>`;

const compare = (direction: string, a: string, b: string, type: string): string =>
  `%c = stablehlo.compare ${direction}, ${a}, ${b} : (tensor<${type}>, tensor<${type}>) -> tensor<i1>
   stablehlo.return %c : tensor<i1>`;

test('sorts along the last dimension by default', () => {
  const body = sorted('[[3, 1, 2], [6, 5, 4]]', '2x3xi32', compare('LT', '%a', '%b', 'i32'));
  expect(evaluate(body, '%0 : tensor<2x3xi32>')).toEqual([[1, 2, 3, 4, 5, 6]]);
});

test('sorts along other dimensions, downwards', () => {
  const ascending = compare('LT', '%b', '%a', 'i64');
  const body = sorted('[[3, 1], [6, 5], [4, 9]]', '3x2xi64', ascending, 'dimension = 0 : i64');
  expect(evaluate(body, '%0 : tensor<3x2xi64>')).toEqual([[6n, 9n, 4n, 5n, 3n, 1n]]);
});

test('sorts more elements than one run, keeping the order of equal ones', () => {
  const keys = Array.from({ length: 100 }, (_, i) => (i * 37) % 10);
  const body = `
    %x = stablehlo.constant dense<[${keys.join(', ')}]> : tensor<100xi32>
    %y = stablehlo.iota dim = 0 : tensor<100xi32>
    %0:2 = "stablehlo.sort"(%x, %y) ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>, %p: tensor<i32>, %q: tensor<i32>):
        ${compare('LT', '%a', '%b', 'i32')}
    }) {dimension = 0 : i64} : (tensor<100xi32>, tensor<100xi32>) -> (tensor<100xi32>, tensor<100xi32>)`;
  const order = [...keys.keys()].sort((i, j) => keys[i]! - keys[j]! || i - j);
  expect(evaluate(body, '%0#1 : tensor<100xi32>')).toEqual([order]);
});

test('total order places NaNs and signed zeros', () => {
  const total = `%c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>`;
  const body = sorted('[0x7FC00000, 0.0, -0.0, -1.0, 0xFFC00000, 2.0]', '6xf32', total);
  expect(evaluate(body, '%0 : tensor<6xf32>')).toEqual([[NaN, -1, -0, 0, 2, NaN]]);
});

test('joins comparisons of keys', () => {
  const absolute = `%u = stablehlo.abs %a : tensor<i32>
    %v = stablehlo.abs %b : tensor<i32>
    %l = stablehlo.compare LT, %u, %v : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %e = stablehlo.compare EQ, %u, %v : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %m = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %s = stablehlo.select %e, %m, %l : tensor<i1>, tensor<i1>
    stablehlo.return %s : tensor<i1>`;
  const body = sorted('[-3, 1, -1, 3, 2]', '5xi32', absolute);
  expect(evaluate(body, '%0 : tensor<5xi32>')).toEqual([[1, -1, 2, 3, -3]]);
});

test('runs comparators of any other kind for each pair', () => {
  const difference = `%z = stablehlo.constant dense<0> : tensor<i32>
    %d = stablehlo.subtract %a, %b : tensor<i32>
    ${compare('LT', '%d', '%z', 'i32')}`;
  expect(evaluate(sorted('[3, 1, 2]', '3xi32', difference), '%0 : tensor<3xi32>')).toEqual([[1, 2, 3]]);
});
