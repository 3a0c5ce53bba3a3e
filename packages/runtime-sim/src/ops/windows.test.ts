import { describe, expect, test } from 'vitest';
import { evaluate } from '../../tests/evaluate.ts';

const row = '%x = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>';

describe('reduce_window', () => {
  const reduced = (attributes: string, size: number, computation: string): string => `${row}
    %z = stablehlo.constant dense<10> : tensor<i32>
    %0 = "stablehlo.reduce_window"(%x, %z) ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        ${computation}
        stablehlo.return %r : tensor<i32>
    }) {${attributes}} : (tensor<5xi32>, tensor<i32>) -> tensor<${size}xi32>`;
  const add = '%r = stablehlo.add %a, %b : tensor<i32>';

  test('pads with the initial value', () => {
    const body = reduced(
      'window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>',
      3,
      add,
    );
    expect(evaluate(body, '%0 : tensor<3xi32>')).toEqual([[21, 15, 19]]);
  });

  test('dilates the operand and the window', () => {
    const dilated = reduced(
      'window_dimensions = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 3>',
      6,
      add,
    );
    expect(evaluate(dilated, '%0 : tensor<6xi32>')).toEqual([[21, 23, 22, 24, 23, 25]]);
  });

  test('runs computations that are no single operation, left to right', () => {
    const digits = `%c = stablehlo.constant dense<10> : tensor<i32>
      %m = stablehlo.multiply %a, %c : tensor<i32>
      %r = stablehlo.add %m, %b : tensor<i32>`;
    const body = reduced('window_dimensions = array<i64: 3>', 3, digits);
    expect(evaluate(body, '%0 : tensor<3xi32>')).toEqual([[10123, 10234, 10345]]);
  });
});

describe('cumulative reduce_window', () => {
  const cumulative = (type: string, padding: string, computation: string, init: string): string => `
    %x = stablehlo.constant dense<[[1, 2, 3, 4], [50, 6, 7, -8]]> : tensor<2x4x${type}>
    %z = stablehlo.constant dense<${init}> : tensor<${type}>
    %0 = "stablehlo.reduce_window"(%x, %z) ({
      ^bb0(%a: tensor<${type}>, %b: tensor<${type}>):
        ${computation}
        stablehlo.return %r : tensor<${type}>
    }) {window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], ${padding}]> : tensor<2x2xi64>}
      : (tensor<2x4x${type}>, tensor<${type}>) -> tensor<2x4x${type}>`;
  const [forward, backward] = ['[3, 0]', '[0, 3]'];
  const op = (name: string, type: string): string => `%r = stablehlo.${name} %a, %b : tensor<${type}>`;

  test.each([
    ['add', 'i32', forward, '0', [1, 3, 6, 10, 50, 56, 63, 55]],
    ['add', 'i32', backward, '0', [10, 9, 7, 4, 55, 5, -1, -8]],
    ['add', 'i8', forward, '0', [1, 3, 6, 10, 50, 56, 63, 55]],
    ['multiply', 'i16', backward, '1', [24, 24, 12, 4, -16800, -336, -56, -8]],
    ['maximum', 'i32', forward, '-2147483648', [1, 2, 3, 4, 50, 50, 50, 50]],
    ['minimum', 'i64', forward, '9223372036854775807', [1, 1, 1, 1, 50, 6, 6, -8]],
  ])('%s of %s, padding %s', (name, type, padding, init, expected) => {
    const [result] = evaluate(cumulative(type, padding, op(name, type), init), `%0 : tensor<2x4x${type}>`);
    expect(result!.map(Number)).toEqual(expected);
  });

  test.each(['[19, 0]', '[0, 19]'])('of many rows, padding %s', (padding) => {
    const rows = Array.from({ length: 20 }, (_, i) => [i, -2 * i, i * i]);
    const body = `%x = stablehlo.constant dense<${JSON.stringify(rows)}> : tensor<20x3xi32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %0 = "stablehlo.reduce_window"(%x, %z) ({
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          %r = stablehlo.add %a, %b : tensor<i32>
          stablehlo.return %r : tensor<i32>
      }) {window_dimensions = array<i64: 20, 1>, padding = dense<[${padding}, [0, 0]]> : tensor<2x2xi64>}
        : (tensor<20x3xi32>, tensor<i32>) -> tensor<20x3xi32>`;
    const isForward = padding === '[19, 0]';
    const expected = rows.map((row, i) => {
      const window = isForward ? rows.slice(0, i + 1) : rows.slice(i);
      return row.map((_, column) => window.reduce((sum, own) => sum + own[column]!, 0));
    });
    expect(evaluate(body, '%0 : tensor<20x3xi32>')).toEqual([expected.flat()]);
  });

  test('counts padding that is not neutral', () => {
    const body = cumulative('i32', forward, op('add', 'i32'), '100');
    expect(evaluate(body, '%0 : tensor<2x4xi32>')).toEqual([[401, 303, 206, 110, 450, 356, 263, 155]]);
  });

  test('wraps words', () => {
    const body = cumulative('ui32', forward, op('multiply', 'ui32'), '1').replace('-8', '4294967288');
    expect(evaluate(body, '%0 : tensor<2x4xui32>')).toEqual([[1, 2, 6, 24, 50, 300, 2100, 4294950496]]);
  });

  test('runs computations that are no single operation in the order of the elements', () => {
    const digits = `%c = stablehlo.constant dense<10> : tensor<i32>
      %m = stablehlo.multiply %a, %c : tensor<i32>
      %r = stablehlo.add %m, %b : tensor<i32>`;
    expect(evaluate(cumulative('i32', forward, digits, '0'), '%0 : tensor<2x4xi32>')).toEqual([
      [1, 12, 123, 1234, 50, 506, 5067, 50662],
    ]);
    expect(evaluate(cumulative('i32', backward, digits, '0'), '%0 : tensor<2x4xi32>')).toEqual([
      [1234, 2340, 3400, 4000, 50662, 6620, 6200, -8000],
    ]);
  });
});

describe('select_and_scatter', () => {
  const scattered = (values: string, direction: string): string => `
    %x = stablehlo.constant dense<${values}> : tensor<5xi32>
    %s = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %r = stablehlo.compare ${direction}, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %r : tensor<i1>
    }, {
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %r = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %r : tensor<i32>
    }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<1> : tensor<1x2xi64>}
      : (tensor<5xi32>, tensor<3xi32>, tensor<i32>) -> tensor<5xi32>`;

  test('adds to the selected element of each window', () => {
    expect(evaluate(scattered('[1, 5, 2, 4, 4]', 'GE'), '%0 : tensor<5xi32>')).toEqual([[0, 30, 0, 30, 0]]);
  });

  test('the padding is never selected', () => {
    expect(evaluate(scattered('[9, 5, 8, 7, 9]', 'LE'), '%0 : tensor<5xi32>')).toEqual([[0, 30, 0, 30, 0]]);
  });
});

test('map applies a computation to each element', () => {
  const body = `${row}
    %0 = "stablehlo.map"(%x, %x) ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %c = stablehlo.constant dense<1> : tensor<i32>
        %d = stablehlo.multiply %a, %b : tensor<i32>
        %r = stablehlo.subtract %d, %c : tensor<i32>
        stablehlo.return %r : tensor<i32>
    }) {dimensions = array<i64: 0>} : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>`;
  expect(evaluate(body, '%0 : tensor<5xi32>')).toEqual([[0, 3, 8, 15, 24]]);
});

test('map runs computations with operations on whole tensors for each element', () => {
  const body = `${row}
    %0 = "stablehlo.map"(%x) ({
      ^bb0(%a: tensor<i32>):
        %v = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %z = stablehlo.constant dense<0> : tensor<i32>
        %r = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
        stablehlo.return %r : tensor<i32>
    }) {dimensions = array<i64: 0>} : (tensor<5xi32>) -> tensor<5xi32>`;
  expect(evaluate(body, '%0 : tensor<5xi32>')).toEqual([[3, 6, 9, 12, 15]]);
});
