import { describe, expect, it } from 'vitest';
import { functionsAfter } from '../../tests/run-passes.ts';

describe('formats of weights', () => {
  it('reach the products through moves', () => {
    const text = `func.func @f(%x: tensor<2x4xbf16>, %w: tensor<3x4xbf16> {ttcore.weight_dtype = "bfp_bf8"}) -> tensor<2x3xbf16> {
  %0 = "ttir.permute"(%w) <{permutation = array<i64: 1, 0>}> : (tensor<3x4xbf16>) -> tensor<4x3xbf16>
  %1 = "ttir.matmul"(%x, %0) : (tensor<2x4xbf16>, tensor<4x3xbf16>) -> tensor<2x3xbf16>
  return %1 : tensor<2x3xbf16>
}`;
    expect(functionsAfter(text, 'ttir-propagate-weight-dtype'))
      .toBe(`func.func @f(%arg0: tensor<2x4xbf16>, %arg1: tensor<3x4xbf16> {ttcore.weight_dtype = "bfp_bf8"}) -> tensor<2x3xbf16> {
  %0 = "ttir.permute"(%arg1) <{permutation = array<i64: 1, 0>}> : (tensor<3x4xbf16>) -> tensor<4x3xbf16>
  %1 = "ttir.matmul"(%arg0, %0) <{transpose_a = false, transpose_b = false}> {ttcore.weight_dtype = "bfp_bf8"} : (tensor<2x4xbf16>, tensor<4x3xbf16>) -> tensor<2x3xbf16>
  return %1 : tensor<2x3xbf16>
}`);
  });

  it('are ones that are known', () => {
    const text = `func.func @f(%x: tensor<2x4xbf16>, %w: tensor<4x3xbf16> {ttcore.weight_dtype = "bf7"}) -> tensor<2x3xbf16> {
  %1 = "ttir.matmul"(%x, %w) : (tensor<2x4xbf16>, tensor<4x3xbf16>) -> tensor<2x3xbf16>
  return %1 : tensor<2x3xbf16>
}`;
    expect(functionsAfter(text, 'ttir-propagate-weight-dtype')).toBe(
      '\'func.func\' op ignoring invalid ttcore.weight_dtype "bf7" on argument 1',
    );
  });
});
