import { filled } from '@shardform/program-tests';
import { describe, expect, it } from 'vitest';
import { executed } from '../../tests/executed.ts';

/** Orders of the dimensions of input, kernel and result. */
const ORDERS: readonly (readonly [input: string, kernel: string, output: string])[] = [
  ['b01f', '01io', 'b01f'],
  ['bf01', 'oi01', 'bf01'],
  // As in gradients of kernels.
  ['f01b', 'i01o', '01bf'],
  ['01bf', 'o01i', 'f01b'],
  ['0b1f', '0i1o', 'b0f1'],
];

interface Form {
  readonly title: string;
  readonly window: string;
  readonly kernel: readonly [number, number];
  readonly groups?: number;
  /** The sizes of the result. */
  readonly made: readonly [number, number];
}

/** Of an input of 5 by 4 elements. */
const FORMS: readonly Form[] = [
  { title: 'a plain one', window: '', kernel: [3, 2], made: [3, 3] },
  { title: 'one in groups', window: '', kernel: [3, 2], groups: 2, made: [3, 3] },
  {
    title: 'one with holes in the kernel and unequal padding',
    window: ', pad = [[2, 1], [0, 2]], rhs_dilate = [2, 1], stride = [1, 2]',
    kernel: [3, 2],
    made: [4, 3],
  },
  {
    title: 'one with holes in the input',
    window: ', pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2]',
    kernel: [3, 3],
    made: [10, 8],
  },
  {
    title: 'one with holes in the input and groups',
    window: ', pad = [[1, 1], [1, 1]], lhs_dilate = [2, 3]',
    kernel: [2, 2],
    groups: 2,
    made: [10, 11],
  },
];

const shaped = (order: string, sizes: Readonly<Record<string, number>>): number[] =>
  Array.from(order, (label) => sizes[label]!);

describe('convolutions', () => {
  it.each(FORMS.flatMap((form) => ORDERS.map((orders) => ({ ...form, orders }))))(
    'have the numbers of StableHLO: $title, $orders',
    ({ window, kernel, groups = 1, made, orders: [input, weight, output] }) => {
      const [from, by, to] = [
        shaped(input, { b: 3, f: 4, 0: 5, 1: 4 }),
        shaped(weight, { i: 4 / groups, o: 6, 0: kernel[0], 1: kernel[1] }),
        shaped(output, { b: 3, f: 6, 0: made[0], 1: made[1] }),
      ];
      const types = [from, by, to].map((shape) => `tensor<${shape.join('x')}xf32>`);
      const dims = [input, weight, output].map((order) => `[${Array.from(order).join(', ')}]`);
      const text = `func.func @main(%x: ${types[0]!}, %w: ${types[1]!}) -> ${types[2]!} {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = ${dims[0]!}x${dims[1]!}->${dims[2]!}, window = {${window.slice(2)}} {batch_group_count = 1 : i64, feature_group_count = ${groups} : i64} : (${types[0]!}, ${types[1]!}) -> ${types[2]!}
  return %0 : ${types[2]!}
}`;
      // Integers, whose sums are exact in any order.
      const inputs = [filled('f32', from, [1, -2, 3, 0, 5, -4, 7]), filled('f32', by, [2, -1, 0, 3, -2])];
      const { expected, actual } = executed(text, inputs);
      expect(actual).toEqual(expected);
    },
  );
});
