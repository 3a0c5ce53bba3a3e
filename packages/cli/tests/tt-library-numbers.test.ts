import { expect, test } from 'vitest';
import { transformed, type TtirProgram } from './tt-program.ts';

/** A program, and the operations of the library that it must become, among others. */
interface Case extends TtirProgram {
  readonly title: string;
  readonly made: readonly string[];
  /** Whether the library computes with bf16. */
  readonly isShort?: true;
}

const passes = [
  'ttcore-register-device',
  'ttir-flatten-sliding-window',
  'ttnn-layout',
  'convert-ttir-to-ttnn',
  'ttnn-decomposition',
  'ttnn-memory-management',
  'ttnn-workaround',
  'canonicalize',
  'ttnn-fusing',
  'ttnn-decompose-layouts',
  'ttnn-deallocate',
].join(',');

const window = (kernel: string, stride: string, padding: string, rest = ''): string =>
  `{kernel = array<i32: ${kernel}>, stride = array<i32: ${stride}>, dilation = array<i32: 1, 1>, padding = array<i32: ${padding}>, ceil_mode = false${rest}}`;
const conv = (stride: string, padding: string, dilation: string, groups: number, rest = ''): string =>
  `{stride = array<i32: ${stride}>, padding = array<i32: ${padding}>, dilation = array<i32: ${dilation}>, groups = ${groups} : i32${rest}}`;
const reduced = (dims: readonly number[], keep: boolean): string =>
  `{dim_arg = [${dims.map((dim) => `${dim} : i32`).join(', ')}], keep_dim = ${keep}}`;
const segments = (...sizes: number[]): string => `operandSegmentSizes = array<i32: ${sizes.join(', ')}>`;

const cases: readonly Case[] = [
  {
    title: 'convolution of groups with steps and uneven padding',
    inputs: ['1x6x7x4', '6x2x3x3', '1x1x1x6'],
    body: [`%y = conv2d %a0, %a1, %a2 ${conv('2, 1', '1, 2, 0, 1', '1, 1', 2)} : 1x3x8x6`],
    made: ['conv2d'],
  },
  {
    title: 'convolution with holes',
    inputs: ['2x9x9x3', '5x3x3x2'],
    body: [`%y = conv2d %a0, %a1 ${conv('1, 1', '0, 0, 0, 0', '2, 3', 1)} : 2x5x6x5`],
    made: ['conv2d'],
  },
  {
    title: 'transposed convolution',
    inputs: ['1x4x4x3', '3x2x3x3'],
    body: [
      `%y = conv_transpose2d %a0, %a1 ${conv('2, 2', '1, 1, 1, 1', '1, 1', 1, ', output_padding = array<i32: 1, 1>')} : 1x8x8x2`,
    ],
    made: ['conv_transpose2d'],
  },
  {
    title: 'greatest of windows',
    inputs: ['1x7x8x3'],
    body: [`%y = max_pool2d %a0 ${window('3, 2', '2, 2', '1, 0, 1, 0')} : 1x4x4x3`],
    made: ['max_pool2d'],
    isShort: true,
  },
  {
    title: 'mean of windows without padding',
    inputs: ['1x6x6x3'],
    body: [
      `%y = avg_pool2d %a0 ${window('2, 2', '2, 2', '0, 0, 0, 0', ', count_include_pad = true')} : 1x3x3x3`,
    ],
    made: ['avg_pool2d'],
    isShort: true,
  },
  {
    title: 'product with a bias of one row',
    inputs: ['4x6', '6x5', '5'],
    body: ['%y = linear %a0, %a1, %a2 : 4x5'],
    made: ['linear'],
  },
  {
    title: 'product with a bias of many rows',
    inputs: ['4x6', '6x5', '4x5'],
    body: ['%y = linear %a0, %a1, %a2 : 4x5'],
    made: ['matmul', 'add'],
  },
  {
    title: 'product of batches and an activation',
    inputs: ['2x4x6', '2x5x6'],
    body: ['%p = matmul %a0, %a1 {transpose_a = false, transpose_b = true} : 2x4x5', '%y = silu %p : 2x4x5'],
    made: ['matmul'],
  },
  {
    title: 'normalised exponentials',
    inputs: ['3x40'],
    body: ['%y = softmax %a0 {dimension = 1 : si32, numericStable = true} : 3x40'],
    made: ['softmax'],
  },
  {
    title: 'norm of the last dimension',
    inputs: ['3x8', '8', '8'],
    body: [
      `%y = layer_norm %a0, %a1, %a2 {normalized_shape = array<i64: 8>, epsilon = 0.001 : f32, ${segments(1, 1, 1)}} : 3x8`,
    ],
    made: ['layer_norm'],
  },
  {
    title: 'norm by the root mean square',
    inputs: ['3x8', '8'],
    body: [
      `%y = rms_norm %a0, %a1 {normalized_shape = array<i64: 8>, epsilon = 0.001 : f32, ${segments(1, 1, 0)}} : 3x8`,
    ],
    made: ['rms_norm'],
  },
  {
    title: 'attention with heads of no whole tile',
    inputs: ['1x2x5x12', '1x2x5x12', '1x2x5x12'],
    body: [
      `%y = scaled_dot_product_attention %a0, %a1, %a2 {is_causal = false, ${segments(1, 1, 1, 0, 0)}} : 1x2x5x12`,
    ],
    made: ['matmul', 'softmax'],
  },
  {
    title: 'attention to what came before, with fewer heads of keys',
    inputs: ['2x4x6x32', '2x2x6x32', '2x2x6x32'],
    body: [
      `%y = scaled_dot_product_attention %a0, %a1, %a2 {is_causal = true, scale = 0.25 : f32, ${segments(1, 1, 1, 0, 0)}} : 2x4x6x32`,
    ],
    made: ['repeat_interleave', 'arange', 'softmax'],
  },
  {
    title: 'activations before and after a sum',
    inputs: ['4x5', '4x5'],
    body: ['%r = relu %a0 : 4x5', '%s = add %r, %a1 : 4x5', '%y = exp %s : 4x5'],
    made: ['add'],
  },
  {
    title: 'sums, greatest and mean along dimensions',
    inputs: ['3x4x5'],
    body: [
      `%s = sum %a0 ${reduced([0, 2], true)} : 1x4x1`,
      `%m = max %a0 ${reduced([1], true)} : 3x1x5`,
      `%n = mean %a0 ${reduced([2], false)} : 3x4`,
      '%t = add %s, %m : 3x4x5',
      `%r = reshape %n {shape = [3 : i32, 4 : i32, 1 : i32]} : 3x4x1`,
      '%y = subtract %t, %r : 3x4x5',
    ],
    made: ['sum', 'max', 'mean'],
  },
  {
    title: 'running sum',
    inputs: ['3x4x5'],
    body: ['%y = cumsum %a0 {dim = 1 : i64} : 3x4x5'],
    made: ['cumsum'],
  },
  {
    title: 'place of the greatest',
    inputs: ['6x9'],
    body: [`%y = argmax %a0 ${reduced([1], true)} : 6x1xi32`],
    made: ['argmax'],
  },
  {
    title: 'parts put together, turned and padded',
    inputs: ['3x4', '3x2'],
    body: [
      '%c = concat %a0, %a1 {dim = 1 : si32} : 3x6',
      '%t = permute %c {permutation = array<i64: 1, 0>} : 6x3',
      '%s = slice_static %t {begins = [1 : i32, 0 : i32], ends = [6 : i32, 3 : i32], step = [2 : i32, 1 : i32]} : 3x3',
      '%y = pad %s {padding = array<i32: 1, 0, 0, 2>, value = 2.0 : f32} : 4x5',
    ],
    made: ['concat', 'permute', 'slice_static', 'pad'],
  },
  {
    title: 'copies of a tensor',
    inputs: ['2x1x3'],
    body: [
      '%b = broadcast %a0 {broadcast_dimensions = array<i64: 1, 4, 1>} : 2x4x3',
      '%y = repeat_interleave %b {repeats = 2 : ui32, dim = 0 : si32} : 4x4x3',
    ],
    made: ['repeat', 'repeat_interleave'],
  },
  {
    title: 'rows written at places',
    inputs: ['1x6x5', '1x2x5'],
    body: [
      '%line = arange {start = 1 : si64, end = 7 : si64, step = 3 : si64, arange_dimension = 0 : i64} : 2xi32',
      '%at = reshape %line {shape = [1 : i32, 1 : i32, 2 : i32]} : 1x1x2xi32',
      '%y = rows_scatter %a0, %at, %a1 {column = false, reduce = #ttcore.reduce_type<invalid>, sizes = array<i64: 6>, windows = array<i64: 1>} : 1x6x5',
    ],
    made: ['rows_scatter'],
  },
  {
    title: 'choice, bounds and powers',
    inputs: ['4x5', '4x5'],
    body: [
      '%g = gt %a0, %a1 : 4x5xi1',
      '%w = where %g, %a0, %a1 : 4x5',
      '%c = clamp_scalar %w {min = -0.5 : f32, max = 0.75 : f32} : 4x5',
      '%y = multiply %c, %c : 4x5',
    ],
    made: ['gt', 'where', 'clamp_scalar'],
  },
];

test.each(cases)('the library gives the same numbers: $title', ({ made, isShort, ...program }) => {
  const { mismatches, text } = transformed(program, passes, 17, isShort === true ? 'bf16' : null);
  expect(mismatches, text).toBe(0);
  expect(text.split('became')[1]).not.toContain('"ttir.');
  for (const name of made) expect(text).toContain(`"ttnn.${name}"`);
});
