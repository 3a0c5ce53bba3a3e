import { describe, expect, test } from 'vitest';
import { flopsOf, indicesOf, tensorOf } from '../../../tests/cost-of-text.ts';

interface Window {
  readonly input: readonly number[];
  readonly size: readonly number[];
  readonly strides: readonly number[];
  readonly padding: readonly (readonly [number, number])[];
  readonly dilation?: readonly number[];
  readonly windowDilation?: readonly number[];
}

const windows: readonly (readonly [string, Window])[] = [
  ['apart', { input: [8, 6], size: [2, 3], strides: [2, 3], padding: [[0, 0], [0, 0]] }], // prettier-ignore
  ['that overlap', { input: [8, 6], size: [3, 3], strides: [1, 1], padding: [[1, 1], [1, 1]] }], // prettier-ignore
  ['with strides and padding', { input: [9, 7], size: [3, 2], strides: [2, 2], padding: [[1, 2], [0, 1]] }], // prettier-ignore
  ['before each element', { input: [9, 2], size: [9, 1], strides: [1, 1], padding: [[8, 0], [0, 0]] }], // prettier-ignore
  ['of a tensor with holes of other steps', { input: [5, 4], size: [7, 5], strides: [2, 3], padding: [[2, 3], [4, 1]], dilation: [4, 6], windowDilation: [3, 2] }], // prettier-ignore
  ['with holes', { input: [9, 9], size: [3, 2], strides: [1, 2], padding: [[0, 0], [1, 1]], windowDilation: [2, 3] }], // prettier-ignore
  ['of a tensor with holes', { input: [5, 4], size: [3, 2], strides: [1, 2], padding: [[0, 0], [1, 1]], dilation: [2, 3] }], // prettier-ignore
];

const places = ({ input, size, strides, padding, dilation, windowDilation }: Window): number[] =>
  input.map((length, d) => {
    const padded = padding[d]![0] + (length - 1) * (dilation?.[d] ?? 1) + 1 + padding[d]![1];
    return Math.floor((padded - (size[d]! - 1) * (windowDilation?.[d] ?? 1) - 1) / strides[d]!) + 1;
  });

/** How often two elements are combined: in each window, once less than it has elements. */
function combinations(own: Window): number {
  let count = 0;
  for (const place of indicesOf(places(own))) {
    let elements = 0;
    for (const tap of indicesOf(own.size)) {
      const isElement = tap.every((offset, d) => {
        const dilation = own.dilation?.[d] ?? 1;
        const at = place[d]! * own.strides[d]! + offset * (own.windowDilation?.[d] ?? 1) - own.padding[d]![0];
        return at % dilation === 0 && at >= 0 && at / dilation < own.input[d]!;
      });
      if (isElement) elements += 1;
    }
    count += Math.max(0, elements - 1);
  }
  return count;
}

const attributes = (own: Window): string =>
  [
    `window_dimensions = array<i64: ${own.size.join(', ')}>, window_strides = array<i64: ${own.strides.join(', ')}>`,
    `padding = dense<${JSON.stringify(own.padding)}> : tensor<${own.size.length}x2xi64>`,
    ...(own.dilation === undefined ? [] : [`base_dilations = array<i64: ${own.dilation.join(', ')}>`]),
    ...(own.windowDilation === undefined
      ? []
      : [`window_dilations = array<i64: ${own.windowDilation.join(', ')}>`]),
  ].join(', ');

const SUM = `({ ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %s = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %s : tensor<f32> })`;
/** Two operations: the sum of one and the square of the other. */
const SQUARES = `({ ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %q = stablehlo.multiply %y, %y : tensor<f32>
  %s = stablehlo.add %x, %q : tensor<f32>
  stablehlo.return %s : tensor<f32> })`;
/** Three operations: the sum of one and the fourth power of the other. */
const FOURTH_POWERS = `({ ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %q = stablehlo.multiply %y, %y : tensor<f32>
  %p = stablehlo.multiply %q, %q : tensor<f32>
  %s = stablehlo.add %x, %p : tensor<f32>
  stablehlo.return %s : tensor<f32> })`;
const SELECT = `({ ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %c : tensor<i1> })`;

describe.each(windows)('windows %s', (_, own) => {
  const [input, result] = [tensorOf(own.input), tensorOf(places(own))];

  test.each([
    ['one operation', SUM, 1],
    ['two operations', SQUARES, 2],
  ])('combine elements by a region of %s', (_name, region, operations) => {
    const text = `%0 = "stablehlo.reduce_window"(%a, %z) <{${attributes(own)}}> ${region} : (${input}, tensor<f32>) -> ${result}`;
    expect(flopsOf(text, `%a: ${input}, %z: tensor<f32>`)).toBe(operations * combinations(own));
  });

  test.runIf(own.dilation === undefined && own.windowDilation === undefined)(
    'select an element, to which they add one',
    () => {
      const text = `%0 = "stablehlo.select_and_scatter"(%a, %b, %z) <{${attributes(own)}}> (${SELECT.slice(1, -1)}, ${SUM.slice(1, -1)}) : (${input}, ${result}, tensor<f32>) -> ${input}`;
      const added = places(own).reduce((product, size) => product * size, 1);
      expect(flopsOf(text, `%a: ${input}, %b: ${result}, %z: tensor<f32>`)).toBe(combinations(own) + added);
    },
  );
});

test.each<[string, string, string, string, number]>([
  ['longer than its tensor', '10', '9000000000', '[[8999999999, 0]]', 45],
  ['of a long tensor', '1000000000', '3', '[[1, 1]]', 2e9],
])('windows %s are counted in bounded time', (_, length, size, padding, expected) => {
  const type = `tensor<${length}xf32>`;
  const text = `%0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: ${size}>, padding = dense<${padding}> : tensor<1x2xi64>}> ${SUM} : (${type}, tensor<f32>) -> ${type}`;
  expect(flopsOf(text, `%a: ${type}, %z: tensor<f32>`) / expected).toBeCloseTo(1, 4);
});

describe('a reduction', () => {
  test.each([
    [[8, 16], [1], SUM, 8 * 15],
    [[8, 16], [0, 1], SUM, 8 * 16 - 1],
    [[8, 1], [1], SUM, 0],
    [[4, 3, 5], [0, 2], SQUARES, 2 * (4 * 3 * 5 - 3)],
  ])('of %j over %j combines all elements of each sum', (shape, dims, region, expected) => {
    const result = tensorOf(shape.filter((_, d) => !dims.includes(d)));
    const text = `%0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: ${dims.join(', ')}>}> ${region} : (${tensorOf(shape)}, tensor<f32>) -> ${result}`;
    expect(flopsOf(text, `%a: ${tensorOf(shape)}, %z: tensor<f32>`)).toBe(expected);
  });

  test('of several tensors executes its region once for all of them', () => {
    const region = `({ ^bb0(%x: tensor<f32>, %i: tensor<f32>, %y: tensor<f32>, %j: tensor<f32>):
      %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %m = stablehlo.select %c, %x, %y : tensor<i1>, tensor<f32>
      %n = stablehlo.select %c, %i, %j : tensor<i1>, tensor<f32>
      stablehlo.return %m, %n : tensor<f32>, tensor<f32> })`;
    const text = `%0:2 = "stablehlo.reduce"(%a, %a, %z, %z) <{dimensions = array<i64: 1>}> ${region} : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>)`;
    expect(flopsOf(text, '%a: tensor<8x16xf32>, %z: tensor<f32>')).toBe(3 * 8 * 15);
  });
});

const scatter = (region: string): number =>
  flopsOf(
    `%0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ${region} : (tensor<100x4xf32>, tensor<7x1xi32>, tensor<7x4xf32>) -> tensor<100x4xf32>`,
    '%a: tensor<100x4xf32>, %i: tensor<7x1xi32>, %u: tensor<7x4xf32>',
  );

describe('a scatter', () => {
  test.each([
    ['adds', SUM, 28],
    ['adds squares of', SQUARES, 56],
    ['adds squares of squares of', FOURTH_POWERS, 84],
    ['only writes', '({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %y : tensor<f32> })', 0],
  ])('that %s its updates executes its region for each', (_, region, expected) => {
    expect(scatter(region)).toBe(expected);
  });
});

test.each([
  [SUM, 1],
  [SQUARES, 2],
  [FOURTH_POWERS, 3],
])('a map executes its region for each element', (region, operations) => {
  const text = `%0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0, 1>}> ${region} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>`;
  expect(flopsOf(text)).toBe(operations * 8 * 16);
});

test.each([
  [8, 16],
  [5, 3],
  [1, 7],
])('a scan of %d steps executes its region in each', (steps, width) => {
  const [slice, whole] = [tensorOf([width]), tensorOf([steps, width])];
  const text = `%0:2 = "chlo.scan"(%a, %c) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%x: ${slice}, %y: ${slice}):
      %p = stablehlo.multiply %x, %y : ${slice}
      %s = stablehlo.add %p, %y : ${slice}
      stablehlo.return %s, %s : ${slice}, ${slice} }) : (${whole}, ${slice}) -> (${whole}, ${slice})`;
  expect(flopsOf(text, `%a: ${whole}, %c: ${slice}`)).toBe(steps * 2 * width);
});
