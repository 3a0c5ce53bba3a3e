import { defineOp, type OpReport, optionalAttr } from '@shardform/ir-core';
import { DataTypeAttr } from '@shardform/dialect-ttcore';
import { checks, i32Attr } from '@shardform/dialect-ttir';
import { tensor } from '../constraints.ts';
import { tileElements } from '../traits.ts';
import { dequantizeProblems, quantizeProblems, requantizeProblems } from '../verify/index.ts';

/** Real numbers to integers. */
export class QuantizeOp extends defineOp('ttnn.quantize', {
  summary: 'quantization',
  operands: { input: tensor, scale: tensor, zero_point: tensor },
  attrs: {
    axis: optionalAttr(i32Attr),
    output_dtype: optionalAttr(DataTypeAttr.constraint),
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(quantizeProblems(this), report);
  }
}

/** Integers to real numbers. */
export class DequantizeOp extends defineOp('ttnn.dequantize', {
  summary: 'dequantization',
  operands: { input: tensor, scale: tensor, zero_point: tensor },
  attrs: {
    axis: optionalAttr(i32Attr),
    output_dtype: optionalAttr(DataTypeAttr.constraint),
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(dequantizeProblems(this), report);
  }
}

/** Integers of another scale. */
export class RequantizeOp extends defineOp('ttnn.requantize', {
  summary: 'requantization',
  operands: {
    input: tensor,
    in_scale: tensor,
    in_zero_point: tensor,
    out_scale: tensor,
    out_zero_point: tensor,
  },
  attrs: {
    axis: optionalAttr(i32Attr),
    output_dtype: optionalAttr(DataTypeAttr.constraint),
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(requantizeProblems(this), report);
  }
}
