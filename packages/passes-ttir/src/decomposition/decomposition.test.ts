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

// Recorded from tt-mlir in jax-tt-plugin 0.1.3.
describe('contractions', () => {
  const after = (
    lhs: string,
    rhs: string,
    result: string,
    dims: string,
    element = 'f32',
  ): readonly string[] => {
    const [a, b, c] = [lhs, rhs, result].map((shape) => `tensor<${shape}x${element}>`);
    const [batchLhs, batchRhs, contractLhs, contractRhs] = dims.split(' ');
    const list = (numbers: string | undefined): string =>
      `array<i64${numbers === '-' ? '' : `: ${numbers}`}>`;
    const text = `func.func @f(%x: ${a}, %y: ${b}) -> ${c} {
  %0 = "ttir.dot_general"(%x, %y) <{batch_dims_lhs = ${list(batchLhs)}, batch_dims_rhs = ${list(batchRhs)}, contract_dims_lhs = ${list(contractLhs)}, contract_dims_rhs = ${list(contractRhs)}}> : (${a}, ${b}) -> ${c}
  return %0 : ${c}
}`;
    const lines = functionsAfter(text, 'ttir-to-ttir-decomposition').split('\n').slice(1, -2);
    return lines.map((line) => line.replace(/^.*"ttir\.(\w+)".*-> tensor<(.*)x\w+>$/, '$1 $2'));
  };

  it('of weights for each batch are sums of products, in the order of the result', () => {
    expect(after('4x16', '32x16x4', '4x32', '0 2 1 1')).toEqual([
      'permute 16x4',
      'reshape 1x16x4',
      'multiply 32x16x4',
      'sum 32x4',
      'permute 4x32',
    ]);
    expect(after('4x16x32', '4x16', '4x32', '0 0 1 1')).toEqual([
      'reshape 4x16x1',
      'multiply 4x16x32',
      'sum 4x32',
    ]);
  });

  it('of half floats are summed as floats', () => {
    expect(after('4x16', '4x32x16', '4x32', '0 0 1 2', 'bf16')).toEqual([
      'typecast 4x32x16',
      'reshape 4x1x16',
      'typecast 4x1x16',
      'multiply 4x32x16',
      'sum 4x32',
      'typecast 4x32',
    ]);
  });

  it('move the dimensions only that have more than one element', () => {
    expect(after('1x16x2x8', '1x32x2x8', '1x2x16x32', '0,2 0,2 3 3')).toEqual([
      'reshape 16x2x8',
      'permute 2x16x8',
      'reshape 32x2x8',
      'permute 2x8x32',
      'reshape 1x2x16x8',
      'reshape 1x2x8x32',
      'matmul 1x2x16x32',
      'reshape 1x2x16x32',
    ]);
    expect(after('8x32x33', '8x1x33', '8x32x1', '0 0 2 2')).not.toContain('permute');
  });
});
