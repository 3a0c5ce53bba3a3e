import { defineOp, type OpReport, optionalAttr } from '@shardform/ir-core';
import { i32Attr, tensor } from '../constraints.ts';
import type { Folded } from '../fold/index.ts';
import {
  dequantizeProblems,
  dequantizeUnrolledProblems,
  quantizeProblems,
  quantizeUnrolledProblems,
  requantizeProblems,
  requantizeUnrolledProblems,
  verifyFirst,
} from '../verify/index.ts';

/** Real numbers to integers. */
export class QuantizeOp extends defineOp('ttir.quantize', {
  summary: 'quantization',
  operands: { input: tensor },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(quantizeProblems(this), report);
  }
}

/** Integers to real numbers. */
export class DequantizeOp extends defineOp('ttir.dequantize', {
  summary: 'dequantization',
  operands: { input: tensor },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(dequantizeProblems(this), report);
  }
}

/** Integers of another scale. */
export class RequantizeOp extends defineOp('ttir.requantize', {
  summary: 'requantization',
  operands: { input: tensor },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): Folded {
    return this.input.type === this.result.type ? [this.input] : null;
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(requantizeProblems(this), report);
  }
}

/** Real numbers to integers with scales as operands. */
export class QuantizeUnrolledOp extends defineOp('ttir.quantize_unrolled', {
  summary: 'quantization with scale and zero point as operands',
  operands: { input: tensor, scale: tensor, zero_point: tensor },
  attrs: {
    axis: optionalAttr(i32Attr),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(quantizeUnrolledProblems(this), report);
  }
}

/** Integers to real numbers with scales as operands. */
export class DequantizeUnrolledOp extends defineOp('ttir.dequantize_unrolled', {
  summary: 'dequantization with scale and zero point as operands',
  operands: { input: tensor, scale: tensor, zero_point: tensor },
  attrs: {
    axis: optionalAttr(i32Attr),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(dequantizeUnrolledProblems(this), report);
  }
}

/** Integers of another scale with scales as operands. */
export class RequantizeUnrolledOp extends defineOp('ttir.requantize_unrolled', {
  summary: 'requantization with scales and zero points as operands',
  operands: {
    input: tensor,
    in_scale: tensor,
    in_zero_point: tensor,
    out_scale: tensor,
    out_zero_point: tensor,
  },
  attrs: {
    axis: optionalAttr(i32Attr),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(requantizeUnrolledProblems(this), report);
  }
}
