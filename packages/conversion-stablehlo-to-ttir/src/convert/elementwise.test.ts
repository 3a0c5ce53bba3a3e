import { filled, typeOf } from '@shardform/program-tests';
import type { ArrayKind, NdArray } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { convertedText, executed } from '../../tests/executed.ts';

const FLOATS: readonly ArrayKind[] = ['f32', 'bf16', 'f16'];
const SIGNED: readonly ArrayKind[] = ['i64', 'i32', 'i16', 'i8'];
const INTEGERS: readonly ArrayKind[] = [...SIGNED, 'ui8', 'ui16', 'ui32'];
const NUMBERS_AND_TRUTH: readonly ArrayKind[] = [...FLOATS, ...INTEGERS, 'i1'];

/** Numbers at the edges of each type: those that formats have no next to, bounds, and what is none. */
const EDGES: Readonly<Record<string, readonly number[]>> = {
  f32: [0, -0, 1.5, -2.5, 0.49999997, 8388609, NaN, Infinity, -Infinity, 1e-3, -7, 130],
  bf16: [0, -0, 1.5, -2.5, 129, -131, NaN, Infinity, -Infinity, 0.125, -7, 3],
  f16: [0, -0, 1.5, -2.5, 1025, -1027, NaN, Infinity, -Infinity, 0.125, -7, 3],
  i64: [0, 1, -1, 2147483647, -2147483648, 16777217, 7, -7, 31, 63, 64, 3],
  i32: [0, 1, -1, 2147483647, -2147483648, 16777217, 7, -7, 31, 32, 33, 3],
  i16: [0, 1, -1, 32767, -32768, 5, 7, -7, 15, 16, 17, 3],
  i8: [0, 1, -1, 127, -128, 5, 7, -7, 8, 9, -3, 3],
  ui8: [0, 1, 255, 127, 128, 5, 7, 200, 8, 9, 31, 3],
  ui16: [0, 1, 255, 65535, 32768, 5, 7, 200, 8, 16, 17, 3],
  ui32: [0, 1, 4294967295, 2147483648, 16777217, 5, 7, 200, 31, 32, 33, 3],
  i1: [0, 1],
};

const edges = (kind: ArrayKind): NdArray => filled(kind, [EDGES[kind]!.length], EDGES[kind]!);

/** All pairs of edges, as two tensors. */
function pairs(kind: ArrayKind): readonly [NdArray, NdArray] {
  const numbers = EDGES[kind]!;
  const shape = [numbers.length ** 2];
  return [
    filled(
      kind,
      shape,
      numbers.flatMap((number) => numbers.map(() => number)),
    ),
    filled(kind, shape, numbers),
  ];
}

/** A program of one operation on arguments %a, %b and so on. */
function program(line: string, args: readonly NdArray[], result: string): string {
  const names = args.map(({ kind, shape }, i) => `%${'abc'[i]!}: ${typeOf(kind, shape)}`);
  const operands = args.map(({ kind, shape }) => typeOf(kind, shape)).join(', ');
  return `func.func @main(${names.join(', ')}) -> ${result} {
  %0 = ${line} : (${operands}) -> ${result}
  return %0 : ${result}
}`;
}

function expectSame(text: string, inputs: readonly NdArray[], message: string): void {
  const { expected, actual } = executed(text, inputs);
  expect(actual, message).toEqual(expected);
}

const refused = (name: string): string => `failed to legalize operation 'stablehlo.${name}'`;

describe('functions of one number', () => {
  const functions: readonly (readonly [name: string, kinds: readonly ArrayKind[]])[] = [
    ...['abs', 'negate', 'sign'].map((name) => [name, [...FLOATS, ...SIGNED]] as const),
    ...['cbrt', 'ceil', 'cosine', 'exponential', 'exponential_minus_one', 'floor'].map(
      (name) => [name, FLOATS] as const,
    ),
    ...['log', 'log_plus_one', 'logistic', 'rsqrt', 'sine', 'sqrt', 'tan', 'tanh'].map(
      (name) => [name, FLOATS] as const,
    ),
    ['round_nearest_even', FLOATS],
    ['round_nearest_afz', FLOATS],
    ['not', [...INTEGERS, 'i1']],
  ];

  it.each(functions)('%s', (name, kinds) => {
    for (const kind of kinds) {
      const input = edges(kind);
      expectSame(program(`"stablehlo.${name}"(%a)`, [input], typeOf(kind, input.shape)), [input], kind);
    }
  });

  it('is_finite', () => {
    for (const kind of FLOATS) {
      const input = edges(kind);
      expectSame(program('"stablehlo.is_finite"(%a)', [input], typeOf('i1', input.shape)), [input], kind);
    }
  });

  it('are the same for single numbers and in many dimensions', () => {
    for (const shape of [[], [1], [1, 1, 1, 1, 1], [2, 1, 3, 1, 2]]) {
      const input = filled('f32', shape, [-2.5, 0.5, 1.5]);
      const text = program('"stablehlo.round_nearest_afz"(%a)', [input], typeOf('f32', shape));
      expectSame(text, [input], shape.join('x'));
    }
  });

  it.each(['popcnt', 'count_leading_zeros'])('%s is refused', (name) => {
    const input = edges('i32');
    const text = program(`"stablehlo.${name}"(%a)`, [input], typeOf('i32', input.shape));
    expect(convertedText(text)).toBe(refused(name));
  });
});

describe('functions of two numbers', () => {
  const functions: readonly (readonly [name: string, kinds: readonly ArrayKind[]])[] = [
    ...['add', 'multiply', 'maximum', 'minimum'].map((name) => [name, NUMBERS_AND_TRUTH] as const),
    ...['subtract', 'divide', 'remainder', 'power'].map((name) => [name, [...FLOATS, ...INTEGERS]] as const),
    ['atan2', FLOATS],
    ...['and', 'or', 'xor'].map((name) => [name, [...INTEGERS, 'i1']] as const),
    ...['shift_left', 'shift_right_logical'].map((name) => [name, INTEGERS] as const),
    ['shift_right_arithmetic', ['i32']],
  ] as readonly (readonly [string, readonly ArrayKind[]])[];

  it.each(functions)('%s', (name, kinds) => {
    for (const kind of kinds) {
      const inputs = pairs(kind);
      const text = program(`"stablehlo.${name}"(%a, %b)`, inputs, typeOf(kind, inputs[0].shape));
      expectSame(text, inputs, kind);
    }
  });

  it.each(INTEGERS.filter((kind) => !['i32', 'i16', 'i8'].includes(kind)))(
    'arithmetic shifts of %s are refused',
    (kind) => {
      const inputs = pairs(kind);
      const text = program(
        '"stablehlo.shift_right_arithmetic"(%a, %b)',
        inputs,
        typeOf(kind, inputs[0].shape),
      );
      expect(convertedText(text)).toBe(refused('shift_right_arithmetic'));
    },
  );
});

describe('comparisons', () => {
  const compare = (direction: string, kind: ArrayKind, order: string): string => {
    const type = typeOf(kind, pairs(kind)[0].shape);
    const result = typeOf('i1', pairs(kind)[0].shape);
    return `func.func @main(%a: ${type}, %b: ${type}) -> ${result} {
  %0 = stablehlo.compare ${direction}, %a, %b, ${order} : (${type}, ${type}) -> ${result}
  return %0 : ${result}
}`;
  };
  const orderOf = (kind: ArrayKind): string =>
    FLOATS.includes(kind) ? 'FLOAT' : SIGNED.includes(kind) ? 'SIGNED' : 'UNSIGNED';

  it.each(['EQ', 'NE', 'LT', 'LE', 'GT', 'GE'])('by %s', (direction) => {
    for (const kind of NUMBERS_AND_TRUTH)
      expectSame(compare(direction, kind, orderOf(kind)), pairs(kind), kind);
  });

  /** Compares a number that was converted from bf16 with a constant. */
  const widened = (constant: string): string => `func.func @main(%a: tensor<12xbf16>) -> tensor<12xi1> {
  %w = stablehlo.convert %a : (tensor<12xbf16>) -> tensor<12xf32>
  %c = stablehlo.constant dense<${constant}> : tensor<12xf32>
  %0 = stablehlo.compare LE, %w, %c : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xi1>
  return %0 : tensor<12xi1>
}`;

  it('with a constant are those of the format before a conversion that has the constant', () => {
    for (const constant of ['0.0', '-2.5', '0x7F800000'])
      expect(convertedText(widened(constant))).toContain('"ttir.le"(%arg0, %');
    // 0.1 is none of bf16: the next number, 0.10009765625, is greater, and would be equal.
    for (const constant of ['0.1', '0x7FC00000'])
      expect(convertedText(widened(constant))).toContain(
        ': (tensor<12xf32>, tensor<12xf32>) -> tensor<12xi1>',
      );
    const numbers = filled('bf16', [12], [0.10009765625, 0, -2.5, NaN, Infinity, 0.0996]);
    for (const constant of ['0.1', '0.0', '-2.5', '0x7F800000'])
      expectSame(widened(constant), [numbers], constant);
  });

  it.each(['EQ', 'NE', 'LT', 'LE', 'GT', 'GE'])('by %s in the total order of floats', (direction) => {
    for (const kind of FLOATS) expectSame(compare(direction, kind, 'TOTALORDER'), pairs(kind), kind);
  });

  it('in the total order of floats are those of their bits, of which negative ones are turned around', () => {
    const text = convertedText(compare('LE', 'f32', 'TOTALORDER'));
    const names = [...text.matchAll(/"(ttir\.\w+)"/g)].map(([, name]) => name);
    const side = ['bitcast_convert', 'constant', 'constant', 'right_shift', 'bitwise_and', 'bitwise_xor'];
    expect(names).toEqual([...side, ...side, 'le'].map((name) => `ttir.${name}`));
  });
});

describe('conversions of types', () => {
  it.each(NUMBERS_AND_TRUTH)('of %s', (from) => {
    for (const to of NUMBERS_AND_TRUTH) {
      const input = edges(from);
      expectSame(program('"stablehlo.convert"(%a)', [input], typeOf(to, input.shape)), [input], to);
    }
  });
});

describe('choices', () => {
  it.each(NUMBERS_AND_TRUTH)('of %s, one by one or of all at once', (kind) => {
    for (const shape of [[], [1], [3, 5], [2, 1, 3, 1, 2]]) {
      const type = typeOf(kind, shape);
      for (const condition of [shape, []]) {
        const inputs = [
          filled('i1', condition, [1, 0, 0]),
          filled(kind, shape, EDGES[kind]!),
          filled(kind, shape, EDGES[kind]!.toReversed()),
        ];
        expectSame(program('"stablehlo.select"(%a, %b, %c)', inputs, type), inputs, type);
      }
    }
  });

  it.each([...FLOATS, ...INTEGERS])('within bounds of %s', (kind) => {
    for (const bounds of [[], [12]]) {
      const inputs = [filled(kind, bounds, [2]), edges(kind), filled(kind, bounds, [5])];
      expectSame(program('"stablehlo.clamp"(%a, %b, %c)', inputs, typeOf(kind, [12])), inputs, kind);
    }
  });
});

describe('counting', () => {
  it.each([...FLOATS, ...INTEGERS])('of %s along a dimension', (kind) => {
    const isShort = kind === 'i8' || kind === 'ui8';
    const forms: readonly (readonly [shape: readonly number[], dim: number])[] = [
      [[5], 0],
      [[1], 0],
      [[2, 3, 4], 1],
      [[2, 1, 3, 1, 2], 2],
      [isShort ? [127, 1] : [300, 1], 0],
    ];
    for (const [shape, dim] of forms) {
      const type = typeOf(kind, shape);
      const text = `func.func @main() -> ${type} {
  %0 = stablehlo.iota dim = ${dim} : ${type}
  return %0 : ${type}
}`;
      expectSame(text, [], type);
    }
  });
});

describe('digits', () => {
  const reduce = (
    kind: string,
    format: string,
  ): string => `func.func @main(%a: tensor<12x${kind}>) -> tensor<12x${kind}> {
  %0 = stablehlo.reduce_precision %a, format = ${format} : tensor<12x${kind}>
  return %0 : tensor<12x${kind}>
}`;

  it.each([
    ['f32', 'e8m23'],
    ['f32', 'e11m52'],
    ['bf16', 'e8m7'],
    ['bf16', 'e8m23'],
    ['f16', 'e5m10'],
  ] as const)('of %s are all kept by %s', (kind, format) => {
    expectSame(reduce(kind, format), [edges(kind)], format);
  });

  it.each([
    ['f32', 'e8m7'],
    ['f32', 'e5m23'],
    ['bf16', 'e5m10'],
    ['f16', 'e8m7'],
  ])('of %s are not cut off to %s', (kind, format) => {
    expect(convertedText(reduce(kind, format))).toBe(refused('reduce_precision'));
  });
});

describe('operations on the bits of booleans that became integers', () => {
  const text = (op: string, direction: string, second = '%arg1', zero = '%r, %zero'): string =>
    `func.func @main(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %zero = stablehlo.constant dense<0> : tensor<4xui8>
  %a = stablehlo.convert %arg0 : (tensor<4xi1>) -> tensor<4xui8>
  %b = stablehlo.convert ${second} : (tensor<4xi1>) -> tensor<4xui8>
  %r = stablehlo.${op} %a, %b : tensor<4xui8>
  %c = stablehlo.compare ${direction}, ${zero} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  return %c : tensor<4xi1>
}`;
  const booleans = [filled('i1', [4], [0, 0, 1, 1]), filled('i1', [4], [0, 1, 0, 1])];

  it.each(['and', 'or', 'xor'])('are logical when they are compared with zero: %s', (op) => {
    for (const zero of ['%r, %zero', '%zero, %r']) {
      const converted = convertedText(text(op, 'NE', '%arg1', zero));
      expect(converted).toContain(`"ttir.logical_${op}"(%arg0, %arg1)`);
      expect(converted).not.toContain('ttir.ne');
      expectSame(text(op, 'NE', '%arg1', zero), booleans, op);
    }
  });

  it('stay what they are for other comparisons', () => {
    expect(convertedText(text('or', 'EQ'))).toContain('ttir.bitwise_or');
    expectSame(text('or', 'EQ'), booleans, 'EQ');
  });
});
