import { expect, test } from 'vitest';
import { groupedCollectivesAsXla } from '../../tests/collectives-as-xla.ts';

/** The collectives of a function on a mesh of axes. */
const collectives = (axes: string, text: string): string[] =>
  groupedCollectivesAsXla(`sdy.mesh @mesh = <[${axes}]>\n${text}`);

interface Convolution {
  readonly lhs: string;
  readonly rhs: string;
  readonly result: string;
  /** Shardings of the operands. */
  readonly split: readonly [lhs: string, rhs: string];
  readonly numbers: string;
  readonly window: string;
  readonly batchGroups?: number;
}

/** A convolution whose result is whole. */
function convolution({ lhs, rhs, result, split, numbers, window, batchGroups = 1 }: Convolution): string {
  const [left, right] = split.map((dims) => `{sdy.sharding = #sdy.sharding<@mesh, [${dims}]>}`);
  return `func.func @main(%x: tensor<${lhs}> ${left}, %dy: tensor<${rhs}> ${right})
    -> (tensor<${result}> {sdy.sharding = #sdy.sharding<@mesh, [${result.replace(/\d+x/g, '{}, ').replace(/, f32/, '')}]>}) {
  %0 = stablehlo.convolution(%x, %dy) dim_numbers = ${numbers}, window = {${window}}
    {batch_group_count = ${batchGroups} : i64, feature_group_count = 1 : i64}
    : (tensor<${lhs}>, tensor<${rhs}>) -> tensor<${result}>
  return %0 : tensor<${result}>
}`;
}

/** The gradient of a kernel of 3x3, whose windows have a split element for each pixel. */
const kernelGradient = {
  lhs: '4x32x16x8xf32',
  rhs: '4x32x16x16xf32',
  result: '3x3x8x16xf32',
  numbers: '[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]',
  window: 'stride = [1, 1], pad = [[1, 1], [1, 1]]',
} as const;

const ROWS = '{}, {"x"}, {}, {}';

test('the gradient of a kernel is summed over rows, of which neighbours exchange the outer ones', () => {
  expect(collectives('"x"=4', convolution({ ...kernelGradient, split: [ROWS, ROWS] }))).toEqual([
    'collective_permute tensor<4x1x16x8xf32>',
    'collective_permute tensor<4x1x16x8xf32>',
    'all_reduce tensor<3x3x8x16xf32> [[0, 1, 2, 3]]',
  ]);
});

test('rows and columns are exchanged one after the other, and summed at once', () => {
  const pixels = '{}, {"x"}, {"y"}, {}';
  expect(collectives('"x"=2, "y"=2', convolution({ ...kernelGradient, split: [pixels, pixels] }))).toEqual([
    'collective_permute tensor<4x1x8x8xf32>',
    'collective_permute tensor<4x1x8x8xf32>',
    'collective_permute tensor<4x18x1x8xf32>',
    'collective_permute tensor<4x18x1x8xf32>',
    'all_reduce tensor<3x3x8x16xf32> [[0, 1, 2, 3]]',
  ]);
});

test('the sum over samples comes before the one over rows', () => {
  const samples = '{"y"}, {"x"}, {}, {}';
  expect(collectives('"x"=2, "y"=2', convolution({ ...kernelGradient, split: [samples, samples] }))).toEqual([
    'collective_permute tensor<2x1x16x8xf32>',
    'collective_permute tensor<2x1x16x8xf32>',
    'all_reduce tensor<3x3x8x16xf32> [[0, 1], [2, 3]]',
    'all_reduce tensor<3x3x8x16xf32> [[0, 2], [1, 3]]',
  ]);
});

test('groups of channels sum over samples and rows at once', () => {
  const samples = '{"y"}, {"x"}, {}, {}';
  const depthwise = { ...kernelGradient, lhs: '4x32x16x16xf32', result: '3x3x1x16xf32', batchGroups: 16 };
  expect(collectives('"x"=2, "y"=2', convolution({ ...depthwise, split: [samples, samples] }))).toEqual([
    'collective_permute tensor<2x1x16x16xf32>',
    'collective_permute tensor<2x1x16x16xf32>',
    'all_reduce tensor<3x3x1x16xf32> [[0, 1, 2, 3]]',
  ]);
});

test('parts of a strided convolution need rows of one neighbour, which are fewer than windows with holes', () => {
  const strided = {
    ...kernelGradient,
    rhs: '4x16x8x16xf32',
    window: 'stride = [1, 1], pad = [[0, 1], [0, 1]], rhs_dilate = [2, 2]',
  };
  expect(collectives('"x"=4', convolution({ ...strided, split: [ROWS, ROWS] }))).toEqual([
    'collective_permute tensor<4x1x16x8xf32>',
    'all_reduce tensor<3x3x8x16xf32> [[0, 1, 2, 3]]',
  ]);
});

test('a window of all pixels is a sum of products, along one dimension after the other', () => {
  const pixels = '{}, {"x"}, {"y"}, {}';
  const pointwise = { ...kernelGradient, result: '1x1x8x16xf32', window: 'stride = [1, 1]' };
  expect(collectives('"x"=2, "y"=2', convolution({ ...pointwise, split: [pixels, pixels] }))).toEqual([
    'all_reduce tensor<1x1x8x16xf32> [[0, 1], [2, 3]]',
    'all_reduce tensor<1x1x8x16xf32> [[0, 2], [1, 3]]',
  ]);
});

test('the smaller operand comes to the split of the larger one', () => {
  expect(
    collectives('"x"=2, "y"=2', convolution({ ...kernelGradient, split: ['{}, {"x"}, {}, {"y"}', ROWS] })),
  ).toEqual([
    'all_gather tensor<4x16x16x8xf32>',
    'collective_permute tensor<4x1x16x8xf32>',
    'collective_permute tensor<4x1x16x8xf32>',
    'all_reduce tensor<3x3x8x16xf32> [[0, 2], [1, 3]]',
  ]);
});

test('windows over an input with holes are not divided', () => {
  const transposed = {
    ...kernelGradient,
    lhs: '4x16x16x8xf32',
    rhs: '4x32x32x16xf32',
    window: 'stride = [1, 1], pad = [[1, 2], [1, 2]], lhs_dilate = [2, 2]',
  };
  expect(collectives('"x"=4', convolution({ ...transposed, split: [ROWS, ROWS] }))).toEqual([
    'all_gather (tensor<4x16x16x8xf32>, tensor<4x32x32x16xf32>)',
  ]);
});
