import { describe, expect, test } from 'vitest';
import { parseModule, Context, type Type } from '@shardform/ir-core';
import { quantDialect } from '@shardform/dialects-mlir';
import { stablehloDialect } from '../extension.ts';
import {
  perAxisProblem,
  perTensorProblem,
  quantizedAddProblem,
  quantizedConvolutionProblem,
  quantizedDotProblem,
} from './quantization.ts';

const context = new Context([quantDialect, stablehloDialect]);

/** A type from its text. */
function type(text: string): Type {
  const module = parseModule(`func.func private @f(${text})`, context)!;
  const { functionType } = module.regions[0]!.entry.firstOp as unknown as {
    readonly functionType: { readonly inputs: readonly Type[] };
  };
  return functionType.inputs[0]!;
}

const F32 = type('f32');
const Q8 = type('!quant.uniform<i8:f32, 1.0:17>');
const Q8_ZERO = type('!quant.uniform<i8:f32, 1.0>');
const Q8_OTHER = type('!quant.uniform<i8:f32, 2.0:17>');
const Q4 = type('!quant.uniform<i4:f32, 1.0:1>');
const Q8_BF16 = type('!quant.uniform<i8:bf16, 1.0:17>');
const AXIS_0 = type('!quant.uniform<i8:f32:0, {1.0, 2.0}>');
const AXIS_1 = type('!quant.uniform<i8:f32:1, {1.0, 2.0}>');

describe('add', () => {
  test.each([
    [Q8, Q8, Q8_OTHER, null],
    [AXIS_0, Q8, AXIS_0, null],
    [F32, F32, F32, null],
    [F32, type('f64'), F32, 'op requires the same element type for all operands and results'],
    [Q8, Q8, F32, 'expects  all operands and results to be either quantized or non-quantized'],
    [Q8, Q8, Q4, 'mismatched operands and result quantization storage types'],
    [Q8, Q8, Q8_BF16, 'mismatched operands and result quantization expressed types'],
    [AXIS_0, Q8, Q8, 'result is not per_axis quantized but lhs or rhs are'],
    [Q8, Q8, AXIS_0, 'result per_axis quantized but none from rhs and lhs are per_axis quantized'],
    [
      AXIS_0,
      Q8,
      AXIS_1,
      `quantization_dimension of lhs and result are not same '${String(AXIS_0)}' vs '${String(AXIS_1)}'`,
    ],
    [
      AXIS_1,
      AXIS_0,
      AXIS_1,
      `quantization_dimension of rhs and result are not same '${String(AXIS_0)}' vs '${String(AXIS_1)}'`,
    ],
  ])('%s, %s -> %s', (lhs, rhs, result, problem) => {
    expect(quantizedAddProblem(lhs, rhs, result)).toBe(problem);
  });
});

describe('moved numbers', () => {
  test('keep their scales', () => {
    expect(perTensorProblem(Q8, Q8)).toBeNull();
    expect(perTensorProblem(Q8, Q8_OTHER)).toBe(
      `expect same quantization scale and zero_point but got '${String(Q8)}' vs '${String(Q8_OTHER)}'`,
    );
    expect(perAxisProblem(AXIS_0, AXIS_1)).toBeNull();
    const swapped = type('!quant.uniform<i8:f32:0, {2.0, 1.0}>');
    expect(perAxisProblem(AXIS_0, swapped)).toBe(
      `expect same quantization scales and zero_points but got '${String(AXIS_0)}' vs '${String(swapped)}'`,
    );
  });
});

describe('contractions', () => {
  test.each([
    [Q8, Q8_ZERO, Q8, null],
    [F32, Q8_ZERO, F32, null],
    [Q8, AXIS_1, AXIS_0, null],
    [
      Q8,
      F32,
      Q8,
      'rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold',
    ],
    [
      F32,
      Q8_ZERO,
      Q8,
      'rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold',
    ],
    [Q4, Q8_ZERO, Q8, 'mismatched lhs and rhs quantization storage types'],
    [Q8, Q8_BF16, Q8, 'mismatched lhs, rhs and result quantization expressed types'],
    [Q8, Q8_ZERO, AXIS_0, 'mismatched rhs and result quantization granularity'],
    [F32, Q8_BF16, F32, 'mismatched rhs quantization expressed type and lhs and result element type'],
    [Q8, Q8, Q8, 'Zero point of rhs should be 0'],
    [Q8, type('!quant.uniform<i8:f32:1, {1.0:1, 2.0}>'), AXIS_1, 'Zero points of rhs should be 0'],
    [Q8, AXIS_0, AXIS_0, 'Quantization dimension of rhs should not be in the contracting dimension of rhs'],
  ])('%s, %s -> %s', (lhs, rhs, result, problem) => {
    expect(quantizedDotProblem(lhs, rhs, result, [0])).toBe(problem);
  });

  test('scales of a convolution are for output features', () => {
    expect(quantizedConvolutionProblem(Q8, AXIS_1, AXIS_0, 1, 0)).toBeNull();
    expect(quantizedConvolutionProblem(Q8, AXIS_1, AXIS_0, 0, 0)).toBe(
      'quantization dimension of rhs should be same with kernel_output_feature_dimension',
    );
    expect(quantizedConvolutionProblem(Q8, AXIS_1, AXIS_0, 1, 1)).toBe(
      'quantization dimension of result should be same with output_feature_dimension',
    );
  });
});
