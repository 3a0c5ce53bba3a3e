import { describe, expect, test } from 'vitest';
import { parse } from '../../tests/programs.ts';
import { elementsOf } from '../array/index.ts';
import { entryFunction } from '../interpreter/run-module.ts';
import { type ArgumentUse, argumentUses } from './argument-use.ts';
import { drawInputs } from './draw-inputs.ts';

function uses(text: string): ArgumentUse[] {
  return argumentUses(entryFunction(parse(text)));
}

describe('floating-point arguments', () => {
  test('of products are data and weights, scales and offsets of features are near 1 and 0', () => {
    expect(
      uses(`func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x32xbf16>, %b: tensor<32xf32>, %g: tensor<32xf32>) -> tensor<8x32xf32> {
        %0 = stablehlo.convert %w : (tensor<64x32xbf16>) -> tensor<64x32xf32>
        %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x32xf32>) -> tensor<8x32xf32>
        %2 = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<32xf32>) -> tensor<8x32xf32>
        %3 = stablehlo.multiply %1, %2 : tensor<8x32xf32>
        %4 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<32xf32>) -> tensor<8x32xf32>
        %5 = stablehlo.add %3, %4 : tensor<8x32xf32>
        return %5 : tensor<8x32xf32>
      }`),
    ).toEqual([{ kind: 'data' }, { kind: 'weight', fanIn: 64 }, { kind: 'offset' }, { kind: 'scale' }]);
  });

  test('are what the forward product says, not that of a gradient', () => {
    expect(
      uses(`func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x32xf32>) -> tensor<64x32xf32> {
        %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x32xf32>) -> tensor<8x32xf32>
        %1 = stablehlo.tanh %0 : tensor<8x32xf32>
        %2 = stablehlo.dot_general %x, %1, contracting_dims = [0] x [0] : (tensor<8x64xf32>, tensor<8x32xf32>) -> tensor<64x32xf32>
        return %2 : tensor<64x32xf32>
      }`),
    ).toEqual([{ kind: 'data' }, { kind: 'weight', fanIn: 64 }]);
  });

  test('of convolutions count the window, and are followed through calls and loops', () => {
    expect(
      uses(`func.func private @conv(%x: tensor<2x8x8x3xf32>, %k: tensor<3x3x3x3xf32>) -> tensor<2x8x8x3xf32> {
        %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]}
          {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x3xf32>, tensor<3x3x3x3xf32>) -> tensor<2x8x8x3xf32>
        return %0 : tensor<2x8x8x3xf32>
      }
      func.func @main(%x: tensor<2x8x8x3xf32>, %ks: tensor<4x3x3x3x3xf32>, %n: tensor<i32>) -> tensor<2x8x8x3xf32> {
        %c = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %r:3 = stablehlo.while(%i = %c, %h = %x, %w = %ks) : tensor<i32>, tensor<2x8x8x3xf32>, tensor<4x3x3x3x3xf32>
          cond { %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %p : tensor<i1> }
          do { %s = stablehlo.dynamic_slice %w, %i, %c, %c, %c, %c, sizes = [1, 3, 3, 3, 3] : (tensor<4x3x3x3x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x3x3x3xf32>
            %k = stablehlo.reshape %s : (tensor<1x3x3x3x3xf32>) -> tensor<3x3x3x3xf32>
            %y = func.call @conv(%h, %k) : (tensor<2x8x8x3xf32>, tensor<3x3x3x3xf32>) -> tensor<2x8x8x3xf32>
            %j = stablehlo.add %i, %one : tensor<i32>
            stablehlo.return %j, %y, %w : tensor<i32>, tensor<2x8x8x3xf32>, tensor<4x3x3x3x3xf32> }
        return %r#1 : tensor<2x8x8x3xf32>
      }`),
    ).toEqual([{ kind: 'data' }, { kind: 'weight', fanIn: 27 }, { kind: 'count' }]);
  });

  test('under a root are positive: second moments, not what is squared', () => {
    expect(
      uses(`func.func @main(%g: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
        %k = stablehlo.constant dense<0.9> : tensor<4xf32>
        %0 = stablehlo.multiply %g, %g : tensor<4xf32>
        %1 = stablehlo.multiply %v, %k : tensor<4xf32>
        %2 = stablehlo.add %1, %0 : tensor<4xf32>
        %3 = stablehlo.sqrt %2 : tensor<4xf32>
        %4 = stablehlo.divide %g, %3 : tensor<4xf32>
        return %4 : tensor<4xf32>
      }`),
    ).toEqual([{ kind: 'data' }, { kind: 'positive' }]);
  });
});

describe('integer arguments', () => {
  test('are within what they index, also when those below zero count from the end', () => {
    expect(
      uses(`func.func @main(%e: tensor<100x8xf32>, %i: tensor<5xi32>, %at: tensor<i32>) -> (tensor<5x8xf32>, tensor<10x8xf32>) {
        %zero = stablehlo.constant dense<0> : tensor<5xi32>
        %size = stablehlo.constant dense<100> : tensor<5xi32>
        %c = stablehlo.constant dense<0> : tensor<i32>
        %0 = stablehlo.compare LT, %i, %zero : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
        %1 = stablehlo.add %i, %size : tensor<5xi32>
        %2 = stablehlo.select %0, %1, %i : tensor<5xi1>, tensor<5xi32>
        %3 = stablehlo.reshape %2 : (tensor<5xi32>) -> tensor<5x1xi32>
        %4 = "stablehlo.gather"(%e, %3) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} : (tensor<100x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
        %5 = stablehlo.dynamic_slice %e, %at, %c, sizes = [10, 8] : (tensor<100x8xf32>, tensor<i32>, tensor<i32>) -> tensor<10x8xf32>
        return %4, %5 : tensor<5x8xf32>, tensor<10x8xf32>
      }`),
    ).toEqual([{ kind: 'data' }, { kind: 'index', last: 99 }, { kind: 'index', last: 90 }]);
  });

  test('are labels of classes, shift amounts, steps and keys', () => {
    expect(
      uses(`func.func @main(%label: tensor<4xi32>, %by: tensor<4xui32>, %step: tensor<i32>, %key: tensor<2xui32>) -> (tensor<4x10xi1>, tensor<4xui32>, tensor<f32>, tensor<2xui32>) {
        %0 = stablehlo.iota dim = 1 : tensor<4x10xi32>
        %1 = stablehlo.broadcast_in_dim %label, dims = [0] : (tensor<4xi32>) -> tensor<4x10xi32>
        %2 = stablehlo.compare EQ, %1, %0 : (tensor<4x10xi32>, tensor<4x10xi32>) -> tensor<4x10xi1>
        %k = stablehlo.constant dense<5> : tensor<4xui32>
        %3 = stablehlo.shift_left %k, %by : tensor<4xui32>
        %4 = stablehlo.convert %step : (tensor<i32>) -> tensor<f32>
        %5 = stablehlo.xor %key, %key : tensor<2xui32>
        return %2, %3, %4, %5 : tensor<4x10xi1>, tensor<4xui32>, tensor<f32>, tensor<2xui32>
      }`),
    ).toEqual([{ kind: 'index', last: 9 }, { kind: 'index', last: 31 }, { kind: 'count' }, { kind: 'bits' }]);
  });
});

test('inputs follow the uses, and a deviation overrides those of numbers', () => {
  const func = entryFunction(
    parse(`func.func @main(%x: tensor<4x256xf32>, %w: tensor<256x64xf32>, %key: tensor<2xui32>) -> (tensor<4x64xf32>, tensor<2xui32>) {
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x256xf32>, tensor<256x64xf32>) -> tensor<4x64xf32>
      return %0, %key : tensor<4x64xf32>, tensor<2xui32>
    }`),
  );
  const deviations = (deviation: number | null): number[] =>
    drawInputs(func, 3, deviation)
      .slice(0, 2)
      .map((array) => {
        const numbers = elementsOf(array!) as number[];
        return Math.sqrt(numbers.reduce((sum, x) => sum + x * x, 0) / numbers.length);
      });
  expect(deviations(null)[0]).toBeCloseTo(1, 1);
  expect(deviations(null)[1]).toBeCloseTo(1 / 16, 3);
  expect(deviations(0.5)[0]).toBeCloseTo(0.5, 1);
  expect(deviations(0.5)[1]).toBeCloseTo(0.5, 1);
  expect(elementsOf(drawInputs(func, 3, null)[2]!).some((word) => Number(word) > 1e6)).toBe(true);
  expect(drawInputs(func, 3, null)).toEqual(drawInputs(func, 3, null));
});

test('where a reference tells the use of an argument, inputs are drawn by it', () => {
  const looksUp = (size: number): string =>
    `func.func @main(%t: tensor<${size}xf32>, %i: tensor<400x1xi32>, %v: tensor<50xf32>) -> tensor<400xf32> {
      %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<${size}xf32>, tensor<400x1xi32>) -> tensor<400xf32>
      return %0 : tensor<400xf32>
    }`;
  const [own, reference] = [entryFunction(parse(looksUp(3))), entryFunction(parse(looksUp(9)))];
  const roots = entryFunction(
    parse(`func.func @main(%t: tensor<3xf32>, %i: tensor<400x1xi32>, %v: tensor<50xf32>) -> tensor<50xf32> {
      %0 = stablehlo.log %v : tensor<50xf32>
      return %0 : tensor<50xf32>
    }`),
  );
  const largest = (drawn: ReturnType<typeof drawInputs>): number =>
    Math.max(...(elementsOf(drawn[1]!) as number[]));
  expect([largest(drawInputs(own, 0, null)), largest(drawInputs(own, 0, null, reference))]).toEqual([2, 8]);
  // The reference tells nothing of the indices, and the function nothing of what has to be positive.
  const both = drawInputs(own, 0, null, roots);
  expect(largest(both)).toBe(2);
  expect(Math.min(...(elementsOf(both[2]!) as number[]))).toBeGreaterThan(0);
});
