import {
  boolAttr as bool,
  defineOp,
  type OpReport,
  optionalAttr,
  storedDefaultAttr,
  stringAttr,
  StringAttr,
  variadic,
} from '@shardform/ir-core';
import { FlattenedCompatInfoAttr } from '../attrs/window-attrs.ts';
import { boolAttr, i32Attr, scaleFactorAttr, tensor, type WindowAttr, windowAttr } from '../constraints.ts';
import type { Folded } from '../fold/index.ts';
import {
  globalPoolingProblems,
  pairOf,
  poolingProblems,
  poolingWithIndicesProblems,
  quadrupleOf,
  upsampleProblems,
  verifyFirst,
} from '../verify/index.ts';

/** Returns true if each window is one element, and each element a window. */
function isPoolingOfOne({
  kernel,
  stride,
  dilation,
  padding,
}: Record<'kernel' | 'stride' | 'dilation' | 'padding', WindowAttr>): boolean {
  const are = (numbers: readonly number[] | string, value: number): boolean =>
    typeof numbers !== 'string' && numbers.every((number) => number === value);
  return [kernel, stride, dilation].every((one) => are(pairOf(one), 1)) && are(quadrupleOf(padding), 0);
}

/** Mean over windows. */
export class AvgPool2dOp extends defineOp('ttir.avg_pool2d', {
  summary: '2D average pooling',
  operands: { input: tensor },
  attrs: {
    kernel: windowAttr,
    stride: windowAttr,
    dilation: windowAttr,
    padding: windowAttr,
    ceil_mode: boolAttr,
    count_include_pad: storedDefaultAttr(boolAttr, () => bool(true)),
    divisor_override: optionalAttr(i32Attr),
    flattened_compat_info: optionalAttr(FlattenedCompatInfoAttr.constraint),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): Folded {
    const divisor = this.divisorOverride?.number ?? 0;
    return isPoolingOfOne(this) && (divisor === 0 || divisor === 1) ? [this.input] : null;
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(poolingProblems(this), report);
  }
}

/** Greatest element of windows. */
export class MaxPool2dOp extends defineOp('ttir.max_pool2d', {
  summary: '2D max pooling',
  operands: { input: tensor },
  attrs: {
    kernel: windowAttr,
    stride: windowAttr,
    dilation: windowAttr,
    padding: windowAttr,
    ceil_mode: boolAttr,
    flattened_compat_info: optionalAttr(FlattenedCompatInfoAttr.constraint),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): Folded {
    return isPoolingOfOne(this) ? [this.input] : null;
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(poolingProblems(this), report);
  }
}

/** Greatest element of windows and its index. */
export class MaxPool2dWithIndicesOp extends defineOp('ttir.max_pool2d_with_indices', {
  summary: '2D max pooling with indices',
  operands: { input: tensor, output: variadic(tensor) },
  attrs: {
    kernel: windowAttr,
    stride: windowAttr,
    dilation: windowAttr,
    padding: windowAttr,
    ceil_mode: boolAttr,
    flattened_compat_info: optionalAttr(FlattenedCompatInfoAttr.constraint),
  },
  results: { result: tensor, result_indices: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(poolingWithIndicesProblems(this), report);
  }
}

/** Mean over height and width. */
export class GlobalAvgPool2dOp extends defineOp('ttir.global_avg_pool2d', {
  summary: '2D global average pooling',
  operands: { input: tensor },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(globalPoolingProblems(this), report);
  }
}

/** Enlargement of height and width. */
export class Upsample2dOp extends defineOp('ttir.upsample2d', {
  summary: '2D upsampling',
  operands: { input: tensor },
  attrs: {
    scale_factor: scaleFactorAttr,
    mode: storedDefaultAttr(stringAttr, () => StringAttr.get('nearest')),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(upsampleProblems(this), report);
  }
}
