import { describe, expect, it } from 'vitest';
import { functionsAfter } from '../../tests/run-passes.ts';

describe('quantized programs', () => {
  it('convolve integers, with a scale for each channel', () => {
    const text = `func.func @f(%x: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.1>>, %w: tensor<2x2x3x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<1x2x2x2xf32> {
  %0 = "ttir.dequantize"(%x) : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.1>>) -> tensor<1x4x4x2xf32>
  %1 = "ttir.dequantize"(%w) : (tensor<2x2x3x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<2x2x3x3xf32>
  %2 = "ttir.conv2d"(%0, %1) <{stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32}> : (tensor<1x4x4x2xf32>, tensor<2x2x3x3xf32>) -> tensor<1x2x2x2xf32>
  return %2 : tensor<1x2x2x2xf32>
}`;
    expect(functionsAfter(text, 'ttir-quant-dequant-conversion'))
      .toBe(`func.func @f(%arg0: tensor<1x4x4x2x!quant.uniform<i8:f32, 1.000000e-01>>, %arg1: tensor<2x2x3x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<1x2x2x2xf32> {
  %0 = "ttir.conv2d"(%arg0, %arg1) <{batch_dim = 0 : i64, channel_dim = 3 : i64, dilation = 1 : i32, groups = 1 : i32, height_dim = 1 : i64, padding = 0 : i32, stride = 1 : i32, width_dim = 2 : i64}> : (tensor<1x4x4x2x!quant.uniform<i8:f32, 1.000000e-01>>, tensor<2x2x3x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<1x2x2x2x!quant.uniform<i32:f32:3, {5.000000e-02,2.500000e-02}>>
  %1 = "ttir.dequantize"(%0) : (tensor<1x2x2x2x!quant.uniform<i32:f32:3, {5.000000e-02,2.500000e-02}>>) -> tensor<1x2x2x2xf32>
  return %1 : tensor<1x2x2x2xf32>
}`);
  });

  it('convolve numbers where the zero points differ', () => {
    const text = `func.func @f(%x: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.1:3>>, %w: tensor<2x2x3x3x!quant.uniform<i8:f32, 0.1>>) -> tensor<1x2x2x2xf32> {
  %0 = "ttir.dequantize"(%x) : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.1:3>>) -> tensor<1x4x4x2xf32>
  %1 = "ttir.dequantize"(%w) : (tensor<2x2x3x3x!quant.uniform<i8:f32, 0.1>>) -> tensor<2x2x3x3xf32>
  %2 = "ttir.conv2d"(%0, %1) <{stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32}> : (tensor<1x4x4x2xf32>, tensor<2x2x3x3xf32>) -> tensor<1x2x2x2xf32>
  return %2 : tensor<1x2x2x2xf32>
}`;
    expect(functionsAfter(text, 'ttir-quant-dequant-conversion'))
      .toBe(`func.func @f(%arg0: tensor<1x4x4x2x!quant.uniform<i8:f32, 1.000000e-01:3>>, %arg1: tensor<2x2x3x3x!quant.uniform<i8:f32, 1.000000e-01>>) -> tensor<1x2x2x2xf32> {
  %0 = "ttir.dequantize"(%arg0) : (tensor<1x4x4x2x!quant.uniform<i8:f32, 1.000000e-01:3>>) -> tensor<1x4x4x2xf32>
  %1 = "ttir.dequantize"(%arg1) : (tensor<2x2x3x3x!quant.uniform<i8:f32, 1.000000e-01>>) -> tensor<2x2x3x3xf32>
  %2 = "ttir.conv2d"(%0, %1) <{batch_dim = 0 : i64, channel_dim = 3 : i64, dilation = 1 : i32, groups = 1 : i32, height_dim = 1 : i64, padding = 0 : i32, stride = 1 : i32, width_dim = 2 : i64}> : (tensor<1x4x4x2xf32>, tensor<2x2x3x3xf32>) -> tensor<1x2x2x2xf32>
  %3 = "ttir.quantize"(%2) : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e-01:3>>
  %4 = "ttir.dequantize"(%3) : (tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e-01:3>>) -> tensor<1x2x2x2xf32>
  return %4 : tensor<1x2x2x2xf32>
}`);
  });

  it('bring the other summand to the scale of one', () => {
    const text = `func.func @f(%x: tensor<4x!quant.uniform<i8:f32, 0.1>>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttir.dequantize"(%x) : (tensor<4x!quant.uniform<i8:f32, 0.1>>) -> tensor<4xf32>
  %1 = "ttir.add"(%y, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}`;
    expect(functionsAfter(text, 'ttir-quant-dequant-conversion'))
      .toBe(`func.func @f(%arg0: tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttir.quantize"(%arg1) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>
  %1 = "ttir.add"(%0, %arg0) : (tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>, tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>
  %2 = "ttir.dequantize"(%1) : (tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}`);
  });

  it('add numbers where the scales differ', () => {
    const text = `func.func @f(%x: tensor<4x!quant.uniform<i8:f32, 0.1>>, %y: tensor<4x!quant.uniform<i8:f32, 0.2>>) -> tensor<4xf32> {
  %0 = "ttir.dequantize"(%x) : (tensor<4x!quant.uniform<i8:f32, 0.1>>) -> tensor<4xf32>
  %1 = "ttir.dequantize"(%y) : (tensor<4x!quant.uniform<i8:f32, 0.2>>) -> tensor<4xf32>
  %2 = "ttir.add"(%0, %1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}`;
    expect(functionsAfter(text, 'ttir-quant-dequant-conversion'))
      .toBe(`func.func @f(%arg0: tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>, %arg1: tensor<4x!quant.uniform<i8:f32, 2.000000e-01>>) -> tensor<4xf32> {
  %0 = "ttir.dequantize"(%arg0) : (tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>) -> tensor<4xf32>
  %1 = "ttir.dequantize"(%arg1) : (tensor<4x!quant.uniform<i8:f32, 2.000000e-01>>) -> tensor<4xf32>
  %2 = "ttir.add"(%0, %1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}`);
  });

  it('convert results of other operations back, and change the scale once', () => {
    const text = `func.func @f(%x: tensor<4x!quant.uniform<i8:f32, 0.1>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>> {
  %0 = "ttir.dequantize"(%x) : (tensor<4x!quant.uniform<i8:f32, 0.1>>) -> tensor<4xf32>
  %1 = "ttir.tanh"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "ttir.quantize"(%1) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  return %2 : tensor<4x!quant.uniform<i8:f32, 0.5>>
}`;
    expect(functionsAfter(text, 'ttir-quant-dequant-conversion'))
      .toBe(`func.func @f(%arg0: tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01>> {
  %0 = "ttir.dequantize"(%arg0) : (tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>) -> tensor<4xf32>
  %1 = "ttir.tanh"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "ttir.quantize"(%1) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>
  %3 = "ttir.requantize"(%2) : (tensor<4x!quant.uniform<i8:f32, 1.000000e-01>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>
  return %3 : tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>
}`);
  });

  it('get the width of the library', () => {
    const text = `func.func @f(%x: tensor<4x!quant.uniform<i8:f32, 0.1>>) -> tensor<4xf32> {
  %0 = "ttir.dequantize"(%x) : (tensor<4x!quant.uniform<i8:f32, 0.1>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`;
    expect(functionsAfter(text, 'ttir-quant-data-type-conversion{target-bit-width=16}'))
      .toBe(`func.func @f(%arg0: tensor<4x!quant.uniform<i16:f32, 1.000000e-01>>) -> tensor<4xf32> {
  %0 = "ttir.dequantize"(%arg0) : (tensor<4x!quant.uniform<i16:f32, 1.000000e-01>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`);
  });

  it('do not lose bits', () => {
    const text = `func.func @f(%x: tensor<4x!quant.uniform<i16:f32, 0.1>>) -> tensor<4x!quant.uniform<i16:f32, 0.1>> {
  return %x : tensor<4x!quant.uniform<i16:f32, 0.1>>
}`;
    expect(functionsAfter(text, 'ttir-quant-data-type-conversion{target-bit-width=8}')).toBe(
      'Target integer type of width 8 is smaller than quantized type of width 16. Out of range.',
    );
  });

  it('have widths that the library knows', () => {
    const text = `func.func @f() {
  return
}`;
    expect(functionsAfter(text, 'ttir-quant-data-type-conversion{target-bit-width=12}')).toBe(
      'Invalid quantization bit width (must be 8, 16, 32, or 64).',
    );
  });
});
