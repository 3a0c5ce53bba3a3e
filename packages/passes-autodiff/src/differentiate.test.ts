import { Budget, type ModuleOp, printOp, withBudget } from '@shardform/ir-core';
import { arrayOf, elementsOf, type NdArray } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { check, context, differentiated, numbers, run } from '../tests/gradient-checks.ts';

const T = 'tensor<2x3xf64>';
const reducer = (op: string): string =>
  `({ ^bb0(%u: tensor<f64>, %v: tensor<f64>): %w = stablehlo.${op} %u, %v : tensor<f64> stablehlo.return %w : tensor<f64> })`;
const zero = '%z = stablehlo.constant dense<0.0> : tensor<f64>';

describe('element by element', () => {
  test.each([
    'negate',
    'exponential',
    'exponential_minus_one',
    'log',
    'log_plus_one',
    'tanh',
    'logistic',
    'sqrt',
    'rsqrt',
    'cbrt',
    'sine',
    'cosine',
    'tan',
    'abs',
  ])('%s', (name) => {
    check([T], `%r = stablehlo.${name} %a : ${T}`, T);
  });

  test.each(['add', 'subtract', 'multiply', 'divide', 'maximum', 'minimum', 'power', 'atan2', 'remainder'])(
    '%s',
    (name) => {
      check([T, T], `%r = stablehlo.${name} %a, %b : ${T}`, T);
    },
  );

  test('select between values that are compared, and clamp', () => {
    const flags = 'tensor<2x3xi1>';
    check(
      [T, T],
      `%p = stablehlo.compare GT, %a, %b : (${T}, ${T}) -> ${flags}
       %q = stablehlo.multiply %a, %a : ${T}
       %r = stablehlo.select %p, %q, %b : ${flags}, ${T}`,
      T,
    );
    check(
      ['tensor<f64>', T, 'tensor<f64>'],
      `%c1 = stablehlo.add %a, %c : tensor<f64>
       %r = stablehlo.clamp %a, %b, %c1 : (tensor<f64>, ${T}, tensor<f64>) -> ${T}`,
      T,
    );
  });

  test('half of the gradient where two numbers are equal', () => {
    const module = differentiated(
      `func.func @main(%a: tensor<2xf64>, %b: tensor<2xf64>) -> tensor<2xf64> {
         %r = stablehlo.maximum %a, %b : tensor<2xf64>
         return %r : tensor<2xf64>
       }`,
      'seed only-gradients',
    );
    const of = (...elements: number[]): NdArray => arrayOf('f64', [2], elements);
    expect(run(module as ModuleOp, [of(1, 2), of(1, 3), of(10, 20)])).toEqual([
      [5, 0],
      [5, 20],
    ]);
  });

  test('numbers of other formats are converted back', () => {
    const text = `func.func @main(%a: tensor<2xf64>) -> tensor<2xf32> {
      %r = stablehlo.convert %a : (tensor<2xf64>) -> tensor<2xf32>
      return %r : tensor<2xf32>
    }`;
    const module = differentiated(text, 'seed only-gradients') as ModuleOp;
    const seed = arrayOf('f32', [2], [2, 3]);
    expect(run(module, [arrayOf('f64', [2], [1, 1]), seed])).toEqual([[2, 3]]);
  });
});

describe('products', () => {
  test.each([
    ['[1] x [0]', 'tensor<2x3xf64>', 'tensor<3x4xf64>', 'tensor<2x4xf64>'],
    ['[0] x [1]', 'tensor<3x2xf64>', 'tensor<4x3xf64>', 'tensor<2x4xf64>'],
    ['[0, 1] x [2, 0]', 'tensor<2x3x5xf64>', 'tensor<3x4x2xf64>', 'tensor<5x4xf64>'],
  ])('contracting %s', (dims, lhs, rhs, result) => {
    check(
      [lhs, rhs],
      `%r = stablehlo.dot_general %a, %b, contracting_dims = ${dims} : (${lhs}, ${rhs}) -> ${result}`,
      result,
    );
  });

  test('in batches that are not the first dimensions', () => {
    const [lhs, rhs, result] = ['tensor<3x2x4xf64>', 'tensor<4x5x2xf64>', 'tensor<2x3x5xf64>'];
    check(
      [lhs, rhs],
      `%r = stablehlo.dot_general %a, %b, batching_dims = [1] x [2], contracting_dims = [2] x [0] : (${lhs}, ${rhs}) -> ${result}`,
      result,
    );
  });

  test.each([
    [
      'tensor<2x6x5x3xf64>',
      'tensor<3x2x3x4xf64>',
      'stride = [2, 1], pad = [[1, 0], [0, 1]]',
      'tensor<2x3x5x4xf64>',
      1,
    ],
    ['tensor<1x5x6x2xf64>', 'tensor<2x2x2x3xf64>', 'rhs_dilate = [2, 1]', 'tensor<1x3x5x3xf64>', 1],
    ['tensor<1x3x3x2xf64>', 'tensor<2x2x2x2xf64>', 'lhs_dilate = [2, 2]', 'tensor<1x4x4x2xf64>', 1],
    ['tensor<2x4x4x4xf64>', 'tensor<2x2x2x6xf64>', 'stride = [1, 1]', 'tensor<2x3x3x6xf64>', 2],
  ])('convolution of %s with %s, %s', (lhs, rhs, window, result, groups) => {
    check(
      [lhs, rhs],
      `%r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {${window}}
        {batch_group_count = 1 : i64, feature_group_count = ${groups} : i64} : (${lhs}, ${rhs}) -> ${result}`,
      result,
    );
  });
});

describe('reductions', () => {
  test.each(['add', 'maximum', 'minimum'])('by %s', (name) => {
    check(
      ['tensor<2x3x4xf64>'],
      `${name === 'maximum' ? '%z = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>' : name === 'minimum' ? '%z = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>' : zero}
       %r = stablehlo.reduce(%a init: %z) applies stablehlo.${name} across dimensions = [0, 2] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<3xf64>`,
      'tensor<3xf64>',
    );
  });

  test.each([
    [
      'add',
      'window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>',
      'tensor<3x4xf64>',
    ],
    ['add', 'window_dilations = array<i64: 2, 1>, base_dilations = array<i64: 1, 2>', 'tensor<3x6xf64>'],
    [
      'maximum',
      'window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>',
      'tensor<3x4xf64>',
    ],
  ])('in windows by %s with %s', (name, window, result) => {
    const init = name === 'add' ? zero : '%z = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>';
    check(
      ['tensor<5x4xf64>'],
      `${init}
       %r = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 2>, ${window}}> ${reducer(name)} : (tensor<5x4xf64>, tensor<f64>) -> ${result}`,
      result,
    );
  });
});

describe('moving elements', () => {
  test.each([
    ['transpose', 'dims = [1, 0]', 'tensor<3x2xf64>'],
    ['reshape', '', 'tensor<6xf64>'],
    ['broadcast_in_dim', 'dims = [0, 2]', 'tensor<2x4x3xf64>'],
    ['broadcast_in_dim', 'dims = [1, 0]', 'tensor<3x2xf64>'],
  ])('%s %s', (name, options, result) => {
    const words = options === '' ? '' : `, ${options}`;
    check([T], `%r = stablehlo.${name} %a${words} : (${T}) -> ${result}`, result);
  });

  test('a size of 1 that is repeated', () => {
    const type = 'tensor<2x1xf64>';
    check([type], `%r = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (${type}) -> ${T}`, T);
  });

  test('reverse, slice, pad, concatenate', () => {
    check([T], `%r = stablehlo.reverse %a, dims = [1] : ${T}`, T);
    check(
      ['tensor<3x8xf64>'],
      '%r = stablehlo.slice %a [1:3, 0:7:3] : (tensor<3x8xf64>) -> tensor<2x3xf64>',
      T,
    );
    check(
      [T, 'tensor<f64>'],
      `%r = stablehlo.pad %a, %b, low = [1, -1], high = [0, 2], interior = [1, 2] : (${T}, tensor<f64>) -> tensor<4x8xf64>`,
      'tensor<4x8xf64>',
    );
    check(
      [T, 'tensor<2x2xf64>'],
      `%r = stablehlo.concatenate %a, %b, dim = 1 : (${T}, tensor<2x2xf64>) -> tensor<2x5xf64>`,
      'tensor<2x5xf64>',
    );
  });

  test('slices at computed places', () => {
    const index = '%i = stablehlo.constant dense<1> : tensor<i32>';
    check(
      ['tensor<4x5xf64>'],
      `${index}
       %r = stablehlo.dynamic_slice %a, %i, %i, sizes = [2, 3] : (tensor<4x5xf64>, tensor<i32>, tensor<i32>) -> ${T}`,
      T,
    );
    check(
      ['tensor<4x5xf64>', T],
      `${index}
       %r = stablehlo.dynamic_update_slice %a, %b, %i, %i : (tensor<4x5xf64>, ${T}, tensor<i32>, tensor<i32>) -> tensor<4x5xf64>`,
      'tensor<4x5xf64>',
    );
  });

  test('rows that indices name, some of them twice', () => {
    check(
      ['tensor<5x3xf64>'],
      `%i = stablehlo.constant dense<[[1], [4], [1]]> : tensor<3x1xi32>
       %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>, indices_are_sorted = false}> : (tensor<5x3xf64>, tensor<3x1xi32>) -> tensor<3x3xf64>`,
      'tensor<3x3xf64>',
    );
  });
});

const mlp = `func.func @main(%x: tensor<4x2xf64>, %w: tensor<2x3xf64>, %labels: tensor<4xi32>) -> (tensor<f64>, tensor<4x3xf64>) {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x2xf64>, tensor<2x3xf64>) -> tensor<4x3xf64>
  %1 = call @square(%0) : (tensor<4x3xf64>) -> tensor<4x3xf64>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf64>, tensor<f64>) -> tensor<f64>
  return %2, %0 : tensor<f64>, tensor<4x3xf64>
}
func.func private @square(%a: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %0 = stablehlo.multiply %a, %a : tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}`;

describe('a function with a loss', () => {
  test('returns its results and the gradients of what it can be differentiated by', () => {
    const module = differentiated(mlp, '') as ModuleOp;
    expect(printOp(module, context)).toContain(
      '(tensor<f64>, tensor<4x3xf64>, tensor<4x2xf64>, tensor<2x3xf64>)',
    );
    const [x, w] = [numbers([4, 2], 1), numbers([2, 3], 2)];
    const labels = arrayOf('i32', [4], [0, 1, 2, 0]);
    const [loss, products, dx] = run(module, [x, w, labels]);
    expect(loss![0]).toBeCloseTo(
      products!.reduce((sum, y) => sum + y * y, 0),
      10,
    );
    // The gradient of the sum of squares is twice the product of the products and the weights.
    const weights = elementsOf(w).map(Number);
    const expected = 2 * [0, 1, 2].reduce((sum, j) => sum + products![j]! * weights[j]!, 0);
    expect(dx![0]).toBeCloseTo(expected, 10);
  });

  test('has zeros for arguments that it does not depend on', () => {
    const text = `func.func @main(%a: tensor<2xf64>, %b: tensor<f64>) -> tensor<f64> { return %b : tensor<f64> }`;
    const module = differentiated(text, 'wrt=0,1 only-gradients') as ModuleOp;
    expect(run(module, [numbers([2], 1), numbers([], 2)])).toEqual([[0, 0], [1]]);
  });

  test('adds up the gradients of a value that is used several times', () => {
    check(
      ['tensor<2xf64>'],
      `%0 = stablehlo.sine %a : tensor<2xf64>
      %1 = stablehlo.multiply %0, %a : tensor<2xf64>
      %r = stablehlo.add %1, %0 : tensor<2xf64>`,
      'tensor<2xf64>',
    );
  });
});

describe('what has no gradient is named', () => {
  const scalar = 'tensor<f64>';
  test.each([
    [
      `func.func @main(%a: ${scalar}) -> ${scalar} {
         %0 = stablehlo.custom_call @somebodys_own(%a) : (${scalar}) -> ${scalar}
         return %0 : ${scalar}
       }`,
      '',
      "'stablehlo.custom_call' op has no rule of differentiation for calls of 'somebodys_own'",
    ],
    [
      `func.func @main(%a: tensor<3xf64>) -> tensor<3xf64> { return %a : tensor<3xf64> }`,
      '',
      "'func.func' op can't be differentiated: result 0 is no scalar, but 'tensor<3xf64>'; give its gradient as an argument with 'seed'",
    ],
    [
      `func.func @main(%a: tensor<i32>) -> tensor<i32> { return %a : tensor<i32> }`,
      '',
      "'func.func' op can't be differentiated: result 0 is no tensor of floating-point or complex numbers of a static shape, but 'tensor<i32>'",
    ],
    [
      `func.func @main(%a: ${scalar}) -> ${scalar} { return %a : ${scalar} }`,
      'wrt=1',
      "'func.func' op has no argument 1, only 1",
    ],
    [
      `func.func @main(%a: ${scalar}) -> ${scalar} { return %a : ${scalar} }`,
      'result=2',
      "'func.func' op has no result 2, only 1",
    ],
    [
      `func.func @f(%a: ${scalar}) -> ${scalar} {
         %0 = call @f(%a) : (${scalar}) -> ${scalar}
         return %0 : ${scalar}
       }`,
      '',
      "'func.call' op calls itself",
    ],
  ])('%#', (text, options, message) => {
    expect(differentiated(text, options)).toEqual([message]);
  });
});

test('calls of calls are not inlined beyond the number of operations that there may be', () => {
  const level = (name: string, callee: string): string =>
    `func.func private @${name}(%a: tensor<f32>) -> tensor<f32> {
       %0 = call @${callee}(%a) : (tensor<f32>) -> tensor<f32>
       %1 = call @${callee}(%0) : (tensor<f32>) -> tensor<f32>
       return %1 : tensor<f32>
     }\n`;
  const levels = Array.from({ length: 40 }, (_, i) => level(`f${i}`, `f${i + 1}`)).join('');
  const last = 'func.func private @f40(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }\n';
  const text = `${level('main', 'f0').replace('private ', '')}${levels}${last}`;
  expect(withBudget(new Budget({ operations: 1000 }), () => differentiated(text, ''))).toEqual([
    "'func.call' op makes calls of more than the 1,000 operations allowed; --limit-operations raises the limit",
  ]);
});
