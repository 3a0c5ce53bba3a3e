import { describe, expect, it } from 'vitest';
import { functionsAfter } from '../../tests/run-passes.ts';

describe('operations of others', () => {
  it('are maxima for the library, since sums count', () => {
    const text = `func.func @f(%x: tensor<2x3xbf16>) -> tensor<2xbf16> {
  %0 = "ttir.reduce_or"(%x) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<2x3xbf16>) -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}`;
    expect(functionsAfter(text, 'ttir-to-ttir-decomposition'))
      .toBe(`func.func @f(%arg0: tensor<2x3xbf16>) -> tensor<2xbf16> {
  %0 = "ttir.max"(%arg0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<2x3xbf16>) -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}`);
  });

  it('are truth values again on the host', () => {
    const text = `func.func @f(%x: tensor<2x3xbf16>) -> tensor<2xbf16> {
  %0 = "ttir.reduce_or"(%x) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<2x3xbf16>) -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}`;
    expect(functionsAfter(text, 'ttir-to-ttir-decomposition{config=cpu-fallback}'))
      .toBe(`func.func @f(%arg0: tensor<2x3xbf16>) -> tensor<2xbf16> {
  %0 = "ttir.sum"(%arg0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<2x3xbf16>) -> tensor<2xbf16>
  %1 = "ttir.constant"() <{value = dense<0.000000e+00> : tensor<2xbf16>}> : () -> tensor<2xbf16>
  %2 = "ttir.ne"(%0, %1) : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  %3 = "ttir.typecast"(%2) <{conservative_folding = false}> : (tensor<2xbf16>) -> tensor<2xbf16>
  return %3 : tensor<2xbf16>
}`);
  });

  it('stay for the processor', () => {
    const text = `func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 0.1>> {
  %0 = "ttir.quantize"(%x) : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 0.1>>
  return %0 : tensor<2x3x!quant.uniform<i8:f32, 0.1>>
}`;
    expect(functionsAfter(text, 'ttir-to-ttir-decomposition{config=cpu-fallback}'))
      .toBe(`func.func @f(%arg0: tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e-01>> {
  %0 = "ttir.quantize"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e-01>>
  return %0 : tensor<2x3x!quant.uniform<i8:f32, 1.000000e-01>>
}`);
  });

  it('have scales and zero points as operands', () => {
    const text = `func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.1, 0.2:1, 0.3}>> {
  %0 = "ttir.quantize"(%x) : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.1, 0.2:1, 0.3}>>
  return %0 : tensor<2x3x!quant.uniform<i8:f32:1, {0.1, 0.2:1, 0.3}>>
}`;
    expect(functionsAfter(text, 'ttir-to-ttir-decomposition'))
      .toBe(`func.func @f(%arg0: tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e-01,2.000000e-01:1,3.000000e-01}>> {
  %0 = "ttir.constant"() <{value = dense<[1.000000e-01, 2.000000e-01, 3.000000e-01]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %1 = "ttir.constant"() <{value = dense<[0, 1, 0]> : tensor<3xsi32>}> : () -> tensor<3xsi32>
  %2 = "ttir.quantize_unrolled"(%arg0, %0, %1) <{axis = 1 : i32}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xsi32>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e-01,2.000000e-01:1,3.000000e-01}>>
  return %2 : tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e-01,2.000000e-01:1,3.000000e-01}>>
}`);
  });
});
