import * as ttir from '@shardform/dialect-ttir';
import { sharedWith } from './shared-spec.ts';
import {
  boolAttr as bool,
  defineOp,
  type OpReport,
  optionalAttr,
  storedDefaultAttr,
  stringAttr,
  StringAttr,
} from '@shardform/ir-core';
import {
  boolAttr,
  checks,
  i32Attr,
  i32DenseArrayAttr,
  scaleFactorAttr,
  si32Attr,
} from '@shardform/dialect-ttir';
import { TensorMemoryLayoutAttr } from '../attrs/index.ts';
import { tensor } from '../constraints.ts';
import { tileElements } from '../traits.ts';
import { globalPoolingProblems, poolingProblems } from '../verify/index.ts';

const windows = {
  batch_size: si32Attr,
  input_height: si32Attr,
  input_width: si32Attr,
  channels: si32Attr,
  kernel_size: i32DenseArrayAttr,
  stride: i32DenseArrayAttr,
  padding: i32DenseArrayAttr,
  dilation: i32DenseArrayAttr,
  applied_shard_scheme: optionalAttr(TensorMemoryLayoutAttr.constraint),
  ceil_mode: boolAttr,
  reallocate_halo_output: storedDefaultAttr(boolAttr, () => bool(true)),
};

/** Mean over windows. */
export class AvgPool2dOp extends defineOp('ttnn.avg_pool2d', {
  summary: '2D average pooling',
  operands: { input: tensor },
  attrs: {
    ...windows,
    count_include_pad: storedDefaultAttr(boolAttr, () => bool(true)),
    divisor_override: optionalAttr(i32Attr),
    config_tensors_in_dram: optionalAttr(boolAttr),
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(poolingProblems(this, this.name), report);
  }
}

/** Greatest element of windows. */
export class MaxPool2dOp extends defineOp('ttnn.max_pool2d', {
  summary: '2D max pooling',
  operands: { input: tensor },
  attrs: { ...windows, config_tensors_in_dram: optionalAttr(boolAttr) },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(poolingProblems(this, this.name), report);
  }
}

/** Greatest element of windows and its index. */
export class MaxPool2dWithIndicesOp extends defineOp('ttnn.max_pool2d_with_indices', {
  summary: '2D max pooling with indices',
  operands: { input: tensor },
  attrs: { ...windows, config_tensors_in_dram: optionalAttr(boolAttr) },
  results: { result: tensor, result_indices: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(poolingProblems(this, this.name), report);
  }
}

/** Mean over height and width. */
export class GlobalAvgPool2dOp extends defineOp('ttnn.global_avg_pool2d', {
  ...sharedWith(ttir.GlobalAvgPool2dOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(globalPoolingProblems(this), report);
  }
}

/** Enlargement of height and width. */
export class UpsampleOp extends defineOp('ttnn.upsample', {
  summary: '2D upsampling',
  operands: { input: tensor },
  attrs: {
    scale_factor: scaleFactorAttr,
    mode: storedDefaultAttr(stringAttr, () => StringAttr.get('nearest')),
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.upsampleProblems(this), report);
  }
}
