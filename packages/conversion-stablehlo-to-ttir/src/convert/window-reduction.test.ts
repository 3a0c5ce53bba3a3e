import { filled, typeOf } from '@shardform/program-tests';
import type { ArrayKind } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { convertedText, executed } from '../../tests/executed.ts';

/** A window of sizes over a tensor, its strides, its padding as low and high pairs, and its dilations. */
interface Form {
  readonly title: string;
  readonly shape: readonly number[];
  readonly sizes: readonly number[];
  readonly strides?: readonly number[];
  readonly padding?: readonly (readonly [low: number, high: number])[];
  readonly dilations?: readonly number[];
}

const NONE = [0, 0] as const;
const REFUSED = "failed to legalize operation 'stablehlo.reduce_window'";

/** The text of a window's attributes with the shape of the result. */
function windowOf({ shape, sizes, ...rest }: Form): { readonly attrs: string; readonly made: number[] } {
  const { strides = sizes.map(() => 1), dilations = sizes.map(() => 1) } = rest;
  const { padding = sizes.map(() => NONE) } = rest;
  const made = shape.map((size, d) => {
    const extent = (sizes[d]! - 1) * dilations[d]! + 1;
    return Math.floor((size + padding[d]![0] + padding[d]![1] - extent) / strides[d]!) + 1;
  });
  const pairs = padding.map(([low, high]) => `[${low}, ${high}]`).join(', ');
  const list = (numbers: readonly number[]): string => `array<i64: ${numbers.join(', ')}>`;
  const attrs = [
    `padding = dense<[${pairs}]> : tensor<${padding.length}x2xi64>`,
    `window_dimensions = ${list(sizes)}`,
    `window_strides = ${list(strides)}`,
    ...(rest.dilations === undefined ? [] : [`window_dilations = ${list(dilations)}`]),
  ];
  return { attrs: attrs.join(', '), made };
}

function reduction(name: string, kind: string, start: string, form: Form): string {
  const { attrs, made } = windowOf(form);
  const [from, to] = [typeOf(kind, form.shape), typeOf(kind, made)];
  return `func.func @main(%x: ${from}) -> ${to} {
  %start = stablehlo.constant dense<${start}> : tensor<${kind}>
  %0 = "stablehlo.reduce_window"(%x, %start) <{${attrs}}> ({
  ^bb0(%a: tensor<${kind}>, %b: tensor<${kind}>):
    %1 = stablehlo.${name} %a, %b : tensor<${kind}>
    stablehlo.return %1 : tensor<${kind}>
  }) : (${from}, tensor<${kind}>) -> ${to}
  return %0 : ${to}
}`;
}

const STARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  f32: { add: '0.0', multiply: '1.0', maximum: '0xFF800000', minimum: '0x7F800000' },
  bf16: { add: '0.0', multiply: '1.0', maximum: '0xFF80', minimum: '0x7F80' },
  i32: { add: '0', multiply: '1', maximum: '-2147483648', minimum: '2147483647' },
  i8: { add: '0', multiply: '1', maximum: '-128', minimum: '127' },
  ui8: { add: '0', multiply: '1', maximum: '0', minimum: '255' },
};
const KINDS = Object.keys(STARTS) as ArrayKind[];

const numbersFor = (name: string, kind: string): readonly number[] => {
  if (name === 'multiply') return kind === 'ui8' ? [1, 2, 1] : [1, -2, 1, 1];
  return kind === 'ui8' ? [3, 7, 0, 11, 5] : [-3, -7, -1, -11, -5, -2];
};

describe('running sums of exponentials', () => {
  const body = `^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.maximum %x, %y : tensor<f32>
    %d = stablehlo.subtract %x, %y : tensor<f32>
    %n = stablehlo.compare NE, %d, %d, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.add %x, %y : tensor<f32>
    %b = stablehlo.abs %d : tensor<f32>
    %g = stablehlo.negate %b : tensor<f32>
    %e = stablehlo.exponential %g : tensor<f32>
    %l = stablehlo.log_plus_one %e : tensor<f32>
    %t = stablehlo.add %m, %l : tensor<f32>
    %r = stablehlo.select %n, %s, %t : tensor<i1>, tensor<f32>`;
  const program = (result: string): string => `func.func @main(%a: tensor<2x5xf32>) -> tensor<2x5xf32> {
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %c) <{padding = dense<[[0, 0], [0, 4]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 5>, window_strides = array<i64: 1, 1>}> ({
    ${body}
    stablehlo.return ${result} : tensor<f32>
  }) : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}`;
  const numbers = [-Infinity, -Infinity, 3, -80, 90, 0, 0.5, -1, 2, -2];

  it('as JAX writes them give the same numbers', () => {
    const { expected, actual } = executed(program('%r'), [filled('f32', [2, 5], numbers)]);
    if (typeof actual === 'string') throw new Error(actual);
    for (const [i, number] of expected[0]!.elements.entries())
      expect(actual[0]!.elements[i]).toBeCloseTo(Number(number), 5);
    expect(convertedText(program('%r'))).toContain(
      '"ttir.cumulative"(%arg0) <{dim = 1 : i64, reduction = #ttcore.reduce_type<logsumexp>, reverse = true}>',
    );
  });

  it('are no sums of anything else', () => {
    expect(convertedText(program('%l'))).not.toContain('ttir.cumulative');
  });
});

describe('running reductions', () => {
  const along = (shape: readonly number[], dim: number, isReverse: boolean): Form => {
    const length = shape[dim]!;
    const padded: readonly [number, number] = isReverse ? [0, length - 1] : [length - 1, 0];
    return {
      title: '',
      shape,
      sizes: shape.map((_, d) => (d === dim ? length : 1)),
      padding: shape.map((_, d) => (d === dim ? padded : NONE)),
    };
  };
  const lines: readonly (readonly [shape: readonly number[], dim: number])[] = [
    [[5], 0],
    [[3, 7], 1],
    [[3, 7], 0],
    [[2, 1, 3, 2, 5], 3],
    [[8, 1], 0],
  ];

  it.each(['add', 'multiply', 'maximum', 'minimum'])('by %s give the same numbers', (name) => {
    for (const kind of KINDS) {
      for (const [shape, dim] of lines) {
        const text = reduction(name, kind, STARTS[kind]![name]!, along(shape, dim, false));
        const { expected, actual } = executed(text, [filled(kind, shape, numbersFor(name, kind))]);
        expect(actual, `${kind} of ${shape.join('x')}`).toEqual(expected);
      }
    }
  });

  it.each(['add', 'multiply', 'maximum', 'minimum'])('by %s from the end give the same numbers', (name) => {
    for (const kind of KINDS) {
      for (const [shape, dim] of lines) {
        const text = reduction(name, kind, STARTS[kind]![name]!, along(shape, dim, true));
        const { expected, actual } = executed(text, [filled(kind, shape, numbersFor(name, kind))]);
        expect(actual, `${kind} of ${shape.join('x')}`).toEqual(expected);
      }
    }
  });

  it.each([
    ['maximum', '-128'],
    ['maximum', '-32768'],
    ['minimum', '127'],
    ['minimum', '32767'],
    ['add', '1'],
    ['multiply', '0'],
  ])('by %s of i32 from %s are refused', (name, start) => {
    const text = reduction(name, 'i32', start, along([3, 7], 1, false));
    expect(executed(text, [filled('i32', [3, 7], [-40_000, 40_000, 3])]).actual).toBe(REFUSED);
  });
});

describe('windows', () => {
  const forms: readonly Form[] = [
    { title: 'of two dimensions', shape: [3, 7], sizes: [2, 3], strides: [1, 2], padding: [NONE, [1, 0]] },
    {
      title: 'with the channels last',
      shape: [2, 5, 7, 3],
      sizes: [1, 2, 3, 1],
      strides: [1, 2, 2, 1],
      padding: [NONE, [1, 0], [1, 1], NONE],
    },
    {
      title: 'with the channels before, padded on one side',
      shape: [2, 3, 5, 7],
      sizes: [1, 1, 2, 3],
      strides: [1, 1, 1, 3],
      padding: [NONE, NONE, [0, 1], [2, 2]],
    },
    {
      title: 'with holes, padded more than half of them',
      shape: [2, 3, 5, 7],
      sizes: [1, 1, 2, 3],
      padding: [NONE, NONE, [0, 1], [3, 0]],
      dilations: [1, 1, 2, 2],
    },
    {
      title: 'of one element with steps',
      shape: [1, 3, 5, 7],
      sizes: [1, 1, 1, 1],
      strides: [1, 1, 2, 2],
    },
    { title: 'of a line', shape: [9], sizes: [4], strides: [2], padding: [[1, 2]] },
    {
      title: 'of lines with the channels last',
      shape: [2, 9, 3],
      sizes: [1, 4, 1],
      strides: [1, 2, 1],
      padding: [NONE, [1, 2], NONE],
    },
    { title: 'of images without channels', shape: [2, 5, 6], sizes: [1, 2, 2], strides: [1, 1, 2] },
    { title: 'of the outer of three dimensions', shape: [6, 5, 2], sizes: [2, 2, 1], strides: [2, 1, 1] },
    { title: 'as large as the tensor', shape: [1, 5, 7, 1], sizes: [1, 5, 7, 1] },
    { title: 'of the outer dimensions', shape: [5, 2, 3, 7], sizes: [2, 1, 1, 3], strides: [2, 1, 1, 2] },
  ];
  const volumes: readonly Form[] = [
    {
      title: 'of volumes with the channels last',
      shape: [2, 4, 3, 2, 5],
      sizes: [1, 2, 2, 2, 1],
      strides: [1, 2, 1, 1, 1],
      padding: [NONE, NONE, [1, 0], NONE, NONE],
    },
    {
      title: 'of volumes with the channels before',
      shape: [2, 1, 4, 3, 2],
      sizes: [1, 1, 2, 2, 2],
      strides: [1, 1, 2, 1, 1],
      padding: [NONE, NONE, [1, 1], NONE, NONE],
    },
  ];

  describe.each(['f32', 'bf16'] as const)('of %s', (kind) => {
    it.each(forms)('$title are summed, and the greatest and least are found', (form) => {
      for (const name of ['add', 'maximum', 'minimum']) {
        // Sums of a power of two of elements are exact.
        const isExact = name !== 'add' || [1, 2, 4].includes(form.sizes.reduce((all, size) => all * size, 1));
        const text = reduction(name, kind, STARTS[kind]![name]!, form);
        const { expected, actual } = executed(text, [filled(kind, form.shape, numbersFor(name, kind))]);
        if (isExact) {
          expect(actual, name).toEqual(expected);
          continue;
        }
        if (typeof actual === 'string') throw new Error(actual);
        const digits = kind === 'f32' ? 2 ** -20 : 2 ** -6;
        for (const [i, wanted] of expected[0]!.elements.entries()) {
          const difference = Math.abs(Number(actual[0]!.elements[i]) - Number(wanted));
          expect(difference, name).toBeLessThanOrEqual(digits * Math.abs(Number(wanted)));
        }
      }
    });

    it.each(volumes)('$title give the greatest', (form) => {
      const text = reduction('maximum', kind, STARTS[kind]!.maximum!, form);
      const { expected, actual } = executed(text, [filled(kind, form.shape, numbersFor('maximum', kind))]);
      expect(actual).toEqual(expected);
    });

    it.each(volumes)('$title are not summed', (form) => {
      const text = reduction('add', kind, STARTS[kind]!.add!, form);
      expect(executed(text, [filled(kind, form.shape, [1])]).actual).toBe(REFUSED);
    });
  });

  it.each(forms)('of integers $title are refused', (form) => {
    for (const name of ['add', 'maximum', 'minimum']) {
      const text = reduction(name, 'i32', STARTS.i32![name]!, form);
      expect(executed(text, [filled('i32', form.shape, [1, 2])]).actual, name).toBe(REFUSED);
    }
  });

  it.each(forms)('$title are not multiplied', (form) => {
    const text = reduction('multiply', 'f32', '1.0', form);
    expect(executed(text, [filled('f32', form.shape, [1, 2])]).actual).toBe(REFUSED);
  });

  it('of other starts are refused', () => {
    const [form] = forms;
    for (const [name, start] of [
      ['add', '1.0'],
      ['maximum', '0.0'],
      ['minimum', '0xFF800000'],
    ] as const)
      expect(executed(reduction(name, 'f32', start, form!), [filled('f32', [3, 7], [1])]).actual, name).toBe(
        REFUSED,
      );
  });
});

describe('sums', () => {
  const form: Form = { title: '', shape: [2, 6, 6, 3], sizes: [1, 2, 2, 1], strides: [1, 2, 2, 1] };

  it('are means that are divided by one', () => {
    const text = reduction('add', 'f32', '0.0', form);
    expect(convertedText(text)).toContain('divisor_override = 1 : i32');
    expect(convertedText(text)).not.toContain('ttir.multiply');
    const { expected, actual } = executed(text, [filled('f32', [2, 6, 6, 3], [1, -2, 3.5, 7, 11])]);
    expect(actual).toEqual(expected);
  });

  it('of bf16 are means times the number of elements', () => {
    const text = reduction('add', 'bf16', '0.0', form);
    expect(convertedText(text)).toContain('divisor_override = 0 : i32');
    expect(convertedText(text)).toContain('ttir.multiply');
    const { expected, actual } = executed(text, [filled('bf16', [2, 6, 6, 3], [1, -2, 3.5, 7, 11])]);
    expect(actual).toEqual(expected);
  });
});

describe('gradients of the greatest', () => {
  const forms: readonly Form[] = [
    { title: 'next to each other', shape: [2, 4, 6, 1], sizes: [1, 2, 2, 1], strides: [1, 2, 2, 1] },
    {
      title: 'over each other',
      shape: [2, 4, 6, 1],
      sizes: [1, 3, 3, 1],
      strides: [1, 2, 2, 1],
      padding: [NONE, [1, 0], [0, 1], NONE],
    },
    {
      title: 'of the last dimensions',
      shape: [2, 1, 4, 6],
      sizes: [1, 1, 2, 3],
      strides: [1, 1, 1, 3],
      padding: [NONE, NONE, [0, 1], NONE],
    },
  ];
  const gradient = (
    kind: string,
    start: string,
    form: Form,
    direction: string,
    operands = '%a, %b',
  ): string => {
    const { attrs, made } = windowOf(form);
    const [from, to] = [typeOf(kind, form.shape), typeOf(kind, made)];
    return `func.func @main(%x: ${from}, %g: ${to}) -> ${from} {
  %start = stablehlo.constant dense<${start}> : tensor<${kind}>
  %0 = "stablehlo.select_and_scatter"(%x, %g, %start) <{${attrs}}> ({
  ^bb0(%a: tensor<${kind}>, %b: tensor<${kind}>):
    %1 = stablehlo.compare ${direction}, ${operands}, FLOAT : (tensor<${kind}>, tensor<${kind}>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<${kind}>, %b: tensor<${kind}>):
    %1 = stablehlo.add %a, %b : tensor<${kind}>
    stablehlo.return %1 : tensor<${kind}>
  }) : (${from}, ${to}, tensor<${kind}>) -> ${from}
  return %0 : ${from}
}`;
  };
  // Some windows have the greatest number twice.
  const numbers = [-5, -2, -2, -7, -3, -2, -4];

  it.each(forms)('in windows $title go to the first of them, from any start', (form) => {
    const { made } = windowOf(form);
    for (const kind of ['f32', 'bf16'] as const) {
      for (const start of ['0.0', '1.0', '-3.0']) {
        const inputs = [filled(kind, form.shape, numbers), filled(kind, made, [1, 2, 3, 4, 5])];
        const { expected, actual } = executed(gradient(kind, start, form, 'GE'), inputs);
        expect(actual, `${kind} from ${start}`).toEqual(expected);
      }
    }
  });

  it.each([
    ['the last of equal elements', 'GT', '%a, %b'],
    ['the least', 'LE', '%a, %b'],
    ['the least, written the other way', 'GE', '%b, %a'],
    ['the first element', 'EQ', '%a, %a'],
  ])('that go to %s are refused', (_, direction, operands) => {
    const { made } = windowOf(forms[0]!);
    const inputs = [filled('f32', forms[0]!.shape, numbers), filled('f32', made, [1])];
    expect(executed(gradient('f32', '0.0', forms[0]!, direction, operands), inputs).actual).toBe(
      "failed to legalize operation 'stablehlo.select_and_scatter'",
    );
  });
});
