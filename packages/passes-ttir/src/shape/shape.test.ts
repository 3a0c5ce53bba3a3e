import { describe, expect, it } from 'vitest';
import { functionsAfter } from '../../tests/run-passes.ts';

describe('shapes', () => {
  it('of the smaller constant change, not those of tensors', () => {
    const text = `func.func @f(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = "ttir.constant"() <{value = dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<6xf32>}> : () -> tensor<6xf32>
  %1 = "ttir.reshape"(%x) <{shape = [6 : i32]}> : (tensor<2x3xf32>) -> tensor<6xf32>
  %2 = "ttir.add"(%1, %0) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}`;
    expect(functionsAfter(text, 'ttir-move-reshape-to-constant'))
      .toBe(`func.func @f(%arg0: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = "ttir.constant"() <{value = dense<[[0.000000e+00, 1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00, 5.000000e+00]]> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
  %1 = "ttir.add"(%arg0, %0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = "ttir.reshape"(%1) <{shape = [6 : i32]}> : (tensor<2x3xf32>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}`);
  });

  it('of images are flat for windows', () => {
    const text = `func.func @f(%x: tensor<2x4x4x3xf32>) -> tensor<2x2x2x3xf32> {
  %0 = "ttir.max_pool2d"(%x) <{kernel = array<i32: 2, 2>, stride = array<i32: 2, 2>, dilation = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, ceil_mode = false}> : (tensor<2x4x4x3xf32>) -> tensor<2x2x2x3xf32>
  return %0 : tensor<2x2x2x3xf32>
}`;
    expect(functionsAfter(text, 'ttir-flatten-sliding-window'))
      .toBe(`func.func @f(%arg0: tensor<2x4x4x3xf32>) -> tensor<2x2x2x3xf32> {
  %0 = "ttir.reshape"(%arg0) <{shape = [1 : i32, 1 : i32, 32 : i32, 3 : i32]}> : (tensor<2x4x4x3xf32>) -> tensor<1x1x32x3xf32>
  %1 = "ttir.max_pool2d"(%0) <{ceil_mode = false, dilation = array<i32: 1, 1>, flattened_compat_info = #ttir<flattened_compat batch_size = 2, input_height = 4, input_width = 4>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x32x3xf32>) -> tensor<1x1x8x3xf32>
  %2 = "ttir.reshape"(%1) <{shape = [2 : i32, 2 : i32, 2 : i32, 3 : i32]}> : (tensor<1x1x8x3xf32>) -> tensor<2x2x2x3xf32>
  return %2 : tensor<2x2x2x3xf32>
}`);
  });
});
