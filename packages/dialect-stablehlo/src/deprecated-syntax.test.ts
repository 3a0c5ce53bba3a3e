import { describe, expect, test } from 'vitest';
import { Context, parseModule, printOp, verifyOp } from '@shardform/ir-core';
import { chloDialect } from './chlo/extension.ts';
import { stablehloDialect } from './extension.ts';

/** The operations of a function's body as they are written today, and what is said about how they were written. */
function read(body: string): { readonly lines: readonly string[]; readonly messages: readonly string[] } {
  const context = new Context([stablehloDialect, chloDialect]);
  const text = `func.func @f(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %i: tensor<i64>, %p: tensor<f32>,
      %x: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x5xf32>) {
    ${body}
    return
  }`;
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    return module !== null && verifyOp(module, context) ? printOp(module, context) : '';
  });
  return {
    lines: result
      .split('\n')
      .slice(2, -4)
      .map((line) => line.trim()),
    messages: diagnostics.map(({ severity, message }) => `${severity}: ${message}`),
  };
}

function remark(op: string, name: string, array: string): string {
  return `remark: '${op}' op attribute '${name}' has deprecated syntax; read as array<${array}>`;
}

describe('arrays that were tensors', () => {
  test.each([
    [
      '"stablehlo.transpose"(%a) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<3x2xf32>',
      'stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>',
      [remark('stablehlo.transpose', 'permutation', 'i64: 1, 0')],
    ],
    [
      '"stablehlo.broadcast_in_dim"(%b) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<3xf32>) -> tensor<2x3xf32>',
      'stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>',
      [remark('stablehlo.broadcast_in_dim', 'broadcast_dimensions', 'i64: 1')],
    ],
    [
      '"stablehlo.broadcast_in_dim"(%p) {broadcast_dimensions = dense<> : tensor<0xi64>} : (tensor<f32>) -> tensor<2x3xf32>',
      'stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<f32>) -> tensor<2x3xf32>',
      [remark('stablehlo.broadcast_in_dim', 'broadcast_dimensions', 'i64')],
    ],
    [
      '"stablehlo.dynamic_slice"(%a, %i, %i) {slice_sizes = dense<[1, 3]> : tensor<2xi64>} : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x3xf32>',
      'stablehlo.dynamic_slice %arg0, %arg2, %arg2, sizes = [1, 3] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x3xf32>',
      [remark('stablehlo.dynamic_slice', 'slice_sizes', 'i64: 1, 3')],
    ],
    [
      '"stablehlo.slice"(%a) {limit_indices = dense<[2, 3]> : tensor<2xi64>, start_indices = dense<[0, 1]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<2x2xf32>',
      'stablehlo.slice %arg0 [0:2, 1:3] : (tensor<2x3xf32>) -> tensor<2x2xf32>',
      [
        remark('stablehlo.slice', 'start_indices', 'i64: 0, 1'),
        remark('stablehlo.slice', 'limit_indices', 'i64: 2, 3'),
        remark('stablehlo.slice', 'strides', 'i64: 1, 1'),
      ],
    ],
    [
      'chlo.broadcast_add %b, %a {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>',
      'chlo.broadcast_add %arg1, %arg0 {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>',
      [remark('chlo.broadcast_add', 'broadcast_dimensions', 'i64: 1')],
    ],
  ])('%s', (older, today, messages) => {
    expect(read(`%0 = ${older}`)).toEqual({ lines: [`%0 = ${today}`], messages });
  });

  test('flags of windows', () => {
    const { lines, messages } = read(
      `%0 = "stablehlo.convolution"(%x, %w) {batch_group_count = 1 : i64, feature_group_count = 1 : i64,
         dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
         window_reversal = dense<true> : tensor<2xi1>, rhs_dilation = dense<[1, 2]> : tensor<2xi64>
       } : (tensor<1x8x8x4xf32>, tensor<3x3x4x5xf32>) -> tensor<1x6x4x5xf32>`,
    );
    expect(lines[0]).toContain('window = {rhs_dilate = [1, 2], reverse = [true, true]}');
    expect(messages).toEqual([
      remark('stablehlo.convolution', 'rhs_dilation', 'i64: 1, 2'),
      remark('stablehlo.convolution', 'window_reversal', 'i1: true, true'),
    ]);
  });

  test('tensors of other elements or ranks are none', () => {
    const transposed = (permutation: string): readonly string[] =>
      read(
        `%0 = "stablehlo.transpose"(%a) {permutation = ${permutation}} : (tensor<2x3xf32>) -> tensor<3x2xf32>`,
      ).messages;
    const message =
      "error: 'stablehlo.transpose' op attribute 'permutation' failed to satisfy constraint: i64 dense array attribute";
    expect(transposed('dense<[1, 0]> : tensor<2xi32>')).toEqual([message]);
    expect(transposed('dense<[[1, 0]]> : tensor<1x2xi64>')).toEqual([message]);
  });
});

describe('syntax that has not changed its meaning', () => {
  test.each([
    [
      'stablehlo.custom_call @f(%a) {api_version = 2 : i32, backend_config = "", called_computations = []} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      'stablehlo.custom_call @f(%arg0) {api_version = 2 : i32, backend_config = ""} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
    ],
    [
      '"stablehlo.gather"(%b, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1>} : (tensor<3xf32>, tensor<i64>) -> tensor<f32>',
      '"stablehlo.gather"(%arg1, %arg2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<3xf32>, tensor<i64>) -> tensor<f32>',
    ],
    [
      '"stablehlo.compare"(%a, %a) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type FLOAT>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>',
      'stablehlo.compare LT, %arg0, %arg0, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>',
    ],
  ])('%s', (older, today) => {
    const { lines, messages } = read(`%0 = ${older}`);
    expect(messages).toEqual([]);
    expect(lines.map((line) => line.replace(/ +/g, ' '))).toEqual([`%0 = ${today}`]);
  });
});
