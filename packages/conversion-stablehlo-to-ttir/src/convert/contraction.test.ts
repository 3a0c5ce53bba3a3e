import { filled, typeOf } from '@shardform/program-tests';
import type { ArrayKind } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { executed } from '../../tests/executed.ts';

/** Shapes with the dimensions that are reduced: odd ones, single elements, all dimensions, and none. */
const SHAPES: readonly (readonly [shape: readonly number[], dims: readonly number[]])[] = [
  [[7, 5], [1]],
  [
    [7, 5],
    [0, 1],
  ],
  [
    [1, 3, 1],
    [0, 2],
  ],
  [
    [2, 3, 1, 2, 2],
    [0, 3],
  ],
  [[5], []],
  [[], []],
];

/** Numbers beyond those that a shorter type starts a search for the greatest or the least with. */
const NUMBERS: Readonly<Record<string, readonly number[]>> = {
  f32: [3, -1.5, 200, -300.25, 0, 7],
  // Sums that neither format rounds.
  bf16: [3, -1, 16, -20, 0, 7],
  f16: [3, -1, 16, -20, 0, 7],
  i64: [-40_000, -41_000, 40_000, -50_000, 3, 41_000],
  i32: [-40_000, -41_000, 40_000, -50_000, 3, 41_000],
  i8: [3, -128, 127, -1, 0, 7],
  ui8: [130, 255, 200, 150, 140, 131],
  ui16: [130, 65_535, 200, 40_000, 140, 131],
  ui32: [130, 4_294_967_295, 200, 40_000, 140, 131],
};

const SIGNED_STARTS = ['0', '1', '127', '-128'];
const STARTS: Readonly<Record<string, readonly string[]>> = {
  f32: ['0.0', '1.0', '0xFF800000', '0x7F800000', '-3.0'],
  bf16: ['0.0', '1.0', '0xFF80', '0x7F80', '-3.0'],
  f16: ['0.0', '1.0', '0xFC00', '0x7C00', '-3.0'],
  i64: [...SIGNED_STARTS, '32767', '-32768', '9223372036854775807', '-9223372036854775808'],
  i32: [...SIGNED_STARTS, '32767', '-32768', '2147483647', '-2147483648'],
  i8: SIGNED_STARTS,
  ui8: ['0', '1', '127', '255'],
  ui16: ['0', '1', '32767', '65535'],
  ui32: ['0', '1', '2147483647', '4294967295'],
};

const reduction = (
  name: string,
  kind: string,
  start: string,
  [shape, dims]: (typeof SHAPES)[number],
): string => {
  const rest = shape.filter((_, d) => !dims.includes(d));
  const [from, to] = [typeOf(kind, shape), typeOf(kind, rest)];
  return `func.func @main(%x: ${from}) -> ${to} {
  %start = stablehlo.constant dense<${start}> : tensor<${kind}>
  %0 = stablehlo.reduce(%x init: %start) applies stablehlo.${name} across dimensions = [${dims.join(', ')}] : (${from}, tensor<${kind}>) -> ${to}
  return %0 : ${to}
}`;
};

describe.each(Object.keys(NUMBERS) as ArrayKind[])('reductions of %s', (kind) => {
  // Products of the numbers above would be beyond their formats.
  const small = kind.startsWith('u') ? [1, 2, 1, 1, 1] : [1, -2, 1, 1, -1, 1, 1];
  const cases = ['add', 'maximum', 'minimum', 'multiply'].flatMap((name) =>
    STARTS[kind]!.map((start) => [name, start] as const),
  );

  it.each(cases)('by %s from %s give the same numbers', (name, start) => {
    for (const form of SHAPES) {
      const inputs = [filled(kind, form[0], name === 'multiply' ? small : NUMBERS[kind]!)];
      const isEndless = start.startsWith('0x');
      // Infinity times numbers of either sign depends on the order.
      if (name === 'multiply' && isEndless) continue;
      const { expected, actual } = executed(reduction(name, kind, start, form), inputs);
      expect(actual, `of ${form[0].join('x')}`).toEqual(expected);
    }
  });
});

describe('reductions of truth values', () => {
  const cases = ['add', 'multiply', 'maximum', 'minimum', 'and', 'or'].flatMap((name) =>
    ['false', 'true'].map((start) => [name, start] as const),
  );

  it.each(cases)('by %s from %s give the same truth', (name, start) => {
    for (const form of SHAPES) {
      for (const numbers of [[0], [1], [1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0]]) {
        const inputs = [filled('i1', form[0], numbers)];
        const { expected, actual } = executed(reduction(name, 'i1', start, form), inputs);
        expect(actual, `of ${form[0].join('x')}`).toEqual(expected);
      }
    }
  });

  it('by exclusive or are refused', () => {
    const { actual } = executed(reduction('xor', 'i1', 'false', SHAPES[0]!), [filled('i1', [7, 5], [1, 0])]);
    expect(actual).toBe("failed to legalize operation 'stablehlo.reduce'");
  });
});

describe('contractions', () => {
  type Shape = readonly number[];
  const forms: readonly (readonly [title: string, lhs: Shape, rhs: Shape, dims: string, result: Shape])[] = [
    ['of matrices', [3, 5], [5, 2], 'contracting_dims = [1] x [0]', [3, 2]],
    ['of lines', [5], [5], 'contracting_dims = [0] x [0]', []],
    [
      'in batches that stand elsewhere',
      [2, 3, 5],
      [7, 2, 5],
      'batching_dims = [0] x [1], contracting_dims = [2] x [2]',
      [2, 3, 7],
    ],
    ['over two dimensions', [2, 3, 5, 1], [3, 5, 7], 'contracting_dims = [1, 2] x [0, 1]', [2, 1, 7]],
    ['over dimensions in another order', [2, 3, 5], [5, 3], 'contracting_dims = [1, 2] x [1, 0]', [2]],
    ['over nothing', [3], [2], 'contracting_dims = [] x []', [3, 2]],
    ['of a number', [], [2], 'contracting_dims = [] x []', [2]],
    [
      'of batches only',
      [2, 3],
      [3, 2],
      'batching_dims = [0, 1] x [1, 0], contracting_dims = [] x []',
      [2, 3],
    ],
    ['of single elements', [1, 1], [1, 1], 'contracting_dims = [1] x [0]', [1, 1]],
  ];
  const kinds: readonly (readonly [from: ArrayKind, to: ArrayKind])[] = [
    ['f32', 'f32'],
    ['bf16', 'bf16'],
    ['bf16', 'f32'],
    ['f16', 'f32'],
    ['i8', 'i8'],
    ['i8', 'i32'],
    ['ui8', 'ui8'],
    ['i32', 'i32'],
    ['i64', 'i64'],
  ];

  it.each(forms)('%s give the same numbers', (_, lhs, rhs, dims, result) => {
    for (const [from, to] of kinds) {
      const [left, right, made] = [typeOf(from, lhs), typeOf(from, rhs), typeOf(to, result)];
      const text = `func.func @main(%x: ${left}, %y: ${right}) -> ${made} {
  %0 = stablehlo.dot_general %x, %y, ${dims} : (${left}, ${right}) -> ${made}
  return %0 : ${made}
}`;
      const numbers =
        from === 'ui8'
          ? [
              [3, 5, 0],
              [2, 9],
            ]
          : [
              [3, -5, 0, 7],
              [-2, 9, 11],
            ];
      const inputs = [filled(from, lhs, numbers[0]!), filled(from, rhs, numbers[1]!)];
      const { expected, actual } = executed(text, inputs);
      expect(actual, `from ${from} to ${to}`).toEqual(expected);
    }
  });
});

describe('reductions of truth values that choose true or false', () => {
  /** As PyTorch/XLA writes `any` and `all`. */
  const chosen = (
    combine: string,
    start: boolean,
  ): string => `func.func @main(%x: tensor<3x4xi1>) -> tensor<3xi1> {
  %t = stablehlo.constant dense<true> : tensor<i1>
  %f = stablehlo.constant dense<false> : tensor<i1>
  %s = stablehlo.constant dense<${String(start)}> : tensor<i1>
  %0 = stablehlo.reduce(%x init: %s) across dimensions = [1] : (tensor<3x4xi1>, tensor<i1>) -> tensor<3xi1>
   reducer(%a: tensor<i1>, %b: tensor<i1>) {
    %1 = stablehlo.${combine} %a, %b : tensor<i1>
    %2 = stablehlo.select %1, %t, %f : tensor<i1>, tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }
  return %0 : tensor<3xi1>
}`;

  it.each([
    ['or', false],
    ['and', true],
  ] as const)('by %s are those of the operation', (combine, start) => {
    const numbers = [0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 1];
    const { expected, actual } = executed(chosen(combine, start), [filled('i1', [3, 4], numbers)]);
    expect(actual).toEqual(expected);
  });

  it('by another function are refused', () => {
    const { actual } = executed(chosen('xor', false), [filled('i1', [3, 4], [1])]);
    expect(actual).toBe("failed to legalize operation 'stablehlo.reduce'");
  });
});
