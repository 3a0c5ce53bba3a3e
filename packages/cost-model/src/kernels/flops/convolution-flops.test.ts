import { expect, test } from 'vitest';
import { flopsOf, indicesOf, tensorOf } from '../../../tests/cost-of-text.ts';

interface Convolution {
  readonly batch: number;
  readonly features: number;
  readonly outputs: number;
  readonly input: readonly number[];
  readonly kernel: readonly number[];
  readonly strides?: readonly number[];
  readonly padding?: readonly (readonly [number, number])[];
  readonly dilation?: readonly number[];
  readonly kernelDilation?: readonly number[];
  readonly groups?: number;
  readonly batchGroups?: number;
}

const ones = (list: readonly unknown[]): number[] => list.map(() => 1);

function sizesOf(own: Convolution): Required<Convolution> & { readonly places: readonly number[] } {
  const all = {
    ...{ strides: ones(own.input), padding: own.input.map(() => [0, 0] as const) },
    ...{ dilation: ones(own.input), kernelDilation: ones(own.input), groups: 1, batchGroups: 1, ...own },
  };
  const places = own.input.map((length, d) => {
    const padded = all.padding[d]![0] + (length - 1) * all.dilation[d]! + 1 + all.padding[d]![1];
    return Math.floor((padded - (own.kernel[d]! - 1) * all.kernelDilation[d]! - 1) / all.strides[d]!) + 1;
  });
  return { ...all, places };
}

/** The multiply-adds of a loop nest over outputs, features of a group, and elements of the kernel. */
function multiplyAdds(own: Convolution): number {
  const { batch, features, outputs, input, kernel, strides, padding, dilation, kernelDilation } =
    sizesOf(own);
  const { groups, batchGroups, places } = sizesOf(own);
  let count = 0;
  for (const place of indicesOf([batch / batchGroups, outputs, ...places]))
    for (const [, ...tap] of indicesOf([features / groups, ...kernel])) {
      const meets = tap.every((element, d) => {
        const at = place[d + 2]! * strides[d]! + element * kernelDilation[d]! - padding[d]![0];
        const index = at / dilation[d]!;
        return Number.isInteger(index) && index >= 0 && index < input[d]!;
      });
      if (meets) count += 1;
    }
  return count;
}

function textOf(own: Convolution, element: string): readonly [text: string, operands: string] {
  const { batch, features, outputs, input, kernel, strides, padding, dilation, kernelDilation } =
    sizesOf(own);
  const { groups, batchGroups, places } = sizesOf(own);
  const spatial = input.map((_, d) => String(d)).join(', ');
  const types = [
    tensorOf([batch, features, ...input], element),
    tensorOf([outputs, features / groups, ...kernel], element),
    tensorOf([batch / batchGroups, outputs, ...places], element),
  ] as const;
  const window = `stride = ${JSON.stringify(strides)}, pad = ${JSON.stringify(padding)}, lhs_dilate = ${JSON.stringify(dilation)}, rhs_dilate = ${JSON.stringify(kernelDilation)}`;
  return [
    `%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, f, ${spatial}]x[o, i, ${spatial}]->[b, f, ${spatial}], window = {${window}} {feature_group_count = ${groups} : i64, batch_group_count = ${batchGroups} : i64} : (${types[0]}, ${types[1]}) -> ${types[2]}`,
    `%a: ${types[0]}, %b: ${types[1]}`,
  ];
}

const plain = { batch: 2, features: 4, outputs: 6, input: [7, 9], kernel: [3, 2] } as const;

const convolutions: readonly (readonly [string, Convolution])[] = [
  ['without padding', plain],
  ['with padding', { ...plain, padding: [[1, 1], [2, 0]] }], // prettier-ignore
  ['with negative padding', { ...plain, padding: [[-1, 2], [0, -2]] }], // prettier-ignore
  ['with strides', { ...plain, strides: [2, 3] }],
  ['with strides and padding', { ...plain, strides: [3, 2], padding: [[2, 1], [0, 3]] }], // prettier-ignore
  ['with a dilated kernel', { ...plain, kernelDilation: [2, 3] }],
  ['with a dilated kernel and padding', { ...plain, kernelDilation: [3, 4], padding: [[3, 3], [1, 4]] }], // prettier-ignore
  ['with a dilated input', { ...plain, dilation: [2, 3], padding: [[2, 2], [1, 1]] }], // prettier-ignore
  ['with an input dilated by multiples of the stride', { ...plain, dilation: [4, 6], strides: [2, 4] }],
  ['with all of these', { ...plain, strides: [2, 3], dilation: [3, 2], kernelDilation: [2, 5], padding: [[3, 1], [4, 2]] }], // prettier-ignore
  ['in groups of features', { ...plain, groups: 2, padding: [[1, 1], [1, 1]] }], // prettier-ignore
  ['of each feature', { ...plain, outputs: 4, groups: 4 }],
  ['in groups of the batch', { ...plain, batchGroups: 2 }],
  ['of a line', { ...plain, input: [17], kernel: [5], padding: [[2, 2]] }],
  ['of a cube', { ...plain, input: [4, 5, 3], kernel: [2, 3, 3], padding: [[0, 1], [1, 1], [1, 1]] }], // prettier-ignore
  ['of one point', { ...plain, input: [1, 1], kernel: [3, 3], padding: [[1, 1], [1, 1]] }], // prettier-ignore
];

test.each(convolutions)('a convolution %s is two for each multiply-add of its loops', (_, own) => {
  expect(flopsOf(...textOf(own, 'f32'))).toBe(2 * multiplyAdds(own));
});

test.each(convolutions.slice(0, 3))('a complex one %s is eight', (_, own) => {
  expect(flopsOf(...textOf(own, 'complex<f32>'))).toBe(8 * multiplyAdds(own));
});

const dynamic = (padding: string, types: string): readonly [string, string] => [
  `${padding}\n%0 = "stablehlo.dynamic_conv"(%a, %b, %p) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x4x17xf32>, tensor<6x4x5xf32>, tensor<1x2xi64>) -> ${types}`,
  `%a: tensor<2x4x17xf32>, %b: tensor<6x4x5xf32>${padding === '' ? ', %p: tensor<1x2xi64>' : ''}`,
];
const line = { batch: 2, features: 4, outputs: 6, input: [17], kernel: [5] } as const;

test.each([
  ['[[2, 2]]', { ...line, padding: [[2, 2]] }],
  ['[[4, 0]]', { ...line, padding: [[4, 0]] }],
] as const)('a convolution with computed padding %s has that of its constant', (padding, own) => {
  const constant = `%p = stablehlo.constant dense<${padding}> : tensor<1x2xi64>`;
  expect(flopsOf(...dynamic(constant, 'tensor<2x6x17xf32>'))).toBe(2 * multiplyAdds(own));
});

test.each([
  ['13', line],
  ['6', { ...line, input: [10] }],
  ['1', { ...line, input: [5] }],
] as const)('a convolution whose padding is not known counts all %s places of its window', (places, own) => {
  expect(flopsOf(...dynamic('', `tensor<2x6x${places}xf32>`))).toBe(2 * multiplyAdds(own));
});
