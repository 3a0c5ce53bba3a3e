import { Context, type Operation, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { ttnnPasses } from '../extension.ts';
import { flopsOf } from './flops.ts';

/** The operations that one operation on these types does, on a mesh of two rows of four devices. */
function count(name: string, attributes: string, types: readonly string[], result: string): bigint {
  const context = new Context([ttnnPasses]);
  const typeOf = (shape: string): string => (shape === 'device' ? '!ttnn.device' : `tensor<${shape}xbf16>`);
  const names = types.map((_, i) => `%a${i}`);
  const parameters = types.map((shape, i) => `%a${i}: ${typeOf(shape)}`).join(', ');
  const text = `func.func private @f(${parameters}) {
  %0 = "ttnn.${name}"(${names.join(', ')}) <{${attributes}}> : (${types.map(typeOf).join(', ')}) -> ${typeOf(result)}
  return
}`;
  const module = parseModule(text, context);
  const found: Operation[] = [];
  module?.walk((op) => {
    if (op.name === `ttnn.${name}`) found.push(op);
  });
  if (found[0] === undefined) throw new Error(`not a program: ${text}`);
  return flopsOf(found[0], [2, 4]);
}

test('a matrix product multiplies and adds along the shared dimension of each batch', () => {
  const product = 'transpose_a = false, transpose_b = false';
  expect(count('matmul', product, ['3x5x7', '3x7x2'], '3x5x2')).toBe(2n * 3n * 5n * 7n * 2n);
  expect(count('matmul', 'transpose_a = true, transpose_b = false', ['7x5', '7x2'], '5x2')).toBe(
    2n * 5n * 7n * 2n,
  );
  expect(count('matmul', product, ['7', '7x2'], '2')).toBe(0n);
});

test('a product of chosen blocks counts only these', () => {
  const types = ['1x1x32x64', '1x4x64x32', '1x1x1x4'];
  const sparse = 'is_input_a_sparse = false, is_input_b_sparse = true';
  expect(count('sparse_matmul', `${sparse}, nnz = 3 : i64`, types, '1x1x1x4x32x32')).toBe(
    3n * 2n * 32n * 64n * 32n,
  );
  expect(count('sparse_matmul', sparse, types, '1x1x1x4x32x32')).toBe(4n * 2n * 32n * 64n * 32n);
});

test('a convolution multiplies a window of its group for each number of the result', () => {
  const attributes =
    'in_channels = 8 : i32, out_channels = 8 : i32, batch_size = 1 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, padding = array<i32: 1, 1>, dilation = array<i32: 1, 1>, groups = 4 : i32, ';
  const types = ['1x1x16x8', '8x2x3x3', 'device'];
  expect(count('conv2d', `${attributes}stride = array<i32: 1, 1>`, types, '1x1x16x8')).toBe(
    2n * 16n * 8n * 2n * 9n,
  );
});

test('a transposed convolution spreads each number of its input, whatever the stride', () => {
  const attributes =
    'in_channels = 8 : i32, out_channels = 4 : i32, batch_size = 1 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, output_padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32, stride = array<i32: 2, 2>';
  expect(count('conv_transpose2d', attributes, ['1x1x16x8', '8x4x2x2', 'device'], '1x1x64x4')).toBe(
    2n * 16n * 8n * 4n * 4n,
  );
});

test('attention computes scores and their product with the values', () => {
  const types = ['1x8x64x32', '1x2x96x32', '1x2x96x16'];
  const segments = 'operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>';
  const attention = (attributes: string): bigint =>
    count('scaled_dot_product_attention', `${attributes}, ${segments}`, types, '1x8x64x16');
  const all = 2n * 8n * 64n * 96n * (32n + 16n);
  expect(attention('is_causal = false')).toBe(all);
  // About half is masked, and a window says itself how much.
  expect(attention('is_causal = true')).toBe(all / 2n);
  expect(attention('is_causal = true, sliding_window_size = 24 : ui32')).toBe(all / 4n);
  expect(attention('is_causal = false, sliding_window_size = 200 : ui32')).toBe(all);
  expect(
    count(
      'flash_mla_prefill',
      'head_dim_v = 16 : ui32, is_causal = false, operandSegmentSizes = array<i32: 1, 1, 0, 0>',
      ['1x8x64x32', '1x1x96x32'],
      '1x8x64x16',
    ),
  ).toBe(all);
});

test('a reduction over devices adds all copies but one, spread over the devices', () => {
  const reduction = (axis: number): bigint =>
    count(
      'all_reduce',
      `cluster_axis = ${axis} : ui32, reduce_type = #ttcore.reduce_type<sum>`,
      ['16x32'],
      '16x32',
    );
  expect(reduction(0)).toBe(256n);
  expect(reduction(1)).toBe(384n);
  expect(reduction(2)).toBe(0n);
});

test('other units are not counted', () => {
  expect(count('softmax', 'dimension = 1 : si32', ['16x32'], '16x32')).toBe(0n);
});
