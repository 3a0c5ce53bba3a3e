import {
  attrSizedOperandSegments,
  boolAttr as bool,
  defineOp,
  type OpReport,
  optional,
  storedDefaultAttr,
} from '@shardform/ir-core';
import {
  boolAttr,
  f32Attr,
  f32Default,
  i32Attr,
  i64ArrayAttr,
  i64Default,
  i64IntegerAttr,
  si32Attr,
  tensor,
  ui32Attr,
} from '../constraints.ts';
import {
  batchNormProblems,
  distributedLayerNormProblems,
  distributedRmsNormProblems,
  groupNormProblems,
  softmaxProblems,
  trailingNormProblems,
  verifyFirst,
} from '../verify/index.ts';

/** Batch normalisation with known statistics. */
export class BatchNormInferenceOp extends defineOp('ttir.batch_norm_inference', {
  summary: 'batch normalization for inference',
  operands: { operand: tensor, scale: tensor, offset: tensor, mean: tensor, variance: tensor },
  attrs: {
    epsilon: f32Attr,
    dimension: i32Attr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(batchNormProblems(this), report);
  }
}

/** Batch normalisation that updates the statistics. */
export class BatchNormTrainingOp extends defineOp('ttir.batch_norm_training', {
  summary: 'batch normalization for training',
  operands: {
    operand: tensor,
    scale: tensor,
    offset: tensor,
    running_mean: tensor,
    running_variance: tensor,
  },
  attrs: {
    epsilon: f32Attr,
    dimension: i32Attr,
    momentum: f32Attr,
  },
  results: { result: tensor, batch_mean: tensor, batch_variance: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(batchNormProblems(this), report);
  }
}

/** Layer normalisation. */
export class LayerNormOp extends defineOp('ttir.layer_norm', {
  summary: 'layer normalization',
  operands: { input: tensor, weight: optional(tensor), bias: optional(tensor) },
  attrs: {
    normalized_shape: i64ArrayAttr,
    epsilon: storedDefaultAttr(f32Attr, f32Default(1e-5)),
  },
  results: { result: tensor },
  traits: [attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(trailingNormProblems(this), report);
  }
}

/** Normalisation by the root mean square. */
export class RmsNormOp extends defineOp('ttir.rms_norm', {
  summary: 'RMS normalization',
  operands: { input: tensor, weight: optional(tensor), bias: optional(tensor) },
  attrs: {
    normalized_shape: i64ArrayAttr,
    epsilon: storedDefaultAttr(f32Attr, f32Default(1e-5)),
  },
  results: { result: tensor },
  traits: [attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(trailingNormProblems(this), report);
  }
}

/** Normalisation of groups of channels. */
export class GroupNormOp extends defineOp('ttir.group_norm', {
  summary: 'group normalization',
  operands: { input: tensor, input_mask: optional(tensor), weight: optional(tensor), bias: optional(tensor) },
  attrs: {
    num_groups: i64IntegerAttr,
    epsilon: storedDefaultAttr(f32Attr, f32Default(1e-12)),
    channel_dim: storedDefaultAttr(i64IntegerAttr, i64Default(3)),
  },
  results: { result: tensor },
  traits: [attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(groupNormProblems(this), report);
  }
}

/** Normalisation by the root mean square over devices. */
export class DistributedRMSNormOp extends defineOp('ttir.distributed_rms_norm', {
  summary: 'distributed RMS normalization',
  operands: { input: tensor, weight: optional(tensor), residual: optional(tensor) },
  attrs: {
    cluster_axis: ui32Attr,
    epsilon: storedDefaultAttr(f32Attr, f32Default(1e-5)),
  },
  results: { result: tensor },
  traits: [attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(distributedRmsNormProblems(this), report);
  }
}

/** Layer normalisation over devices. */
export class DistributedLayerNormOp extends defineOp('ttir.distributed_layer_norm', {
  summary: 'distributed layer normalization',
  operands: { input: tensor, weight: optional(tensor), bias: optional(tensor), residual: optional(tensor) },
  attrs: {
    cluster_axis: ui32Attr,
    epsilon: storedDefaultAttr(f32Attr, f32Default(1e-5)),
  },
  results: { result: tensor },
  traits: [attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(distributedLayerNormProblems(this), report);
  }
}

/** Normalised exponentials along a dimension. */
export class SoftmaxOp extends defineOp('ttir.softmax', {
  summary: 'softmax along a dimension',
  operands: { input: tensor },
  attrs: {
    dimension: si32Attr,
    numericStable: storedDefaultAttr(boolAttr, () => bool(false)),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(softmaxProblems(this), report);
  }
}
