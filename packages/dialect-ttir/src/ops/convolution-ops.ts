import {
  defineOp,
  type OpReport,
  optional,
  optionalAttr,
  storedDefaultAttr,
  stringAttr,
  StringAttr,
} from '@shardform/ir-core';
import { FlattenedCompatInfoAttr } from '../attrs/window-attrs.ts';
import { i32Attr, i64Default, i64IntegerAttr, tensor, windowAttr } from '../constraints.ts';
import {
  conv1dProblems,
  conv2dProblems,
  conv3dProblems,
  convTranspose2dProblems,
  verifyFirst,
} from '../verify/index.ts';

/** Convolution in one dimension. */
export class Conv1dOp extends defineOp('ttir.conv1d', {
  summary: '1D convolution',
  operands: { input: tensor, weight: tensor, bias: optional(tensor) },
  attrs: {
    stride: windowAttr,
    padding: windowAttr,
    dilation: windowAttr,
    groups: i32Attr,
    batch_dim: storedDefaultAttr(i64IntegerAttr, i64Default(0)),
    length_dim: storedDefaultAttr(i64IntegerAttr, i64Default(1)),
    channel_dim: storedDefaultAttr(i64IntegerAttr, i64Default(2)),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(conv1dProblems(this), report);
  }
}

/** Convolution in two dimensions. */
export class Conv2dOp extends defineOp('ttir.conv2d', {
  summary: '2D convolution',
  operands: { input: tensor, weight: tensor, bias: optional(tensor) },
  attrs: {
    stride: windowAttr,
    padding: windowAttr,
    dilation: windowAttr,
    groups: i32Attr,
    batch_dim: storedDefaultAttr(i64IntegerAttr, i64Default(0)),
    height_dim: storedDefaultAttr(i64IntegerAttr, i64Default(1)),
    width_dim: storedDefaultAttr(i64IntegerAttr, i64Default(2)),
    channel_dim: storedDefaultAttr(i64IntegerAttr, i64Default(3)),
    flattened_compat_info: optionalAttr(FlattenedCompatInfoAttr.constraint),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(conv2dProblems(this), report);
  }
}

/** Convolution in three dimensions. */
export class Conv3dOp extends defineOp('ttir.conv3d', {
  summary: '3D convolution',
  operands: { input: tensor, weight: tensor, bias: optional(tensor) },
  attrs: {
    stride: windowAttr,
    padding: windowAttr,
    groups: i32Attr,
    batch_dim: storedDefaultAttr(i64IntegerAttr, i64Default(0)),
    depth_dim: storedDefaultAttr(i64IntegerAttr, i64Default(1)),
    height_dim: storedDefaultAttr(i64IntegerAttr, i64Default(2)),
    width_dim: storedDefaultAttr(i64IntegerAttr, i64Default(3)),
    channel_dim: storedDefaultAttr(i64IntegerAttr, i64Default(4)),
    padding_mode: storedDefaultAttr(stringAttr, () => StringAttr.get('zeros')),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(conv3dProblems(this), report);
  }
}

/** Transposed convolution in two dimensions. */
export class ConvTranspose2dOp extends defineOp('ttir.conv_transpose2d', {
  summary: '2D transposed convolution',
  operands: { input: tensor, weight: tensor, bias: optional(tensor) },
  attrs: {
    stride: windowAttr,
    padding: windowAttr,
    output_padding: windowAttr,
    dilation: windowAttr,
    groups: i32Attr,
    batch_dim: storedDefaultAttr(i64IntegerAttr, i64Default(0)),
    height_dim: storedDefaultAttr(i64IntegerAttr, i64Default(1)),
    width_dim: storedDefaultAttr(i64IntegerAttr, i64Default(2)),
    channel_dim: storedDefaultAttr(i64IntegerAttr, i64Default(3)),
    flattened_compat_info: optionalAttr(FlattenedCompatInfoAttr.constraint),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(convTranspose2dProblems(this), report);
  }
}
