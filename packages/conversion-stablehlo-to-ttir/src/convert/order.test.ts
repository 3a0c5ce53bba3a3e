import { filled, typeOf } from '@shardform/program-tests';
import { type ArrayKind, arrayOf, type NdArray } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { executed } from '../../tests/executed.ts';

const KINDS: readonly ArrayKind[] = ['f32', 'bf16', 'f16', 'i64', 'i32', 'i16', 'i8', 'ui8', 'ui32'];
/** Some of them are equal. */
const NUMBERS = [3, -7, 100, 0, -7, 12, 3, 1, -100, 5, 64];
const numbersOf = (kind: ArrayKind): readonly number[] =>
  kind.startsWith('u') ? NUMBERS.map(Math.abs) : NUMBERS;

function comparison(direction: string, lhs: string, rhs: string, kind: string, name = '%r'): string {
  const order = kind.startsWith('u') ? 'UNSIGNED' : kind.startsWith('i') ? 'SIGNED' : 'FLOAT';
  return `${name} = stablehlo.compare ${direction}, ${lhs}, ${rhs}, ${order} : (tensor<${kind}>, tensor<${kind}>) -> tensor<i1>`;
}

/** A stable sort of tensors; `comparator` computes %r of the pairs %x0 and %y0, %x1 and %y1 and so on. */
function sort(
  kinds: readonly ArrayKind[],
  shape: readonly number[],
  dim: number,
  comparator: string,
): string {
  const types = kinds.map((kind) => typeOf(kind, shape)).join(', ');
  const values = kinds.map((_, i) => `%a${i}`).join(', ');
  const scalars = kinds.flatMap((kind, i) => [`%x${i}: tensor<${kind}>`, `%y${i}: tensor<${kind}>`]);
  const args = kinds.map((kind, i) => `%a${i}: ${typeOf(kind, shape)}`);
  const results = kinds.length === 1 ? '%0' : kinds.map((_, i) => `%0#${i}`).join(', ');
  return `func.func @main(${args.join(', ')}) -> (${types}) {
  %0${kinds.length === 1 ? '' : `:${kinds.length}`} = "stablehlo.sort"(${values}) <{dimension = ${dim} : i64, is_stable = true}> ({
  ^bb0(${scalars.join(', ')}):
    ${comparator}
    stablehlo.return %r : tensor<i1>
  }) : (${types}) -> (${types})
  return ${results} : ${types}
}`;
}

const refused = (name: string): string => `failed to legalize operation 'stablehlo.${name}'`;

describe.each(KINDS)('sorts of %s', (kind) => {
  const shapes: readonly (readonly [shape: readonly number[], dim: number])[] = [
    [[11], 0],
    [[3, 7], -1],
    [[7, 3], 0],
    [[2, 5, 1, 3], 1],
    [[3, 1], 1],
  ];

  it.each([
    ['LT', '%x0', '%y0'],
    ['GT', '%x0', '%y0'],
    ['LT', '%y0', '%x0'],
    ['GT', '%y0', '%x0'],
  ])('by %s of %s and %s give the same order', (direction, lhs, rhs) => {
    for (const [shape, dim] of shapes) {
      const text = sort([kind], shape, dim, comparison(direction, lhs, rhs, kind));
      const { expected, actual } = executed(text, [filled(kind, shape, numbersOf(kind))]);
      expect(actual, `of ${shape.join('x')}`).toEqual(expected);
    }
  });

  it('take other tensors along', () => {
    for (const [shape, dim] of shapes) {
      const kinds: ArrayKind[] = [kind, 'i32', 'bf16'];
      const text = sort(kinds, shape, dim, comparison('LT', '%x0', '%y0', kind));
      const inputs = kinds.map((own, i) =>
        filled(own, shape, i === 0 ? numbersOf(kind) : [i, 2, 3, 5, 7, 11]),
      );
      const { expected, actual } = executed(text, inputs);
      expect(actual, `of ${shape.join('x')}`).toEqual(expected);
    }
  });
});

it.each<[kind: ArrayKind, numbers: number[]]>([
  ['i32', [16777217, -16777217, 16777216, -16777216, 65536, -65536, 65535, -1, 0, 2147483647, -2147483648]],
  ['ui32', [16777217, 4294967295, 16777216, 2147483648, 65536, 65535, 0, 4294967294, 1, 2147483647, 3]],
])('%s that a float has no digits for are sorted exactly', (kind, numbers) => {
  const text = sort([kind, 'i32'], [11], 0, comparison('LT', '%x0', '%y0', kind));
  const inputs = [filled(kind, [11], numbers), filled('i32', [11], [...numbers.keys()])];
  const { expected, actual } = executed(text, inputs);
  expect(actual).toEqual(expected);
});

describe('comparators', () => {
  const pair: readonly ArrayKind[] = ['i32', 'i32'];
  const inputs = [filled('i32', [3, 7], NUMBERS), filled('i32', [3, 7], [4, 2, 1, 3])];

  it.each([
    ['of the second tensor', comparison('LT', '%x1', '%y1', 'i32')],
    [
      'of two keys',
      `${comparison('LT', '%x0', '%y0', 'i32', '%first')}
       ${comparison('EQ', '%x0', '%y0', 'i32', '%equal')}
       ${comparison('LT', '%x1', '%y1', 'i32', '%second')}
       %both = stablehlo.and %equal, %second : tensor<i1>
       %r = stablehlo.or %first, %both : tensor<i1>`,
    ],
    [
      'of magnitudes',
      `%x = stablehlo.abs %x0 : tensor<i32>\n%y = stablehlo.abs %y0 : tensor<i32>\n${comparison('LT', '%x', '%y', 'i32')}`,
    ],
    [
      'that put equal elements before each other',
      `${comparison('LT', '%x0', '%y0', 'i32', '%less')}\n%r = stablehlo.not %less : tensor<i1>`,
    ],
    ['that are always true', '%r = stablehlo.constant dense<true> : tensor<i1>'],
  ])('%s are refused', (_, comparator) => {
    expect(executed(sort(pair, [3, 7], 1, comparator), inputs).actual).toBe(refused('sort'));
  });

  it('are known by what they compute', () => {
    const comparator = `${comparison('GE', '%x0', '%y0', 'i32', '%other')}\n%r = stablehlo.not %other : tensor<i1>`;
    const { expected, actual } = executed(sort(pair, [3, 7], 1, comparator), inputs);
    expect(actual).toEqual(expected);
  });

  it('that make zeros and NaNs equal first, as those of JAX do, put NaN last', () => {
    const canonical = (name: string): string => `
      %zero_${name} = stablehlo.constant dense<0.0> : tensor<f32>
      %nan_${name} = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      ${comparison('EQ', `%${name}0`, `%zero_${name}`, 'f32', `%is_zero_${name}`)}
      %plain_${name} = stablehlo.select %is_zero_${name}, %zero_${name}, %${name}0 : tensor<i1>, tensor<f32>
      ${comparison('NE', `%${name}0`, `%${name}0`, 'f32', `%is_nan_${name}`)}
      %${name} = stablehlo.select %is_nan_${name}, %nan_${name}, %plain_${name} : tensor<i1>, tensor<f32>`;
    const comparator = `${canonical('x')}${canonical('y')}
      %r = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>`;
    const numbers = [1, NaN, -0, 0, Infinity, -1, NaN, -Infinity, 2];
    const text = sort(['f32', 'i32'], [9], 0, comparator);
    const inputs: NdArray[] = [arrayOf('f32', [9], numbers), filled('i32', [9], [0, 1, 2, 3, 4, 5, 6, 7, 8])];
    const { expected, actual } = executed(text, inputs);
    expect(actual).toEqual(expected);
    expect(expected[1]!.elements).toEqual([7, 5, 2, 3, 0, 8, 4, 1, 6]);
  });
});

/** A reduction of the rows of a matrix to the place of an element; `body` computes %n and %m. */
function place(kind: string, start: string, body: string, shape: readonly number[] = [3, 4]): string {
  const [matrix, places] = [typeOf(kind, shape), typeOf('i32', shape)];
  const rows = shape.slice(0, -1);
  const dim = shape.length - 1;
  return `func.func @main(%a: ${matrix}) -> ${typeOf('i32', rows)} {
  %p = stablehlo.iota dim = ${dim} : ${places}
  %s = stablehlo.constant dense<${start}> : tensor<${kind}>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %s), (%p init: %z) across dimensions = [${dim}] : (${matrix}, ${places}, tensor<${kind}>, tensor<i32>) -> (${typeOf(kind, rows)}, ${typeOf('i32', rows)})
   reducer(%x: tensor<${kind}>, %y: tensor<${kind}>) (%i: tensor<i32>, %j: tensor<i32>) {
    ${body}
    stablehlo.return %n, %m : tensor<${kind}>, tensor<i32>
  }
  return %0#1 : ${typeOf('i32', rows)}
}`;
}

/** The body that JAX writes: the first operand stays where it is before the other, or equal and at a smaller place. */
function body(before: string, kind: string, ties = 'LT', operands = '%x, %y'): string {
  const [lhs, rhs] = operands.split(', ');
  return `${comparison(before, lhs!, rhs!, kind, '%before')}
    ${comparison('NE', '%x', '%x', kind, '%nan')}
    %stays = stablehlo.or %before, %nan : tensor<i1>
    ${comparison('EQ', '%x', '%y', kind, '%equal')}
    ${comparison(ties, '%i', '%j', 'i32', '%sooner')}
    %tie = stablehlo.and %equal, %sooner : tensor<i1>
    %here = stablehlo.or %stays, %tie : tensor<i1>
    %n = stablehlo.select %stays, %x, %y : tensor<i1>, tensor<${kind}>
    %m = stablehlo.select %here, %i, %j : tensor<i1>, tensor<i32>`;
}

describe('places', () => {
  const counted = (lines: string): string =>
    place('f32', '0xFF800000', body('GT', 'f32')).replace(/%p = .*/, lines);
  const matrix = [filled('f32', [3, 4], NUMBERS)];

  it.each([
    [
      'repeated',
      '%l = stablehlo.iota dim = 0 : tensor<4xi32>\n%p = stablehlo.broadcast_in_dim %l, dims = [1] : (tensor<4xi32>) -> tensor<3x4xi32>',
    ],
    [
      'reshaped',
      '%l = stablehlo.iota dim = 1 : tensor<3x4xi32>\n%k = stablehlo.reshape %l : (tensor<3x4xi32>) -> tensor<3x1x4xi32>\n%p = stablehlo.reshape %k : (tensor<3x1x4xi32>) -> tensor<3x4xi32>',
    ],
    [
      'converted',
      '%l = stablehlo.iota dim = 1 : tensor<3x4xi64>\n%p = stablehlo.convert %l : (tensor<3x4xi64>) -> tensor<3x4xi32>',
    ],
  ])('that are %s are found', (_, lines) => {
    const { expected, actual } = executed(counted(lines), matrix);
    expect(actual).toEqual(expected);
  });

  it.each([
    ['along another dimension', '%p = stablehlo.iota dim = 0 : tensor<3x4xi32>'],
    [
      'of another order',
      '%l = stablehlo.iota dim = 0 : tensor<12xi32>\n%p = stablehlo.reshape %l : (tensor<12xi32>) -> tensor<3x4xi32>',
    ],
  ])('%s are refused', (_, lines) => {
    expect(executed(counted(lines), matrix).actual).toBe(refused('reduce'));
  });

  const bounds: readonly (readonly [kind: ArrayKind, lowest: string, highest: string | null])[] = [
    ['f32', '0xFF800000', '0x7F800000'],
    ['bf16', '0xFF80', '0x7F80'],
    ['i32', '-2147483648', '2147483647'],
    ['i64', '-9223372036854775808', '9223372036854775807'],
    ['i8', '-128', '127'],
    ['ui8', '0', null],
  ];

  it.each(bounds)('of the greatest and the least %s are those of the first ones', (kind, lowest, highest) => {
    for (const shape of [[3, 4], [1, 1], [7], [2, 3, 5]]) {
      const inputs = [filled(kind, shape, numbersOf(kind))];
      const greatest = executed(place(kind, lowest, body('GT', kind), shape), inputs);
      expect(greatest.actual, `of ${shape.join('x')}`).toEqual(greatest.expected);
      if (highest === null) continue;
      const least = executed(place(kind, highest, body('LT', kind), shape), inputs);
      expect(least.actual, `of ${shape.join('x')}`).toEqual(least.expected);
    }
  });

  it('are found in bodies with other operations, too', () => {
    const other = `${comparison('GE', '%x', '%y', 'f32', '%before')}
    %n = stablehlo.maximum %x, %y : tensor<f32>
    ${comparison('EQ', '%x', '%y', 'f32', '%equal')}
    %first = stablehlo.minimum %i, %j : tensor<i32>
    %one = stablehlo.select %before, %i, %j : tensor<i1>, tensor<i32>
    %m = stablehlo.select %equal, %first, %one : tensor<i1>, tensor<i32>`;
    const { expected, actual } = executed(place('f32', '0xFF800000', other), [
      filled('f32', [3, 4], NUMBERS),
    ]);
    expect(actual).toEqual(expected);
  });

  it.each([
    ['of the last of equal elements', '-2147483648', body('GT', 'i32', 'GT')],
    ['of what is not greater', '-2147483648', body('GT', 'i32', 'LT', '%y, %x')],
    ['of the others', '-2147483648', body('GT', 'i32').replace('%here, %i, %j', '%here, %j, %i')],
    ['of the greatest beyond a start', '-128', body('GT', 'i32')],
    ['of the least below a start', '127', body('LT', 'i32')],
    ['of the least from the lowest start', '-2147483648', body('LT', 'i32')],
  ])('%s are refused', (_, start, text) => {
    const { actual } = executed(place('i32', start, text), [filled('i32', [3, 4], NUMBERS)]);
    expect(actual).toBe(refused('reduce'));
  });
});
