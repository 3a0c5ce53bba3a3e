import * as ttir from '@shardform/dialect-ttir';
import { sharedWith } from './shared-spec.ts';
import {
  attrSizedOperandSegments,
  defineOp,
  type OpReport,
  optional,
  optionalAttr,
  storedDefaultAttr,
  stringAttr,
} from '@shardform/ir-core';
import { TopologyAttr } from '@shardform/dialect-ttcore';
import { boolAttr, checks, f32Attr, f32Default, i64IntegerAttr, ui32Attr } from '@shardform/dialect-ttir';
import { LayerNormConfigAttr, MemoryConfigAttr } from '../attrs/index.ts';
import { computeConfig, device, globalSemaphore, tensor } from '../constraints.ts';
import { tileElements } from '../traits.ts';
import {
  batchNormProblems,
  distributedLayerNormProblems,
  distributedRmsNormProblems,
  fusedNormProblems,
  groupNormProblems,
  lastDimensionNormProblems,
  layerFromStatisticsProblems,
  layerStatisticsProblems,
  rmsStatisticsProblems,
} from '../verify/index.ts';

/** Batch normalisation with known statistics. */
export class BatchNormInferenceOp extends defineOp('ttnn.batch_norm_inference', {
  summary: 'batch normalization for inference',
  operands: {
    input: tensor,
    running_mean: optional(tensor),
    running_var: optional(tensor),
    weight: optional(tensor),
    bias: optional(tensor),
  },
  attrs: {
    epsilon: storedDefaultAttr(f32Attr, f32Default(1e-5)),
    compute_config: optionalAttr(computeConfig),
  },
  results: { result: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(batchNormProblems(this), report);
  }
}

/** Batch normalisation that updates the statistics. */
export class BatchNormTrainingOp extends defineOp('ttnn.batch_norm_training', {
  summary: 'batch normalization for training',
  operands: {
    input: tensor,
    running_mean: optional(tensor),
    running_var: optional(tensor),
    weight: optional(tensor),
    bias: optional(tensor),
  },
  attrs: {
    epsilon: storedDefaultAttr(f32Attr, f32Default(1e-5)),
    momentum: storedDefaultAttr(f32Attr, f32Default(0.1)),
    compute_config: optionalAttr(computeConfig),
  },
  results: { result: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  // The statistics are written in place.
  effects: [
    { kind: 'write', on: 'running_mean' },
    { kind: 'write', on: 'running_var' },
  ],
  speculates: 'never',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(batchNormProblems(this), report);
  }
}

/** Layer normalisation. */
export class LayerNormOp extends defineOp('ttnn.layer_norm', {
  summary: 'layer normalization',
  operands: { input: tensor, weight: optional(tensor), bias: optional(tensor) },
  attrs: {
    epsilon: storedDefaultAttr(f32Attr, f32Default(1e-12)),
  },
  results: { result: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(lastDimensionNormProblems(this), report);
  }
}

/** Normalisation by the root mean square. */
export class RmsNormOp extends defineOp('ttnn.rms_norm', {
  summary: 'RMS normalization',
  operands: { input: tensor, weight: optional(tensor), bias: optional(tensor) },
  attrs: {
    epsilon: storedDefaultAttr(f32Attr, f32Default(1e-12)),
    compute_config: optionalAttr(computeConfig),
  },
  results: { result: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(lastDimensionNormProblems(this), report);
  }
}

/** Normalisation of groups of channels. */
export class GroupNormOp extends defineOp('ttnn.group_norm', {
  summary: 'group normalization',
  operands: { input: tensor, input_mask: optional(tensor), weight: optional(tensor), bias: optional(tensor) },
  attrs: {
    num_groups: i64IntegerAttr,
    epsilon: storedDefaultAttr(f32Attr, f32Default(1e-12)),
  },
  results: { result: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(groupNormProblems(this), report);
  }
}

/** Normalisation by the root mean square over devices. */
export class DistributedRMSNormOp extends defineOp('ttnn.distributed_rms_norm', {
  summary: 'distributed RMS normalization',
  operands: {
    input: tensor,
    weight: optional(tensor),
    residual: optional(tensor),
    stats: optional(tensor),
    semaphore: optional(globalSemaphore),
    device,
  },
  attrs: {
    cluster_axis: ui32Attr,
    epsilon: storedDefaultAttr(f32Attr, f32Default(1e-12)),
    sub_device_id: optionalAttr(ui32Attr),
    num_links: optionalAttr(ui32Attr),
    topology: optionalAttr(TopologyAttr.constraint),
    compute_config: optionalAttr(computeConfig),
    program_config: optionalAttr(LayerNormConfigAttr.constraint),
  },
  results: { result: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(distributedRmsNormProblems(this), report);
  }
}

/** Layer normalisation over devices. */
export class DistributedLayerNormOp extends defineOp('ttnn.distributed_layer_norm', {
  summary: 'distributed layer normalization',
  operands: {
    input: tensor,
    weight: optional(tensor),
    bias: optional(tensor),
    residual: optional(tensor),
    device,
  },
  attrs: {
    cluster_axis: ui32Attr,
    epsilon: storedDefaultAttr(f32Attr, f32Default(1e-5)),
  },
  results: { result: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(distributedLayerNormProblems(this), report);
  }
}

/** Normalised exponentials along a dimension. */
export class SoftmaxOp extends defineOp('ttnn.softmax', {
  ...sharedWith(ttir.SoftmaxOp),
  attrs: { ...sharedWith(ttir.SoftmaxOp).attrs, compute_config: optionalAttr(computeConfig) },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.softmaxProblems(this), report);
  }
}

/** Statistics of a device for a layer normalisation over devices. */
export class LayerNormPreAllGatherOp extends defineOp('ttnn.layer_norm_pre_all_gather', {
  summary: 'distributed layer normalization: statistics of a device',
  operands: { input: tensor, residual_input: optional(tensor), recip: optional(tensor) },
  attrs: {
    compute_config: optionalAttr(computeConfig),
    program_config: optionalAttr(LayerNormConfigAttr.constraint),
  },
  results: { result: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(layerStatisticsProblems(this), report);
  }
}

/** Layer normalisation from the statistics of all devices. */
export class LayerNormPostAllGatherOp extends defineOp('ttnn.layer_norm_post_all_gather', {
  summary: 'distributed layer normalization: normalizes with gathered statistics',
  operands: { input: tensor, stats: tensor, weight: optional(tensor), bias: optional(tensor) },
  attrs: {
    epsilon: storedDefaultAttr(f32Attr, f32Default(1e-12)),
    compute_config: optionalAttr(computeConfig),
    program_config: optionalAttr(LayerNormConfigAttr.constraint),
  },
  results: { result: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(layerFromStatisticsProblems(this), report);
  }
}

/** Statistics of a device for a normalisation by the root mean square over devices. */
export class RmsNormPreAllGatherOp extends defineOp('ttnn.rms_norm_pre_all_gather', {
  summary: 'distributed RMS normalization: statistics of a device',
  operands: { input: tensor, residual: optional(tensor) },
  attrs: {
    compute_config: optionalAttr(computeConfig),
    program_config: optionalAttr(LayerNormConfigAttr.constraint),
    use_2d_core_grid: optionalAttr(boolAttr),
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(rmsStatisticsProblems(this), report);
  }
}

/** Normalisation by the root mean square with an activation. */
export class DitRMSNormUnaryFusedOp extends defineOp('ttnn.dit_rms_norm_unary_fused', {
  summary: 'RMS normalization with a fused activation',
  operands: {
    input: tensor,
    weight: optional(tensor),
    bias: optional(tensor),
    residual_input: optional(tensor),
  },
  attrs: {
    epsilon: storedDefaultAttr(f32Attr, f32Default(1e-5)),
    activation: optionalAttr(stringAttr),
    memory_config: optionalAttr(MemoryConfigAttr.constraint),
    compute_config: optionalAttr(computeConfig),
  },
  results: { result: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(fusedNormProblems(this), report);
  }
}
