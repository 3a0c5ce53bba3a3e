import { executeBoth, partition, shardedFunction } from '@shardform/inspect';
import { type ModuleOp, parseModule, SourceText, verifyOp } from '@shardform/ir-core';
import { arrayTypeOf, entryFunction, randomArray } from '@shardform/runtime-sim';
import { listCollectives } from '@shardform/study';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createContext } from '../src/context.ts';

const context = createContext();

function parsed(text: string): ModuleOp {
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(new SourceText('program', text), context);
    return module !== null && verifyOp(module, context) ? module : null;
  });
  if (result === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return result;
}

/** Partitions a program, checks its numbers, and returns what devices send: kinds of collectives with types. */
function sentBy(text: string): string[] {
  const module = parsed(text);
  const { result: stages, diagnostics } = context.diagnostics.capture(() => partition(module, context));
  const { propagated, collectives, local } = stages;
  if (propagated === null || collectives === null || local === null)
    throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const inputs = entryFunction(module).functionType.inputs.map((type, i) => {
    const { kind, shape } = arrayTypeOf(type)!;
    return randomArray(kind, shape, i);
  });
  const { comparisons } = executeBoth(module, local, shardedFunction(propagated), inputs, context, 1e-5);
  expect(comparisons.filter(({ mismatch }) => mismatch !== null)).toEqual([]);
  return listCollectives(collectives, context).map(({ kind, type }) => `${kind} ${type}`);
}

const mesh = 'sdy.mesh @mesh = <["x"=2, "y"=4]>';
const on = (dims: string): string => `{sdy.sharding = #sdy.sharding<@mesh, [${dims}]>}`;
const split = (dims: string): string => `{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [${dims}]>]>}`;

describe('neighbours send the borders that are needed, and nothing else', () => {
  test.each([
    [
      'a roll sends one row, around the end too',
      `func.func @main(%a: tensor<16x4xf32> ${on('{"y"}, {}')}) -> (tensor<16x4xf32> ${on('{"y"}, {}')}) {
  %0 = stablehlo.slice %a [15:16, 0:4] : (tensor<16x4xf32>) -> tensor<1x4xf32>
  %1 = stablehlo.slice %a [0:15, 0:4] : (tensor<16x4xf32>) -> tensor<15x4xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x4xf32>, tensor<15x4xf32>) -> tensor<16x4xf32>
  return %2 : tensor<16x4xf32>
}`,
      ['collective_permute tensor<1x4xf32>'],
    ],
    [
      'what every device has is not sent to join it',
      `func.func @main(%a: tensor<16x4xf32> ${on('{"y"}, {}')}) -> (tensor<16x4xf32> ${on('{"y"}, {}')}) {
  %z = stablehlo.constant dense<0.0> : tensor<1x4xf32>
  %0 = stablehlo.slice %a [1:16, 0:4] : (tensor<16x4xf32>) -> tensor<15x4xf32>
  %1 = stablehlo.concatenate %0, %z, dim = 0 : (tensor<15x4xf32>, tensor<1x4xf32>) -> tensor<16x4xf32>
  return %1 : tensor<16x4xf32>
}`,
      ['collective_permute tensor<1x4xf32>'],
    ],
    [
      'a convolution sends a row in each direction',
      `func.func @main(%a: tensor<1x16x8x2xf32> ${on('{}, {"y"}, {}, {}')}, %k: tensor<3x3x2x4xf32>) -> (tensor<1x16x8x4xf32> ${on('{}, {"y"}, {}, {}')}) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x16x8x4xf32>
  return %0 : tensor<1x16x8x4xf32>
}`,
      ['collective_permute tensor<1x1x8x2xf32>', 'collective_permute tensor<1x1x8x2xf32>'],
    ],
    [
      'corners come with the borders of the other dimension',
      `func.func @main(%a: tensor<1x8x16x1xf32> ${on('{}, {"x"}, {"y"}, {}')}, %k: tensor<2x2x1x1xf32>) -> (tensor<1x8x16x1xf32> ${on('{}, {"x"}, {"y"}, {}')}) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 0], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x16x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x8x16x1xf32>
  return %0 : tensor<1x8x16x1xf32>
}`,
      ['collective_permute tensor<1x1x4x1xf32>', 'collective_permute tensor<1x5x1x1xf32>'],
    ],
    [
      'the gradient of a kernel sends borders, and adds up what devices have of it',
      `func.func @main(%a: tensor<2x64x8xf32> ${on('{}, {"y"}, {}')}, %g: tensor<2x64x4xf32> ${on('{}, {"y"}, {}')}) -> tensor<3x8x4xf32> {
  %0 = stablehlo.convolution(%a, %g) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x64x8xf32>, tensor<2x64x4xf32>) -> tensor<3x8x4xf32>
  return %0 : tensor<3x8x4xf32>
}`,
      [
        'collective_permute tensor<2x1x8xf32>',
        'collective_permute tensor<2x1x8xf32>',
        'all_reduce tensor<3x8x4xf32>',
      ],
    ],
    [
      'windows that do not overlap send nothing, nor does their gradient',
      `func.func @main(%a: tensor<16x4xf32> ${on('{"y"}, {}')}, %g: tensor<8x4xf32> ${on('{"y"}, {}')}) -> (tensor<8x4xf32> ${on('{"y"}, {}')}, tensor<16x4xf32> ${on('{"y"}, {}')}) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %least) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %m = stablehlo.maximum %l, %r : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<16x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %1 = "stablehlo.select_and_scatter"(%a, %g, %zero) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %c = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<16x4xf32>, tensor<8x4xf32>, tensor<f32>) -> tensor<16x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<16x4xf32>
}`,
      [],
    ],
    [
      'of two tensors that are joined, devices exchange parts with as few others as possible',
      `func.func @main(%a: tensor<16x4xf32> ${on('{"y"}, {}')}, %b: tensor<16x4xf32> ${on('{"y"}, {}')}) -> (tensor<32x4xf32> ${on('{"y"}, {}')}) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<32x4xf32>
  return %0 : tensor<32x4xf32>
}`,
      ['collective_permute tensor<4x4xf32>', 'collective_permute tensor<4x4xf32>'],
    ],
  ])('%s', (_, program, expected) => {
    expect(sentBy(`${mesh}\n${program}`)).toEqual(expected);
  });
});

/** A tensor of `size` elements that is split although it may not divide, and an operation on it. */
function uneven(size: number, after: number, op: (value: string) => string): string {
  return `${mesh}
func.func @main(%a: tensor<${size}xf32>) -> tensor<${after}xf32> {
  %x = stablehlo.abs %a ${split('{"x", "y"}')} : tensor<${size}xf32>
  ${op('%x')}
  %z = stablehlo.negate %y : tensor<${after}xf32>
  return %z : tensor<${after}xf32>
}`;
}

const size = fc.integer({ min: 8, max: 40 });
const small = fc.integer({ min: 0, max: 5 });
const step = fc.integer({ min: 1, max: 3 });

function holds<T extends unknown[]>(
  arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
  textOf: (...values: T) => string | null,
) {
  fc.assert(
    fc.property(fc.tuple(...(arbitraries as unknown as fc.Arbitrary<unknown>[])), (values) => {
      const text = textOf(...(values as T));
      fc.pre(text !== null);
      sentBy(text);
    }),
    { numRuns: 10 },
  );
}

describe('devices compute what one alone computes, whatever sizes and offsets are', () => {
  test('of slices', () => {
    holds([size, small, small, step], (n, low, high, stride) => {
      const after = Math.ceil((n - low - high) / stride);
      const y = (x: string): string =>
        `%y = stablehlo.slice ${x} [${low}:${n - high}:${stride}] ${split('{"x", "y"}')} : (tensor<${n}xf32>) -> tensor<${after}xf32>`;
      return after < 1 ? null : uneven(n, after, y);
    });
  });

  test('of pads', () => {
    const amount = fc.integer({ min: -3, max: 6 });
    holds([size, amount, amount, fc.integer({ min: 0, max: 2 })], (n, low, high, interior) => {
      const after = low + high + n + (n - 1) * interior;
      return uneven(
        n,
        after,
        (x) =>
          `%p = stablehlo.constant dense<7.0> : tensor<f32>
  %y = stablehlo.pad ${x}, %p, low = [${low}], high = [${high}], interior = [${interior}] ${split('{"x", "y"}')} : (tensor<${n}xf32>, tensor<f32>) -> tensor<${after}xf32>`,
      );
    });
  });

  test('of slices of a tensor that are joined, and of other tensors', () => {
    holds([size, small, small, fc.integer({ min: 1, max: 20 })], (n, low, high, more) => {
      const [first, second] = [n - low, n - high];
      const after = first + second + more;
      return uneven(
        n,
        after,
        (x) => `%c = stablehlo.iota dim = 0 ${split('{"x", "y"}')} : tensor<${more}xf32>
  %s = stablehlo.slice ${x} [${low}:${n}] : (tensor<${n}xf32>) -> tensor<${first}xf32>
  %t = stablehlo.slice ${x} [0:${second}] : (tensor<${n}xf32>) -> tensor<${second}xf32>
  %y = stablehlo.concatenate %s, %c, %t, dim = 0 ${split('{"x", "y"}')} : (tensor<${first}xf32>, tensor<${more}xf32>, tensor<${second}xf32>) -> tensor<${after}xf32>`,
      );
    });
  });

  test('of reductions over windows', () => {
    holds([size, step, step, small, small, step, step], (n, window, stride, low, high, base, dilation) => {
      const padded = low + (n - 1) * base + 1 + high;
      const after = Math.floor((padded - ((window - 1) * dilation + 1)) / stride) + 1;
      return uneven(
        n,
        after,
        (x) => `%p = stablehlo.constant dense<0.5> : tensor<f32>
  %y = "stablehlo.reduce_window"(${x}, %p) <{window_dimensions = array<i64: ${window}>, window_strides = array<i64: ${stride}>, base_dilations = array<i64: ${base}>, window_dilations = array<i64: ${dilation}>, padding = dense<[[${low}, ${high}]]> : tensor<1x2xi64>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %m = stablehlo.maximum %l, %r : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) ${split('{"x", "y"}')} : (tensor<${n}xf32>, tensor<f32>) -> tensor<${after}xf32>`,
      );
    });
  });

  test('of what is selected in windows', () => {
    holds([size, step, step], (n, window, stride) => {
      const count = Math.floor((n - window) / stride) + 1;
      return uneven(
        n,
        n,
        (x) => `%p = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.iota dim = 0 ${split('{"x", "y"}')} : tensor<${count}xf32>
  %y = "stablehlo.select_and_scatter"(${x}, %s, %p) <{window_dimensions = array<i64: ${window}>, window_strides = array<i64: ${stride}>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %c = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %sum = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) ${split('{"x", "y"}')} : (tensor<${n}xf32>, tensor<${count}xf32>, tensor<f32>) -> tensor<${n}xf32>`,
      );
    });
  });

  test('of convolutions whose outputs or whose kernels are split', () => {
    const kernel = fc.integer({ min: 1, max: 12 });
    const dims = 'dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0]';
    const groups = '{batch_group_count = 1 : i64, feature_group_count = 1 : i64';
    holds(
      [size, kernel, step, small, small, step, step, fc.boolean()],
      (n, window, stride, low, high, base, dilation, isByKernel) => {
        const padded = low + (n - 1) * base + 1 + high;
        const after = Math.floor((padded - ((window - 1) * dilation + 1)) / stride) + 1;
        const [own, result] = isByKernel ? ['{"y"}', '{}'] : ['{}', '{"y"}'];
        if (after < 1) return null;
        return `${mesh}
func.func @main(%a: tensor<2x1x${n}xf32>, %k: tensor<3x1x${window}xf32>) -> tensor<2x3x${after}xf32> {
  %x = stablehlo.abs %a ${split('{}, {}, {"y"}')} : tensor<2x1x${n}xf32>
  %w = stablehlo.negate %k ${split(`{}, {}, ${own}`)} : tensor<3x1x${window}xf32>
  %y = stablehlo.convolution(%x, %w) ${dims}, window = {stride = [${stride}], pad = [[${low}, ${high}]], lhs_dilate = [${base}], rhs_dilate = [${dilation}]} ${groups}, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, ${result}]>]>} : (tensor<2x1x${n}xf32>, tensor<3x1x${window}xf32>) -> tensor<2x3x${after}xf32>
  return %y : tensor<2x3x${after}xf32>
}`;
      },
    );
  });
});

test('the first greatest element is found on devices, NaN before all others', () => {
  const columns = Array.from({ length: 32 }, (_, i) => (i === 9 ? 'nan' : i % 5));
  const values = [0, 1, 2].map((row) => columns.map((c) => (row === 0 && c === 'nan' ? 4 : c)));
  const element = (value: number | string): string => (value === 'nan' ? '0x7FC00000' : `${value}.0`);
  const text = values.map((row) => `[${row.map(element).join(', ')}]`).join(', ');
  expect(
    sentBy(`${mesh}
func.func @main(%z: tensor<3x32xf32> ${on('{}, {"y"}')}) -> tensor<3xi32> {
  %v = stablehlo.constant dense<[${text}]> : tensor<3x32xf32>
  %n = stablehlo.subtract %z, %z : tensor<3x32xf32>
  %a = stablehlo.add %v, %n : tensor<3x32xf32>
  %i = stablehlo.iota dim = 1 : tensor<3x32xi32>
  %p = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %q = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %p), (%i init: %q) across dimensions = [1] : (tensor<3x32xf32>, tensor<3x32xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%l: tensor<f32>, %r: tensor<f32>) (%m: tensor<i32>, %s: tensor<i32>) {
    %gt = stablehlo.compare GT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %l, %l : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %or = stablehlo.or %gt, %nan : tensor<i1>
    %eq = stablehlo.compare EQ, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lt = stablehlo.compare LT, %m, %s : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %and = stablehlo.and %eq, %lt : tensor<i1>
    %takes = stablehlo.or %or, %and : tensor<i1>
    %w = stablehlo.select %or, %l, %r : tensor<i1>, tensor<f32>
    %x = stablehlo.select %takes, %m, %s : tensor<i1>, tensor<i32>
    stablehlo.return %w, %x : tensor<f32>, tensor<i32>
   }
  return %0#1 : tensor<3xi32>
}`),
  ).toEqual(['all_gather tensor<3x4xf32>', 'all_gather tensor<3x4xi32>']);
});
