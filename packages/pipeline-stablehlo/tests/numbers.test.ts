import { filled, typeOf } from '@shardform/program-tests';
import type { ArrayKind, NdArray } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { executed } from './executed.ts';

type Shape = readonly number[];

/** A function of %a, %b and %c that computes %0, each with its element type and shape. */
interface Program {
  readonly args: readonly (readonly [
    kind: ArrayKind,
    shape: Shape,
    numbers?: readonly number[] | undefined,
  ])[];
  readonly result: readonly [kind: ArrayKind, shape: Shape];
  readonly body: string;
  /** False where sums are rounded in another order. */
  readonly isExact?: false;
}

const NUMBERS = Array.from({ length: 503 }, (_, i) => ((i * 37) % 101) - 40);

/** Shardings of a tensor along either axis, both, and none. */
const shardings = (rank: number): readonly string[] => {
  if (rank === 0) return ['[]'];
  const rest = ', {}'.repeat(Math.max(0, rank - 2));
  if (rank === 1) return ['[{}]', '[{"x"}]', '[{"x", "y"}]'];
  return ['{}, {}', '{"x"}, {}', '{}, {"x"}', '{"y"}, {"x"}', '{"y", "x"}, {}', '{}, {"y"}'].map(
    (dims) => `[${dims}${rest}]`,
  );
};

function textOf({ args, result, body }: Program, own: readonly string[]): string {
  const parameters = args.map(([kind, shape], i) => {
    const attr = own[i] === undefined ? '' : ` {sdy.sharding = #sdy.sharding<@mesh, ${own[i]}>}`;
    return `%${'abc'[i]!}: ${typeOf(kind, shape)}${attr}`;
  });
  const type = typeOf(...result);
  return `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func public @main(${parameters.join(', ')}) -> ${type} {
  ${body}
  return %0 : ${type}
}`;
}

/** Expects the same numbers for all shardings of the first two arguments, or the reason why a shape has none. */
function expectSame(program: Program): void {
  const [first, second] = program.args.map(([, shape]) => shardings(shape.length));
  const inputs: readonly NdArray[] = program.args.map(([kind, shape, numbers]) =>
    filled(kind, shape, numbers ?? NUMBERS),
  );
  for (const a of first ?? []) {
    for (const b of second?.slice(0, 4) ?? [null]) {
      const own = b === null ? [a] : [a, b];
      const { expected, actual } = executed(textOf(program, own), inputs);
      const title = own.join(' and ');
      if (typeof actual === 'string') {
        expect(actual, title).toMatch(/ splits dimension \d of argument 1 of '@main', of size [13], along /);
      } else if (program.isExact === false) {
        const differences = expected[0]!.elements.map((wanted, i) => {
          const difference = Math.abs(Number(actual[0]!.elements[i]) - Number(wanted));
          return difference <= 1e-5 * Math.abs(Number(wanted)) ? 0 : difference;
        });
        expect(Math.max(...differences), title).toBe(0);
      } else expect(actual, title).toEqual(expected);
    }
  }
}

const MATRIX: Shape = [8, 4];
const f32 = typeOf('f32', MATRIX);

describe('reductions', () => {
  const reduction = (
    name: string,
    kind: ArrayKind,
    start: string,
    dims: readonly number[],
    numbers: readonly number[] = NUMBERS,
  ): Program => {
    const rest = MATRIX.filter((_, d) => !dims.includes(d));
    return {
      args: [[kind, MATRIX, numbers]],
      result: [kind, rest],
      body: `%start = stablehlo.constant dense<${start}> : tensor<${kind}>
  %0 = stablehlo.reduce(%a init: %start) applies stablehlo.${name} across dimensions = [${dims.join(', ')}] : (${typeOf(kind, MATRIX)}, tensor<${kind}>) -> ${typeOf(kind, rest)}`,
    };
  };
  const sets = [[0], [1], [0, 1]];

  /** The first position of the largest or smallest element along a dimension, as JAX finds it; or the element. */
  const selection = (order: 'GT' | 'LT', dim: number, of: 0 | 1, numbers: readonly number[]): Program => {
    const rest = MATRIX.filter((_, d) => d !== dim);
    const [kind, start] = [of === 0 ? 'f32' : 'i32', order === 'GT' ? '0xFF800000' : '0x7F800000'] as const;
    const pair = `tensor<f32>, %q: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>`;
    return {
      args: [['f32', MATRIX, numbers]],
      result: [kind, rest],
      body: `%zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<${start}> : tensor<f32>
  %places = stablehlo.iota dim = ${dim} : ${typeOf('i32', MATRIX)}
  %r:2 = stablehlo.reduce(%a init: %start), (%places init: %zero) across dimensions = [${dim}] : (${f32}, ${typeOf('i32', MATRIX)}, tensor<f32>, tensor<i32>) -> (${typeOf('f32', rest)}, ${typeOf('i32', rest)})
    reducer(%p: ${pair}) {
      %more = stablehlo.compare ${order}, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %nan = stablehlo.compare NE, %p, %p, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %wins = stablehlo.or %more, %nan : tensor<i1>
      %same = stablehlo.compare EQ, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %before = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %tie = stablehlo.and %same, %before : tensor<i1>
      %first = stablehlo.or %wins, %tie : tensor<i1>
      %x = stablehlo.select %wins, %p, %q : tensor<i1>, tensor<f32>
      %k = stablehlo.select %first, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %x, %k : tensor<f32>, tensor<i32>
    }
  %n = stablehlo.constant dense<${of === 0 ? '0.0' : '0'}> : ${typeOf(kind, rest)}
  %0 = stablehlo.add %r#${of}, %n : ${typeOf(kind, rest)}`,
    };
  };

  it.each(['GT', 'LT'] as const)('that select by %s find the first of equal elements', (order) => {
    const sets = [
      NUMBERS,
      [1, 1, 1, 2, 2, 1, 2],
      [Number.NaN, 1, 2, 3, 4, 5, 6, 7, 8],
      [-Infinity, Infinity],
    ];
    for (const numbers of sets)
      for (const dim of [0, 1])
        for (const of of [0, 1] as const) expectSame(selection(order, dim, of, numbers));
  });

  it.each([
    ['add', '0.0', '3.0'],
    ['maximum', '0xFF800000', '3.0'],
    ['minimum', '0x7F800000', '3.0'],
    ['multiply', '1.0', '2.0'],
  ])('of floats by %s start once, from %s and %s', (name, ...starts) => {
    const numbers = name === 'multiply' ? [1, -1, 2, 1, 1, -1, 1] : NUMBERS;
    for (const start of starts)
      for (const dims of sets) expectSame(reduction(name, 'f32', start, dims, numbers));
  });

  it.each(['add', 'maximum', 'minimum', 'multiply', 'and', 'or', 'xor'])(
    'of integers by %s start once',
    (name) => {
      for (const dims of sets) expectSame(reduction(name, 'i32', '5', dims, [1, 3, 7, 13, -1, 6, 3]));
    },
  );

  it.each(['and', 'or', 'xor', 'add', 'multiply', 'maximum', 'minimum'])('of truth values by %s', (name) => {
    for (const start of ['true', 'false'])
      for (const dims of sets) expectSame(reduction(name, 'i1', start, dims, [1, 1, 0, 1, 1, 1, 1, 0, 1]));
  });

  it.each([
    ['GT', '0xFF800000', 0],
    ['GT', '0xFF800000', 1],
    ['LT', '0x7F800000', 0],
    ['LT', '0x7F800000', 1],
  ])('to the first place by %s from %s along %i', (direction, start, dim) => {
    const size = MATRIX[1 - dim]!;
    expectSame({
      args: [['f32', MATRIX, [3, 9, 9, 1, 9, 3, 1, 1, 2]]],
      result: ['i32', [size]],
      body: `%p = stablehlo.iota dim = ${dim} : tensor<8x4xi32>
  %start = stablehlo.constant dense<${start}> : tensor<f32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %1:2 = stablehlo.reduce(%a init: %start), (%p init: %z) across dimensions = [${dim}] : (${f32}, tensor<8x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<${size}xf32>, tensor<${size}xi32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %2 = stablehlo.compare ${direction}, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %x, %y : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
  %0 = stablehlo.abs %1#1 : tensor<${size}xi32>`,
    });
  });
});

describe('moves', () => {
  const moved = (body: string, shape: Shape): Program => ({
    args: [['f32', MATRIX]],
    result: ['f32', shape],
    body: body.replaceAll(/\bR\b/g, typeOf('f32', shape)).replaceAll(/\bT\b/g, f32),
  });

  it.each([
    ['reverse rows', '%0 = stablehlo.reverse %a, dims = [0] : T', MATRIX],
    ['reverse both', '%0 = stablehlo.reverse %a, dims = [0, 1] : T', MATRIX],
    ['transpose', '%0 = stablehlo.transpose %a, dims = [1, 0] : (T) -> R', [4, 8]],
    ['repeat', '%0 = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (T) -> R', [8, 2, 4]],
    ['concatenate rows', '%0 = stablehlo.concatenate %a, %a, dim = 0 : (T, T) -> R', [16, 4]],
    ['concatenate columns', '%0 = stablehlo.concatenate %a, %a, dim = 1 : (T, T) -> R', [8, 8]],
  ])('%s', (_, body, shape) => {
    expectSame(moved(body, shape));
  });

  it.each([[[32]], [[2, 16]], [[4, 2, 4]], [[8, 2, 2]], [[16, 2]], [[1, 8, 4]], [[8, 4, 1]], [[4, 8]]])(
    'reshape to %j',
    (shape) => {
      expectSame(moved('%0 = stablehlo.reshape %a : (T) -> R', shape));
    },
  );

  it.each([
    [0, 4, 1],
    [2, 6, 1],
    [0, 8, 2],
    [1, 8, 2],
    [4, 8, 1],
    [0, 7, 1],
    [3, 4, 1],
  ])('slice rows from %i to %i by %i', (begin, end, step) => {
    const shape = [Math.ceil((end - begin) / step), 4];
    expectSame(moved(`%0 = stablehlo.slice %a [${begin}:${end}:${step}, 0:4] : (T) -> R`, shape));
  });

  it.each([
    [1, 0, 0],
    [0, 8, 0],
    [-2, 2, 0],
    [2, -2, 0],
    [-8, 8, 0],
    [4, 4, 0],
    [-1, -3, 0],
    [0, 0, 1],
    [0, 1, 1],
    [-7, 0, 1],
  ])('pad rows by %i before, %i behind and %i between', (low, high, interior) => {
    const shape = [8 + low + high + 7 * interior, 4];
    const body = `%p = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.pad %a, %p, low = [${low}, 0], high = [${high}, 0], interior = [${interior}, 0] : (T, tensor<f32>) -> R`;
    expectSame(moved(body, shape));
  });

  it.each([
    ['LT', 0],
    ['GT', 1],
  ])('sort by %s along %i', (direction, dim) => {
    const body = `%0 = "stablehlo.sort"(%a) <{dimension = ${dim} : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare ${direction}, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (T) -> T`;
    expectSame(moved(body, MATRIX));
  });
});

describe('windows', () => {
  const window = (
    name: string,
    start: string,
    sizes: Shape,
    padding: string,
    strides: Shape,
    shape: Shape,
  ): Program => ({
    args: [['f32', MATRIX]],
    result: ['f32', shape],
    body: `%start = stablehlo.constant dense<${start}> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %start) <{padding = dense<${padding}> : tensor<2x2xi64>, window_dimensions = array<i64: ${sizes.join(', ')}>, window_strides = array<i64: ${strides.join(', ')}>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.${name} %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (${f32}, tensor<f32>) -> ${typeOf('f32', shape)}`,
  });

  it.each([
    ['running sums of columns', window('add', '0.0', [8, 1], '[[7, 0], [0, 0]]', [1, 1], MATRIX)],
    ['running sums of rows', window('add', '0.0', [1, 4], '[[0, 0], [3, 0]]', [1, 1], MATRIX)],
    ['next to each other', window('maximum', '0xFF800000', [2, 1], '0', [2, 1], [4, 4])],
    ['over each other', window('maximum', '0xFF800000', [3, 1], '0', [1, 1], [6, 4])],
    ['around each element', window('minimum', '0x7F800000', [3, 3], '1', [1, 1], MATRIX)],
    ['of one element with a step', window('add', '0.0', [1, 1], '0', [2, 1], [4, 4])],
    ['moved by padding', window('add', '0.0', [1, 1], '[[2, -2], [0, 0]]', [1, 1], MATRIX)],
  ])('%s', (_, program) => {
    expectSame(program);
  });

  it.each([1, 2])('of convolutions in %i groups', (groups) => {
    const [image, kernel] = [typeOf('f32', [4, 8, 4]), typeOf('f32', [3, 4 / groups, 8])];
    expectSame({
      args: [
        ['f32', [4, 8, 4]],
        ['f32', [3, 4 / groups, 8]],
      ],
      result: ['f32', [4, 8, 8]],
      body: `%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = ${groups} : i64} : (${image}, ${kernel}) -> tensor<4x8x8xf32>`,
    });
  });
});

describe('contractions', () => {
  const product = (lhs: Shape, rhs: Shape, dims: string, result: Shape): Program => ({
    args: [
      ['f32', lhs],
      ['f32', rhs],
    ],
    result: ['f32', result],
    body: `%0 = stablehlo.dot_general %a, %b, ${dims} : (${typeOf('f32', lhs)}, ${typeOf('f32', rhs)}) -> ${typeOf('f32', result)}`,
  });

  it.each([
    ['of matrices', product([8, 4], [4, 8], 'contracting_dims = [1] x [0]', [8, 8])],
    ['of rows', product([8, 4], [8, 4], 'batching_dims = [0] x [0], contracting_dims = [1] x [1]', [8])],
    ['of everything', product([8, 4], [8, 4], 'contracting_dims = [0, 1] x [0, 1]', [])],
    ['of nothing', product([4], [8], 'contracting_dims = [] x []', [4, 8])],
    [
      'in batches',
      product([4, 2, 8], [4, 8, 2], 'batching_dims = [0] x [0], contracting_dims = [2] x [1]', [4, 2, 2]),
    ],
  ])('%s', (_, program) => {
    expectSame(program);
  });
});

describe('numbers of places', () => {
  const rows = Array.from({ length: 8 }, (_, row) =>
    Array.from({ length: 4 }, (_own, column) => [row, column] as const),
  );
  const constant = (number: (row: number, column: number) => number): string =>
    `[[${rows.map((row) => row.map(([r, c]) => number(r, c)).join(', ')).join('], [')}]]`;

  it.each([
    ['that count', '%i = stablehlo.iota dim = 0 : tensor<8x4xi32>'],
    ['of a constant', `%i = stablehlo.constant dense<${constant((r, c) => 4 * r + c)}> : tensor<8x4xi32>`],
    [
      'of a constant with equal halves',
      `%i = stablehlo.constant dense<${constant((r, c) => 2 * (r % 4) + (c % 2))}> : tensor<8x4xi32>`,
    ],
    ['of a constant of one number', '%i = stablehlo.constant dense<7> : tensor<8x4xi32>'],
  ])('%s are those of the whole', (_, line) => {
    expectSame({
      args: [['i32', MATRIX]],
      result: ['i32', MATRIX],
      body: `${line}\n  %0 = stablehlo.add %a, %i : tensor<8x4xi32>`,
    });
  });

  it.each([[[7, 0, 3, 5]], [[-7, 80, 3, 5]]])('that rows are read at, such as %j', (places) => {
    expectSame({
      args: [
        ['f32', MATRIX],
        ['i32', [4, 1], places],
      ],
      result: ['f32', [4, 4]],
      body: `%0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (${f32}, tensor<4x1xi32>) -> tensor<4x4xf32>`,
    });
  });

  it('that windows are read at', () => {
    expectSame({
      args: [
        ['f32', MATRIX],
        ['i32', [4, 1], [5, 0, 3, 9]],
      ],
      result: ['f32', [4, 3, 4]],
      body: `%0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 3, 4>}> : (${f32}, tensor<4x1xi32>) -> tensor<4x3x4xf32>`,
    });
  });

  it.each(['add', 'maximum', 'multiply', null])('that rows are written at by %s', (name) => {
    for (const places of [
      [7, 0, 3, 5],
      [-1, 8, 3, 5],
    ]) {
      expectSame({
        args: [
          ['f32', MATRIX],
          ['i32', [4, 1], places],
          ['f32', [4, 4]],
        ],
        result: ['f32', MATRIX],
        body: `%0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    ${name === null ? '' : `%1 = stablehlo.${name} %x, %y : tensor<f32>`}
    stablehlo.return ${name === null ? '%y' : '%1'} : tensor<f32>
  }) : (${f32}, tensor<4x1xi32>, tensor<4x4xf32>) -> ${f32}`,
      });
    }
  });

  it.each([0, 3, 100, -5])('%i that a slice starts at', (at) => {
    expectSame({
      args: [
        ['f32', MATRIX],
        ['i32', [], [at]],
        ['i32', [], [1]],
      ],
      result: ['f32', [2, 2]],
      body: `%0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 2] : (${f32}, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>`,
    });
    expectSame({
      args: [
        ['f32', MATRIX],
        ['i32', [], [at]],
        ['f32', [2, 4], [1000]],
      ],
      result: ['f32', MATRIX],
      body: `%z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %a, %c, %b, %z : (${f32}, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> ${f32}`,
    });
  });
});

describe('normalizations', () => {
  it('by given statistics', () => {
    expectSame({
      args: [
        ['f32', MATRIX],
        ['f32', [4], [1, 2, 4, 0.5]],
      ],
      result: ['f32', MATRIX],
      isExact: false,
      body: `%v = stablehlo.multiply %b, %b : tensor<4xf32>
  %0 = "stablehlo.batch_norm_inference"(%a, %b, %b, %b, %v) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (${f32}, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ${f32}`,
    });
  });

  it('by those of the whole batch', () => {
    expectSame({
      args: [
        ['f32', MATRIX],
        ['f32', [4], [1, 2, 4, 0.5]],
      ],
      result: ['f32', MATRIX],
      isExact: false,
      body: `%1:3 = "stablehlo.batch_norm_training"(%a, %b, %b) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (${f32}, tensor<4xf32>, tensor<4xf32>) -> (${f32}, tensor<4xf32>, tensor<4xf32>)
  %0 = stablehlo.negate %1#0 : ${f32}`,
    });
  });
});

describe('loops', () => {
  it.each(['', '{argument-types=main=input,parameter}'])(
    'whose body uses arguments, with options "%s"',
    (options) => {
      const program: Program = {
        args: [
          ['f32', [4, 4], [1, -1, 0, 2]],
          ['f32', [4, 4], [1, 0, -1]],
        ],
        result: ['f32', [4, 4]],
        body: `%zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %1:2 = stablehlo.while(%i = %zero, %h = %a) : tensor<i32>, tensor<4x4xf32>
  cond {
    %2 = stablehlo.compare LT, %i, %six, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.dot_general %h, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<4x4xf32>
  }
  %0 = stablehlo.negate %1#1 : tensor<4x4xf32>`,
      };
      const inputs = program.args.map(([kind, shape, numbers]) => filled(kind, shape, numbers!));
      for (const a of shardings(2)) {
        const { expected, actual } = executed(textOf(program, [a, '[{}, {}]']), inputs, options);
        expect(actual, a).toEqual(expected);
      }
    },
  );
});

it.each([
  ['[{"x"}, {}]', [5, 4], '0', '5', '"x" into 2 shards', 6],
  ['[{"x", "y"}, {}]', [6, 4], '0', '6', '"x", "y" into 4 shards', 8],
  ['[{}, {"y"}]', [4, 1], '1', '1', '"y" into 2 shards', 2],
])('refuses the sharding %s of %j', (sharding, shape, dim, size, split, padded) => {
  const program: Program = {
    args: [['f32', shape]],
    result: ['f32', shape],
    body: `%0 = stablehlo.abs %a : ${typeOf('f32', shape)}`,
  };
  const { actual } = executed(textOf(program, [sharding]), [filled('f32', shape, [1])]);
  expect(actual).toBe(
    `'func.func' op splits dimension ${dim} of argument 0 of '@main', of size ${size}, along ${split} of different sizes; pad the dimension to ${padded}, or split another one`,
  );
});
