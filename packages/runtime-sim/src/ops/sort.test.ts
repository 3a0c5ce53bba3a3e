import { describe, expect, test } from 'vitest';
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

/** Keys of a row that is sorted by their digits. */
const manyKeys = Array.from({ length: 600 }, (_, i) => Math.imul(i, 0x9e3779b1) >> (i % 24));

describe('long rows', () => {
  const byKeys = (
    type: string,
    keys: readonly (number | string)[],
    direction: string,
    kind = '',
  ): number[] => {
    const comparison = `%c = stablehlo.compare ${direction}, %a, %b${kind} : (tensor<${type}>, tensor<${type}>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>`;
    const row = `[${keys.join(', ')}]`;
    const body = `
      %x = stablehlo.constant dense<[${row}, ${row}]> : tensor<2x600x${type}>
      %y = stablehlo.iota dim = 1 : tensor<2x600xi32>
      %0:2 = "stablehlo.sort"(%x, %y) ({
        ^bb0(%a: tensor<${type}>, %b: tensor<${type}>, %p: tensor<i32>, %q: tensor<i32>):
          ${comparison}
      }) {dimension = 1 : i64} : (tensor<2x600x${type}>, tensor<2x600xi32>) -> (tensor<2x600x${type}>, tensor<2x600xi32>)`;
    const [order] = evaluate(body, '%0#1 : tensor<2x600xi32>');
    const found = order!.map(Number);
    expect(found.slice(600)).toEqual(found.slice(0, 600));
    return found.slice(0, 600);
  };
  const orderOf = (keys: readonly number[], sign: 1 | -1): number[] =>
    [...keys.keys()].sort((i, j) => sign * (keys[i]! - keys[j]!) || i - j);

  test.each([
    ['LT', 1],
    ['GT', -1],
  ] as const)('of signed words, %s', (direction, sign) => {
    expect(byKeys('i32', manyKeys, direction)).toEqual(orderOf(manyKeys, sign));
  });

  test('of unsigned words', () => {
    const keys = manyKeys.map((key) => key >>> 0);
    expect(byKeys('ui32', keys, 'LT')).toEqual(orderOf(keys, 1));
  });

  test.each([
    ['LT', 1],
    ['GT', -1],
  ] as const)('of floats, with equal zeros, %s', (direction, sign) => {
    const keys = manyKeys.map((key, i) => (i % 10 === 0 ? 0 : key / 2 ** 31));
    const texts = keys.map((key, i) => (i % 20 === 0 ? '-0.0' : key.toExponential(10)));
    const exact = keys.map((key) => Math.fround(key));
    expect(byKeys('f32', texts, direction)).toEqual(orderOf(exact, sign));
  });

  test('of floats in total order, NaNs last', () => {
    const keys = manyKeys.map((key, i) => (i % 50 === 7 ? NaN : Math.fround(key / 2 ** 31)));
    const texts = keys.map((key) => (Number.isNaN(key) ? '0x7FC00000' : key.toExponential(10)));
    const ranks = keys.map((key) => (Number.isNaN(key) ? 2 : key));
    expect(byKeys('f32', texts, 'LT', ', TOTALORDER')).toEqual(orderOf(ranks, 1));
  });
});
