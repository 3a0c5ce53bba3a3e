import { filled, typeOf } from '@shardform/program-tests';
import type { ArrayKind } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { expectSame } from '../../tests/executed.ts';

const PASS = 'ttir-to-ttir-decomposition';
const KINDS: readonly ArrayKind[] = ['f32', 'bf16', 'i32', 'i8', 'ui8', 'i1'];
/** Numbers that tell places apart, and are in all types. */
const COUNTED = Array.from({ length: 101 }, (_, i) => (i * 37) % 101);

/** An operation on %a, whose text has T for its type and R for the type of the result. */
interface Form {
  readonly title: string;
  readonly op: string;
  readonly shape: readonly number[];
  readonly result: readonly number[];
}

const program = (kind: string, { op, shape, result }: Form, made = kind): string => {
  const [from, to] = [typeOf(kind, shape), typeOf(made, result)];
  return `func.func @main(%a: ${from}) -> ${to} {
  %0 = ${op} : (${from}) -> ${to}
  return %0 : ${to}
}`;
};
const list = (numbers: readonly number[]): string => numbers.map((number) => `${number} : i32`).join(', ');

const moves: readonly Form[] = [
  ...[
    [0, 7, 2, 4],
    [-5, -1, 1, 4],
    [1, 2, 3, 1],
    [6, 7, 1, 1],
  ].map(([begin, end, step, size]) => ({
    title: `the elements from ${begin} to ${end} by ${step}`,
    op: `"ttir.index"(%a) <{dim = 1 : i32, begin = ${begin} : i32, end = ${end} : i32, step = ${step} : i32}>`,
    shape: [3, 7, 2],
    result: [3, size!, 2],
  })),
  ...[
    [0, 2, 4, 4],
    [1, 3, 3, 6],
    [0, 7, 0, 7],
    [2, 1, 0, 1],
  ].map(([begin, length, stride, size]) => ({
    title: `${length} elements every ${stride} from ${begin}`,
    op: `"ttir.index_select"(%a) <{dim = -2 : si32, begin = ${begin} : si32, length = ${length} : si32, stride = ${stride} : si32}>`,
    shape: [3, 7, 2],
    result: [3, size!, 2],
  })),
  ...[[0], [1], [2, 0], [0, 1, 2]].map((dims) => ({
    title: `the elements in reverse along ${dims.join(' and ')}`,
    op: `"ttir.reverse"(%a) <{dimensions = array<i64: ${dims.join(', ')}>}>`,
    shape: [3, 5, 2],
    result: [3, 5, 2],
  })),
  {
    title: 'a line in reverse',
    op: '"ttir.reverse"(%a) <{dimensions = array<i64: 0>}>',
    shape: [7],
    result: [7],
  },
  ...[
    [-1, 0, 0, 0],
    [-1, 1, 2, -2],
    [0, -2, -1, -1],
    [1, 0, 0, 3],
  ].map((padding) => ({
    title: `the elements padded by ${padding.join(', ')}`,
    op: `"ttir.pad"(%a) <{padding = array<i32: ${padding.join(', ')}>, value = 1.0 : f32}>`,
    shape: [4, 5],
    result: [4 + padding[0]! + padding[1]!, 5 + padding[2]! + padding[3]!],
  })),
];

describe('moves give', () => {
  it.each(moves)('$title', (form) => {
    for (const kind of KINDS) {
      const input = filled(kind, form.shape, kind === 'i1' ? COUNTED.map((n) => n % 2) : COUNTED);
      expectSame(program(kind, form), PASS, [input]);
    }
  });
});

describe('counting', () => {
  it.each([
    [[5], 0, 0, 5, 1],
    [[3, 5], 1, 2, 12, 2],
    [[3, 1, 2], 0, 7, 1, -2],
    [[1], 0, 3, 4, 1],
    [[2, 3, 1, 5], 3, -5, 0, 1],
  ])('in %j along dimension %i from %i to %i by %i', (shape, dim, start, end, step) => {
    for (const kind of ['f32', 'bf16', 'i32'] as const) {
      const type = typeOf(kind, shape);
      const text = `func.func @main() -> ${type} {
  %0 = "ttir.arange"() <{start = ${start} : si64, end = ${end} : si64, step = ${step} : si64, arange_dimension = ${dim} : i64}> : () -> ${type}
  return %0 : ${type}
}`;
      expectSame(text, PASS, []);
    }
  });
});

describe('reductions', () => {
  const shape = [2, 3, 1, 5];
  const sets = [[0], [3], [0, 1], [1, 3], [0, 2, 3], [0, 1, 2, 3], [-1], [-1, 0], [2]];
  const form = (name: string, dims: readonly number[], keeps: boolean): Form => {
    const reduced = dims.map((dim) => (dim + 4) % 4);
    return {
      title: '',
      op: `"ttir.${name}"(%a) <{dim_arg = [${list(dims)}], keep_dim = ${keeps}}>`,
      shape,
      result: shape.flatMap((size, d) => (reduced.includes(d) ? (keeps ? [1] : []) : [size])),
    };
  };

  it.each(sets)('by products over %j and %j', (...dims) => {
    for (const keeps of [true, false]) {
      for (const kind of ['f32', 'bf16', 'i32'] as const)
        expectSame(program(kind, form('prod', dims, keeps)), PASS, [
          filled(kind, shape, [1, -2, 1, 1, -1, 2, 1]),
        ]);
    }
  });

  it.each(sets)('to the place of the greatest over %j and %j', (...dims) => {
    for (const keeps of [true, false]) {
      for (const kind of ['f32', 'bf16', 'i32'] as const)
        expectSame(program(kind, form('argmax', dims, keeps), 'i32'), PASS, [
          filled(kind, shape, [3, 7, -7, 7, 0, 5]),
        ]);
    }
  });

  it.each(['reduce_or', 'reduce_and'])('of truth values by %s', (name) => {
    for (const dims of sets) {
      for (const keeps of [true, false]) {
        for (const numbers of [[0], [1], [1, 0, 1], [1, 1, 1, 1, 1, 1, 1, 0]])
          expectSame(program('i1', form(name, dims, keeps)), PASS, [filled('i1', shape, numbers)]);
      }
    }
  });
});

describe('contractions', () => {
  type Dims = readonly [
    lhsBatch: readonly number[],
    rhsBatch: readonly number[],
    lhs: readonly number[],
    rhs: readonly number[],
  ];
  const forms: readonly (readonly [
    lhs: readonly number[],
    rhs: readonly number[],
    dims: Dims,
    result: readonly number[],
  ])[] = [
    [
      [3, 5],
      [5, 2],
      [[], [], [1], [0]],
      [3, 2],
    ],
    [[5], [5], [[], [], [0], [0]], []],
    [[3], [2], [[], [], [], []], [3, 2]],
    [
      [2, 3, 5],
      [7, 2, 5],
      [[0], [1], [2], [2]],
      [2, 3, 7],
    ],
    [
      [5, 3, 2],
      [2, 5, 7],
      [[2], [0], [0], [1]],
      [2, 3, 7],
    ],
    [
      [2, 3],
      [3, 2],
      [[0, 1], [1, 0], [], []],
      [2, 3],
    ],
    [
      [4, 2],
      [2, 4, 3],
      [[0], [1], [1], [0]],
      [4, 3],
    ],
    [
      [2, 4, 3],
      [4, 2],
      [[1], [0], [0], [1]],
      [4, 3],
    ],
    [
      [2, 3, 5, 1],
      [3, 5, 7],
      [[], [], [1, 2], [0, 1]],
      [2, 1, 7],
    ],
    [[2, 3, 5], [5, 3], [[], [], [1, 2], [1, 0]], [2]],
    [
      [1, 1, 1],
      [1, 1],
      [[0], [1], [2], [0]],
      [1, 1],
    ],
  ];

  it.each(forms)('of %j and %j over %j', (lhs, rhs, [lhsBatch, rhsBatch, lhsDims, rhsDims], result) => {
    const dims = (name: string, numbers: readonly number[]): string =>
      `${name} = array<i64${numbers.length === 0 ? '' : ': '}${numbers.join(', ')}>`;
    const attrs = [
      dims('batch_dims_lhs', lhsBatch),
      dims('batch_dims_rhs', rhsBatch),
      dims('contract_dims_lhs', lhsDims),
      dims('contract_dims_rhs', rhsDims),
    ].join(', ');
    for (const kind of ['f32', 'bf16', 'i32'] as const) {
      const [a, b, to] = [typeOf(kind, lhs), typeOf(kind, rhs), typeOf(kind, result)];
      const text = `func.func @main(%a: ${a}, %b: ${b}) -> ${to} {
  %0 = "ttir.dot_general"(%a, %b) <{${attrs}}> : (${a}, ${b}) -> ${to}
  return %0 : ${to}
}`;
      const inputs = [filled(kind, lhs, [3, -5, 2, 7]), filled(kind, rhs, [-2, 1, 4])];
      expect(expectSame(text, PASS, inputs)).not.toContain('dot_general');
    }
  });
});

describe('elements that are written', () => {
  const shape = [3, 5, 1, 2];
  const forms = [0, 1, 2, 3, -1, -3].flatMap((dim) =>
    ['invalid', 'sum', 'prod', 'max', 'min'].map((reduce) => [dim, reduce] as const),
  );

  it.each(forms)('along dimension %i by %s', (dim, reduce) => {
    const at = (dim + 4) % 4;
    const places = shape.with(at, Math.min(shape[at]!, 4));
    for (const kind of ['f32', 'i32'] as const) {
      const [from, index, update] = [typeOf(kind, shape), typeOf('i32', places), typeOf(kind, places)];
      const text = `func.func @main(%a: ${from}, %i: ${index}, %u: ${update}) -> ${from} {
  %0 = "ttir.scatter"(%a, %i, %u) <{dim = ${dim} : i32, scatter_reduce_type = #ttcore.reduce_type<${reduce}>}> : (${from}, ${index}, ${update}) -> ${from}
  return %0 : ${from}
}`;
      // The places along the dimension differ where the last one written would count.
      const stride = places.slice(at + 1).reduce((all, size) => all * size, 1);
      const count = places.reduce((all, size) => all * size, 1);
      const indices = Array.from({ length: count }, (_, i) => {
        const place = Math.floor(i / stride) % places[at]!;
        return reduce === 'invalid' ? shape[at]! - 1 - place : (place * 3) % shape[at]!;
      });
      expectSame(text, PASS, [
        filled(kind, shape, [2, -1, 3]),
        filled('i32', places, indices),
        filled(kind, places, [4, 7, -5, 1, 2, 3, 9]),
      ]);
    }
  });
});
