import { filled, typeOf } from '@shardform/program-tests';
import { describe, expect, it } from 'vitest';
import { expectSame } from '../../tests/executed.ts';

const NUMBERS = [3, -1.5, 0.25, 7, -2.75, 1, 0.5, -8, 2];
const ALL = 'ttir-fusing{enable-permute-matmul-fusion=true ttnn-enable-conv2d-with-multiply-pattern=true}';
/** The library's functions have other roundings. */
const ROUNDING = 2 ** -18;

const full = (name: string, value: string, shape: readonly number[], kind = 'f32'): string =>
  `%${name} = "ttir.full"() <{shape = array<i32: ${shape.join(', ')}>, fill_value = ${value}}> : () -> ${typeOf(kind, shape)}`;

/** A function of the argument %x of `shape` that returns %r of the shape `to`. */
const program = (lines: string, shape: readonly number[], to = shape, kind = 'f32'): string =>
  `func.func @main(%x: ${typeOf(kind, shape)}) -> ${typeOf(kind, to)} {
${lines.replaceAll(/\bT\b/g, typeOf(kind, shape)).replaceAll(/\bR\b/g, typeOf(kind, to))}
  return %r : ${typeOf(kind, to)}
}`;

describe('bounds', () => {
  const bounded = (name: string, value: string): string =>
    program(
      `${full('c', value, [3, 3])}
  %m = "ttir.${name}"(%c, %x) : (T, T) -> T
  %r = "ttir.log"(%m) : (T) -> T`,
      [3, 3],
    );
  const input = filled('f32', [3, 3], NUMBERS);

  it('of zero are rectifiers', () => {
    expect(expectSame(bounded('maximum', '0.0 : f32'), ALL, [input])).toEqual(['relu', 'log']);
  });

  it.each(['1.0e-7', '-1.0e-7', '1.0e-12', '1.0e-38'])(
    'of %s are not: they keep logarithms finite',
    (least) => {
      expect(expectSame(bounded('maximum', `${least} : f32`), ALL, [input])).toContain('maximum');
    },
  );

  it.each([
    ['6.0', ['relu6']],
    ['6.00001', ['full', 'relu', 'minimum']],
    ['5.9999', ['full', 'relu', 'minimum']],
  ])('by zero and %s become %j', (most, made) => {
    const text = program(
      `${full('zero', '0.0 : f32', [3, 3])}
  ${full('six', `${most} : f32`, [3, 3])}
  %m = "ttir.maximum"(%x, %zero) : (T, T) -> T
  %r = "ttir.minimum"(%m, %six) : (T, T) -> T`,
      [3, 3],
    );
    expect(expectSame(text, ALL, [input])).toEqual(made);
  });

  it.each(['i32', 'i8'] as const)('of %s keep numbers of their type', (kind) => {
    const text = program(
      `${full('zero', '0 : i32', [3, 3], kind)}
  %r = "ttir.maximum"(%x, %zero) : (T, T) -> T`,
      [3, 3],
      [3, 3],
      kind,
    );
    expectSame(text, ALL, [filled(kind, [3, 3], [-128, 127, 0, 5])]);
  });
});

describe('means', () => {
  const scaled = (count: number, op: string, scale: string, kind = 'f32'): string =>
    program(
      `${full('c', scale, [2], kind)}
  %s = "ttir.sum"(%x) <{dim_arg = [1 : i32], keep_dim = false}> : (T) -> R
  %r = "ttir.${op}"(%s, %c) : (R, R) -> R`,
      [2, count],
      [2],
      kind,
    );

  it.each([
    [4096, 'multiply', '2.44140625e-4'],
    [49, 'multiply', '0.0204081628'],
    [7, 'multiply', '0.142857149'],
    [7, 'div', '7.0'],
    [4096, 'div', '4096.0'],
    [1, 'div', '1.0'],
  ])('of %i elements are what is scaled by %s with %s', (count, op, scale) => {
    const inputs = [filled('f32', [2, count], NUMBERS)];
    expect(expectSame(scaled(count, op, `${scale} : f32`), ALL, inputs, ROUNDING)).toEqual(['mean']);
  });

  it.each([
    [4096, 'multiply', '2.5e-4'],
    [4096, 'multiply', '3.3e-4'],
    [4096, 'multiply', '0.0'],
    [100_000, 'multiply', '2.0e-5'],
    [1000, 'div', '999.0'],
    [20_000, 'div', '20001.0'],
    [7, 'div', '-7.0'],
  ])('of %i elements are not what is scaled by %s with %s', (count, op, scale) => {
    const inputs = [filled('f32', [2, count], NUMBERS)];
    expect(expectSame(scaled(count, op, `${scale} : f32`), ALL, inputs)).toContain('sum');
  });

  it('of bf16 are scaled by rounded numbers', () => {
    const inputs = [filled('bf16', [2, 49], [1, 0.5, 2])];
    const names = expectSame(scaled(49, 'multiply', '0.0203857422 : f32', 'bf16'), ALL, inputs, 2 ** -7);
    expect(names).toEqual(['mean']);
  });

  it('of integers are quotients, which are cut off', () => {
    const inputs = [filled('i32', [2, 5], [-7, 3, -11, 2, 5, -100, 16_777_217])];
    expect(expectSame(scaled(5, 'div', '5 : i32', 'i32'), ALL, inputs)).toContain('div');
  });

  it.each([
    [[1, 2], true],
    [[1, 2], false],
    [[2, 1], true],
    [[0, 1], true],
    [[3], false],
  ])('over dimensions %j of images are the same', (dims, keeps) => {
    const shape = [2, 3, 5, 7];
    const to = keeps
      ? shape.map((size, d) => (dims.includes(d) ? 1 : size))
      : shape.filter((_, d) => !dims.includes(d));
    const list = dims.map((dim) => `${dim} : i32`).join(', ');
    const line = `%r = "ttir.mean"(%x) <{dim_arg = [${list}], keep_dim = ${keeps}}> : (T) -> R`;
    expectSame(program(line, shape, to), ALL, [filled('f32', shape, NUMBERS)], ROUNDING);
  });
});

describe('casts', () => {
  const squashed = (through: string): string => {
    const cast = (from: string, to: string, kinds: string): string =>
      `%${to} = "ttir.typecast"(%${from}) <{conservative_folding = false}> : (${kinds})`;
    return program(
      `${cast('x', 'i', 'T')} -> tensor<3x3x${through}>
  ${cast('i', 't', `tensor<3x3x${through}>`)} -> T
  %s = "ttir.sigmoid"(%t) : (T) -> T
  %r = "ttir.multiply"(%x, %s) : (T, T) -> T`,
      [3, 3],
    );
  };
  const input = filled('f32', [3, 3], NUMBERS);

  it('between floats are looked through', () => {
    expect(expectSame(squashed('bf16'), ALL, [input], ROUNDING)).toEqual(['silu']);
  });

  it.each(['i32', 'i8', 'i1'])('to %s and back are not: they cut off fractions', (kind) => {
    expect(expectSame(squashed(kind), ALL, [input])).toContain('multiply');
  });

  it('to integers of what a root mean square is of count', () => {
    const text = `func.func @main(%x: tensor<2x4xf32>, %g: tensor<4xf32>) -> tensor<2x4xf32> {
  %i = "ttir.typecast"(%x) <{conservative_folding = false}> : (tensor<2x4xf32>) -> tensor<2x4xi32>
  %t = "ttir.typecast"(%i) <{conservative_folding = false}> : (tensor<2x4xi32>) -> tensor<2x4xf32>
  ${full('e', '1.0e-5 : f32', [2, 1])}
  %q = "ttir.multiply"(%t, %t) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %m = "ttir.mean"(%q) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<2x4xf32>) -> tensor<2x1xf32>
  %s = "ttir.add"(%m, %e) : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %k = "ttir.rsqrt"(%s) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %b = "ttir.broadcast"(%k) <{broadcast_dimensions = array<i64: 1, 4>}> : (tensor<2x1xf32>) -> tensor<2x4xf32>
  %n = "ttir.multiply"(%x, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = "ttir.reshape"(%g) <{shape = [1 : i32, 4 : i32]}> : (tensor<4xf32>) -> tensor<1x4xf32>
  %w = "ttir.broadcast"(%1) <{broadcast_dimensions = array<i64: 2, 1>}> : (tensor<1x4xf32>) -> tensor<2x4xf32>
  %r = "ttir.multiply"(%n, %w) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}`;
    const inputs = [filled('f32', [2, 4], NUMBERS), filled('f32', [4], [1, 2, 0.5])];
    expect(expectSame(text, ALL, inputs)).not.toContain('rms_norm');
    const plain = text.replace('"ttir.multiply"(%t, %t)', '"ttir.multiply"(%x, %x)');
    expect(expectSame(plain, ALL, inputs, ROUNDING)).toContain('rms_norm');
  });

  it('from and to bf16 around a root mean square are part of it', () => {
    const text = `func.func @main(%x: tensor<2x4xbf16>, %g: tensor<4xf32>) -> tensor<2x4xRESULT> {
  %t = "ttir.typecast"(%x) <{conservative_folding = false}> : (tensor<2x4xbf16>) -> tensor<2x4xf32>
  ${full('e', '1.0e-5 : f32', [2, 1])}
  %q = "ttir.multiply"(%t, %t) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %m = "ttir.mean"(%q) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<2x4xf32>) -> tensor<2x1xf32>
  %s = "ttir.add"(%m, %e) : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %k = "ttir.rsqrt"(%s) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %b = "ttir.broadcast"(%k) <{broadcast_dimensions = array<i64: 1, 4>}> : (tensor<2x1xf32>) -> tensor<2x4xf32>
  %n = "ttir.multiply"(%t, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = "ttir.reshape"(%g) <{shape = [1 : i32, 4 : i32]}> : (tensor<4xf32>) -> tensor<1x4xf32>
  %w = "ttir.broadcast"(%1) <{broadcast_dimensions = array<i64: 2, 1>}> : (tensor<1x4xf32>) -> tensor<2x4xf32>
  %p = "ttir.multiply"(%n, %w) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %r = "ttir.typecast"(%p) <{conservative_folding = false}> : (tensor<2x4xf32>) -> tensor<2x4xRESULT>
  return %r : tensor<2x4xRESULT>
}`;
    const inputs = [filled('bf16', [2, 4], NUMBERS), filled('f32', [4], [1, 2, 0.5])];
    const namesTo = (kind: string): readonly string[] =>
      expectSame(text.replaceAll('RESULT', kind), ALL, inputs, 2 ** -8);
    expect(namesTo('bf16')).toEqual(['rms_norm']);
    expect(namesTo('f16')).not.toContain('rms_norm');
  });
});

describe('lengths', () => {
  const normalized = (size: number, scale: string): string =>
    program(
      `${full('scale', `${scale} : f32`, [2, size])}
  %q = "ttir.multiply"(%x, %x) : (T, T) -> T
  %s = "ttir.sum"(%q) <{dim_arg = [1 : i32], keep_dim = true}> : (T) -> tensor<2x1xf32>
  %l = "ttir.sqrt"(%s) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %b = "ttir.broadcast"(%l) <{broadcast_dimensions = array<i64: 1, ${size}>}> : (tensor<2x1xf32>) -> T
  %d = "ttir.div"(%x, %b) : (T, T) -> T
  %r = "ttir.multiply"(%d, %scale) : (T, T) -> T`,
      [2, size],
    );

  it.each([
    [64, '8.0', true],
    [5, '2.23606801', true],
    [64, '7.9', false],
    [64, '8.1', false],
    [1000, '32.0', false],
  ])('of %i elements times %s: root mean square is %s', (size, scale, isFused) => {
    const names = expectSame(normalized(size, scale), ALL, [filled('f32', [2, size], NUMBERS)], ROUNDING);
    expect(names.includes('rms_norm')).toBe(isFused);
  });
});

describe('products with a shared first operand', () => {
  /** Three sums of a product with a bias; biases have the given shapes. */
  const sums = (shapes: readonly string[]): string => {
    const args = shapes.map((shape, i) => `%w${i}: tensor<3x4xf32>, %b${i}: tensor<${shape}xf32>`);
    const lines = shapes.map(
      (
        shape,
        i,
      ) => `  %m${i} = "ttir.matmul"(%x, %w${i}) : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  %r${i} = "ttir.add"(%m${i}, %b${i}) : (tensor<4x4xf32>, tensor<${shape}xf32>) -> tensor<4x4xf32>`,
    );
    const types = shapes.map(() => 'tensor<4x4xf32>').join(', ');
    return `func.func @main(%x: tensor<4x3xf32>, ${args.join(', ')}) -> (${types}) {
${lines.join('\n')}
  return ${shapes.map((_, i) => `%r${i}`).join(', ')} : ${types}
}`;
  };
  const inputs = (shapes: readonly string[]) => [
    filled('f32', [4, 3], NUMBERS),
    ...shapes.flatMap((shape, i) => [
      filled('f32', [3, 4], NUMBERS.slice(i)),
      filled('f32', shape.split('x').map(Number), NUMBERS.slice(i + 3)),
    ]),
  ];
  const linears = (names: readonly string[]): number => names.filter((name) => name === 'linear').length;

  it.each(['4', '1x4', '4x4'])('and biases of %s are one', (shape) => {
    const shapes = [shape, shape, shape];
    expect(linears(expectSame(sums(shapes), ALL, inputs(shapes)))).toBe(1);
  });

  it.each([[['1', '1', '1']], [['1x1', '1x1', '1x1']], [['4x1', '4x1', '4x1']], [['4', '1x4', '4x4']]])(
    'and biases of %j stay three',
    (shapes) => {
      expect(linears(expectSame(sums(shapes), ALL, inputs(shapes)))).toBe(3);
    },
  );

  it('are joined as far as their biases are alike', () => {
    const shapes = ['4', '4', '1'];
    expect(linears(expectSame(sums(shapes), ALL, inputs(shapes)))).toBe(2);
  });

  it('are one for those whose biases are alike', () => {
    const shapes = ['4', '1', '4', '4', '4x4'];
    expect(linears(expectSame(sums(shapes), ALL, inputs(shapes)))).toBe(3);
  });
});

describe('factors of convolutions', () => {
  const PARAMETER = '{ttcore.argument_type = #ttcore.argument_type<parameter>}';
  const common = 'stride = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>';

  it.each([1, 2])('in %i groups move into the weights', (groups) => {
    const [weight, image] = [`tensor<6x${4 / groups}x3x3xf32>`, 'tensor<1x4x4x4xf32>'];
    const text = `func.func @main(%x: ${image}, %w: ${weight} ${PARAMETER}, %s: tensor<1x1x1x6xf32> ${PARAMETER}) -> tensor<1x2x2x6xf32> {
  %0 = "ttir.conv2d"(%x, %w) <{${common}, groups = ${groups} : i32}> : (${image}, ${weight}) -> tensor<1x2x2x6xf32>
  %1 = "ttir.multiply"(%0, %s) : (tensor<1x2x2x6xf32>, tensor<1x1x1x6xf32>) -> tensor<1x2x2x6xf32>
  return %1 : tensor<1x2x2x6xf32>
}`;
    const inputs = [
      filled('f32', [1, 4, 4, 4], NUMBERS),
      filled('f32', [6, 4 / groups, 3, 3], NUMBERS),
      filled('f32', [1, 1, 1, 6], [2, 3, -1, 0.5, 4, 8]),
    ];
    expect(expectSame(text, ALL, inputs, ROUNDING).at(-1)).toBe('conv2d');
  });

  it.each([1, 2])('of transposed ones in %i groups are of the right channels', (groups) => {
    const [weight, image] = [`tensor<4x${6 / groups}x3x3xf32>`, 'tensor<1x4x4x4xf32>'];
    const text = `func.func @main(%x: ${image}, %w: ${weight} ${PARAMETER}, %s: tensor<1x1x1x6xf32> ${PARAMETER}) -> tensor<1x6x6x6xf32> {
  %0 = "ttir.conv_transpose2d"(%x, %w) <{${common}, output_padding = array<i32: 0, 0>, groups = ${groups} : i32}> : (${image}, ${weight}) -> tensor<1x6x6x6xf32>
  %1 = "ttir.multiply"(%0, %s) : (tensor<1x6x6x6xf32>, tensor<1x1x1x6xf32>) -> tensor<1x6x6x6xf32>
  return %1 : tensor<1x6x6x6xf32>
}`;
    const inputs = [
      filled('f32', [1, 4, 4, 4], NUMBERS),
      filled('f32', [4, 6 / groups, 3, 3], NUMBERS),
      filled('f32', [1, 1, 1, 6], [2, 3, -1, 0.5, 4, 8]),
    ];
    expectSame(text, ALL, inputs, ROUNDING);
  });
});

describe('slices of products', () => {
  const sliced = (
    begins: readonly number[],
    ends: readonly number[],
    steps: readonly number[],
    flags: string,
  ): string => {
    const isFlipped = [/transpose_a = true/, /transpose_b = true/].map((flag) => flag.test(flags));
    const [a, b] = [
      isFlipped[0] ? 'tensor<5x7xf32>' : 'tensor<7x5xf32>',
      isFlipped[1] ? 'tensor<6x5xf32>' : 'tensor<5x6xf32>',
    ];
    const to = begins.map((begin, d) => {
      const size = [7, 6][d]!;
      const counted = (place: number): number => (place < 0 ? place + size : place);
      return Math.ceil((counted(ends[d]!) - counted(begin)) / steps[d]!);
    });
    const list = (numbers: readonly number[]): string => numbers.map((n) => `${n} : i32`).join(', ');
    return `func.func @main(%a: ${a}, %b: ${b}) -> ${typeOf('f32', to)} {
  %0 = "ttir.matmul"(%a, %b) <{${flags}}> : (${a}, ${b}) -> tensor<7x6xf32>
  %1 = "ttir.slice_static"(%0) <{begins = [${list(begins)}], ends = [${list(ends)}], step = [${list(steps)}]}> : (tensor<7x6xf32>) -> ${typeOf('f32', to)}
  return %1 : ${typeOf('f32', to)}
}`;
  };

  it.each([
    [[0, 2], [7, 5], [1, 1], true],
    [[1, 0], [6, 6], [2, 1], true],
    [[-3, 0], [7, 6], [1, 1], true],
    [[0, 0], [7, 6], [1, 4], true],
    [[1, 1], [6, 5], [1, 1], false],
  ])('from %j to %j by %j: an operand is sliced is %s', (begins, ends, steps, isMoved) => {
    for (const a of [false, true])
      for (const b of [false, true]) {
        const text = sliced(begins, ends, steps, `transpose_a = ${a}, transpose_b = ${b}`);
        const inputs = [
          filled('f32', a ? [5, 7] : [7, 5], NUMBERS),
          filled('f32', b ? [6, 5] : [5, 6], NUMBERS),
        ];
        const names = expectSame(text, ALL, inputs);
        expect(names.at(-1)).toBe(isMoved ? 'matmul' : 'slice_static');
      }
  });
});
