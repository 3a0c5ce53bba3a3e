import { filled, typeOf } from '@shardform/program-tests';
import { type ArrayKind, arrayOf, type NdArray } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { convertedText, executed } from '../../tests/executed.ts';

const KINDS: readonly ArrayKind[] = ['f32', 'bf16', 'f16', 'i64', 'i32', 'i8', 'ui8', 'i1'];

/** Numbers that tell places apart in most types. */
const counted = (kind: ArrayKind, shape: readonly number[], from = 0): NdArray =>
  filled(
    kind,
    shape,
    Array.from({ length: 101 }, (_, i) => (kind === 'i1' ? ((i * 7) % 3) % 2 : i + from)),
  );

/** An operation on the argument %a, in whose text `T` and `R` stand for its type and that of the result. */
interface Form {
  readonly title: string;
  readonly line: string;
  readonly shape: readonly number[];
  readonly result: readonly number[];
}

function program(kind: string, { line, shape, result }: Omit<Form, 'title'>, more = ''): string {
  const [from, to] = [typeOf(kind, shape), typeOf(kind, result)];
  return `func.func @main(%a: ${from}${more}) -> ${to} {
  ${line.replaceAll(/\bT\b/g, from).replaceAll(/\bR\b/g, to).replaceAll(/\bE\b/g, kind)}
  return %0 : ${to}
}`;
}

const moves: readonly Form[] = [
  { title: 'reshape', line: '%0 = stablehlo.reshape %a : (T) -> R', shape: [2, 3, 5], result: [5, 1, 6] },
  { title: 'reshape to a number', line: '%0 = stablehlo.reshape %a : (T) -> R', shape: [1, 1], result: [] },
  {
    title: 'transpose',
    line: '%0 = stablehlo.transpose %a, dims = [3, 0, 4, 2, 1] : (T) -> R',
    shape: [2, 1, 3, 5, 2],
    result: [5, 2, 2, 3, 1],
  },
  {
    title: 'transpose a number',
    line: '%0 = stablehlo.transpose %a, dims = [] : (T) -> R',
    shape: [],
    result: [],
  },
  {
    title: 'repeat dimensions of size one and new ones',
    line: '%0 = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (T) -> R',
    shape: [3, 1],
    result: [3, 2, 5],
  },
  {
    title: 'repeat dimensions in another order',
    line: '%0 = stablehlo.broadcast_in_dim %a, dims = [3, 0, 2] : (T) -> R',
    shape: [3, 2, 1],
    result: [2, 5, 7, 3],
  },
  {
    title: 'repeat a number',
    line: '%0 = stablehlo.broadcast_in_dim %a, dims = [] : (T) -> R',
    shape: [],
    result: [2, 3],
  },
  {
    title: 'keep a number',
    line: '%0 = stablehlo.broadcast_in_dim %a, dims = [] : (T) -> R',
    shape: [],
    result: [],
  },
  {
    title: 'reverse',
    line: '%0 = stablehlo.reverse %a, dims = [0, 2] : T',
    shape: [2, 3, 5],
    result: [2, 3, 5],
  },
  {
    title: 'reverse nothing',
    line: '%0 = stablehlo.reverse %a, dims = [] : T',
    shape: [2, 3],
    result: [2, 3],
  },
  {
    title: 'slice by steps',
    line: '%0 = stablehlo.slice %a [1:7:2, 0:5:3] : (T) -> R',
    shape: [7, 5],
    result: [3, 2],
  },
  {
    title: 'slice the last column',
    line: '%0 = stablehlo.slice %a [0:7, 4:5] : (T) -> R',
    shape: [7, 5],
    result: [7, 1],
  },
  {
    title: 'concatenate',
    line: '%0 = stablehlo.concatenate %a, %a, %a, dim = 1 : (T, T, T) -> R',
    shape: [2, 3],
    result: [2, 9],
  },
  {
    title: 'concatenate one',
    line: '%0 = stablehlo.concatenate %a, dim = 0 : (T) -> R',
    shape: [2, 3],
    result: [2, 3],
  },
];

it.each(moves)('elements that are moved are the same: $title', (form) => {
  for (const kind of KINDS) {
    const { expected, actual } = executed(program(kind, form), [counted(kind, form.shape)]);
    expect(actual, kind).toEqual(expected);
  }
});

describe('padding', () => {
  const numberOf = (kind: string): string => (kind === 'i1' ? 'true' : kind.includes('i') ? '3' : '2.5');
  const pad = (
    kind: string,
    shape: readonly number[],
    [low, high, interior]: readonly [
      low: readonly number[],
      high: readonly number[],
      interior: readonly number[],
    ],
    value = numberOf(kind),
  ): string => {
    const result = shape.map((size, d) => low[d]! + high[d]! + size + Math.max(size - 1, 0) * interior[d]!);
    const line = `%p = stablehlo.constant dense<${value}> : tensor<E>
  %0 = stablehlo.pad %a, %p, low = [${low.join(', ')}], high = [${high.join(', ')}], interior = [${interior.join(', ')}] : (T, tensor<E>) -> R`;
    return program(kind, { line, shape, result });
  };

  it.each([
    [
      'at the edges',
      [2, 3],
      [
        [1, 0],
        [0, 2],
        [0, 0],
      ],
    ],
    [
      'that cuts off',
      [3, 4],
      [
        [-1, 0],
        [2, -1],
        [0, 0],
      ],
    ],
    [
      'that cuts off on both sides',
      [5, 4],
      [
        [-1, -2],
        [-2, -1],
        [0, 0],
      ],
    ],
    [
      'in between',
      [3, 4],
      [
        [0, 0],
        [0, 0],
        [1, 2],
      ],
    ],
    [
      'in between and at the edges',
      [3, 4],
      [
        [0, 1],
        [1, -1],
        [1, 2],
      ],
    ],
    [
      'in between what is cut off',
      [3, 2],
      [
        [-2, 0],
        [-1, 0],
        [2, 0],
      ],
    ],
    [
      'in between single elements',
      [1, 3],
      [
        [0, 0],
        [0, 0],
        [1, 1],
      ],
    ],
    ['of a line', [5], [[2], [3], [0]]],
    [
      'by nothing',
      [2, 2],
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'of five dimensions',
      [1, 2, 1, 3, 2],
      [
        [1, 0, 0, 0, 2],
        [0, 0, 1, 0, 0],
        [0, 1, 0, 2, 0],
      ],
    ],
  ] as const)('%s', (_, shape, form) => {
    for (const kind of KINDS) {
      const { expected, actual } = executed(pad(kind, shape, form), [counted(kind, shape)]);
      expect(actual, kind).toEqual(expected);
    }
  });

  it.each([
    ['f32', '0xFF800000'],
    ['f32', '0x7FC00000'],
    ['f32', '-0.0'],
    ['bf16', '-3.0'],
    ['i32', '-2147483648'],
    ['i32', '16777216'],
    ['i64', '-9223372036854775808'],
    ['ui8', '255'],
    ['ui32', '4294967040'],
  ] as const)('of %s by %s', (kind, value) => {
    const { expected, actual } = executed(pad(kind, [3], [[1], [2], [1]], value), [counted(kind, [3])]);
    expect(actual).toEqual(expected);
  });

  it.each([
    ['i32', '16777217'],
    ['i32', '2147483647'],
    ['i64', '9223372036854775807'],
    ['ui32', '4294967295'],
  ])('of %s by %s, which f32 has not, is refused', (kind, value) => {
    expect(convertedText(pad(kind, [3], [[1], [2], [0]], value))).toBe(
      "failed to legalize operation 'stablehlo.pad'",
    );
  });

  it('by an argument is refused', () => {
    const text = program(
      'f32',
      {
        line: '%0 = stablehlo.pad %a, %p, low = [1], high = [0], interior = [0] : (T, tensor<f32>) -> R',
        shape: [3],
        result: [4],
      },
      ', %p: tensor<f32>',
    );
    expect(convertedText(text)).toBe("failed to legalize operation 'stablehlo.pad'");
  });
});

describe('slices at places that are known later', () => {
  /** Starts in both dimensions: inside, before the first and behind the last. */
  const starts: readonly (readonly [number, number])[] = [
    [0, 1],
    [-3, 100],
    [1, 2],
    [127, -1],
    [20, 0],
  ];
  const indexKinds: readonly ArrayKind[] = ['i32', 'i64', 'i8', 'ui8', 'ui32', 'i16'];
  const index = (kind: ArrayKind, at: number): NdArray =>
    filled(kind, [], [kind.startsWith('u') ? Math.abs(at) : at]);
  const numbers = (kind: ArrayKind): string => `, %i: tensor<${kind}>, %j: tensor<${kind}>`;

  it.each(indexKinds)('by indices of %s are read from inside', (kind) => {
    for (const sizes of [
      [120, 2],
      [2, 3],
      [140, 1],
      [1, 1],
      [140, 3],
    ]) {
      const line = `%0 = stablehlo.dynamic_slice %a, %i, %j, sizes = [${sizes.join(', ')}] : (T, tensor<${kind}>, tensor<${kind}>) -> R`;
      for (const at of starts) {
        const text = program('i32', { line, shape: [140, 3], result: sizes }, numbers(kind));
        const inputs = [counted('i32', [140, 3]), ...at.map((own) => index(kind, own))];
        const { expected, actual } = executed(text, inputs);
        expect(actual, `${sizes.join('x')} at ${at.join()}`).toEqual(expected);
      }
    }
  });

  it.each(indexKinds)('by indices of %s are written inside', (kind) => {
    for (const sizes of [
      [120, 2],
      [2, 3],
      [140, 1],
      [1, 1],
      [140, 3],
    ]) {
      const update = typeOf('i32', sizes);
      const line = `%0 = stablehlo.dynamic_update_slice %a, %u, %i, %j : (T, ${update}, tensor<${kind}>, tensor<${kind}>) -> R`;
      for (const at of starts) {
        const more = `${numbers(kind)}, %u: ${update}`;
        const text = program('i32', { line, shape: [140, 3], result: [140, 3] }, more);
        const written = counted('i32', sizes, 1000);
        const inputs = [counted('i32', [140, 3]), ...at.map((own) => index(kind, own)), written];
        const { expected, actual } = executed(text, inputs);
        expect(actual, `${sizes.join('x')} at ${at.join()}`).toEqual(expected);
      }
    }
  });

  it('by great indices without sign are moved to the end', () => {
    const line = '%0 = stablehlo.dynamic_slice %a, %i, sizes = [2] : (T, tensor<ui32>) -> R';
    const text = program('f32', { line, shape: [5], result: [2] }, ', %i: tensor<ui32>');
    const { expected, actual } = executed(text, [counted('f32', [5]), filled('ui32', [], [4_294_967_295])]);
    expect(actual).toEqual(expected);
  });

  it.each(KINDS)('of %s are written in batches and of numbers', (kind) => {
    const forms = [
      { shape: [2, 32, 8, 3], sizes: [2, 1, 8, 3], at: [0, 31, 0, 0] },
      { shape: [2, 5, 3], sizes: [2, 2, 3], at: [0, 9, 0] },
      { shape: [3, 1, 7], sizes: [1, 1, 2], at: [2, 0, 6] },
      { shape: [7], sizes: [3], at: [-1] },
      { shape: [], sizes: [], at: [] },
    ];
    for (const { shape, sizes, at } of forms) {
      const update = typeOf(kind, sizes);
      const names = at.map((_, d) => `%i${d}`);
      const more = [`%u: ${update}`, ...names.map((name) => `${name}: tensor<i32>`)];
      const types = ['T', update, ...at.map(() => 'tensor<i32>')].join(', ');
      const line = `%0 = stablehlo.dynamic_update_slice ${['%a', '%u', ...names].join(', ')} : (${types}) -> R`;
      const text = program(kind, { line, shape, result: shape }, `, ${more.join(', ')}`);
      const inputs = [
        counted(kind, shape),
        counted(kind, sizes, 11),
        ...at.map((own) => arrayOf('i32', [], [own])),
      ];
      const { expected, actual } = executed(text, inputs);
      expect(actual, shape.join('x')).toEqual(expected);
    }
  });
});
