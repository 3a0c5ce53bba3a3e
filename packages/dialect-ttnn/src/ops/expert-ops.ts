import * as ttir from '@shardform/dialect-ttir';
import { sharedWith } from './shared-spec.ts';
import {
  attrSizedOperandSegments,
  defineOp,
  type OpReport,
  optional,
  optionalAttr,
  storedDefaultAttr,
} from '@shardform/ir-core';
import { MoeActivationFunctionAttr, TopologyAttr } from '@shardform/dialect-ttcore';
import { boolAttr, checks, i64IntegerAttr, ui32Attr } from '@shardform/dialect-ttir';
import { coreRangeSetAttr, device, globalSemaphore, tensor } from '../constraints.ts';
import { tileElements } from '../traits.ts';
import {
  combineProblems,
  dispatchMetadataProblems,
  expertProblems,
  firstExpertWeightProblems,
  secondExpertWeightProblems,
} from '../verify/index.ts';

/** Results of experts back to the tokens of devices. */
export class AllToAllCombineOp extends defineOp('ttnn.all_to_all_combine', {
  ...sharedWith(ttir.AllToAllCombineOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(combineProblems(this), report);
  }
}

/** Tokens to the devices of their experts. */
export class AllToAllDispatchOp extends defineOp('ttnn.all_to_all_dispatch', {
  ...sharedWith(ttir.AllToAllDispatchOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.dispatchProblems(this), report);
  }
}

/** Tokens and scores to the devices of their experts. */
export class AllToAllDispatchMetadataOp extends defineOp('ttnn.all_to_all_dispatch_metadata', {
  summary: 'all-to-all dispatch of tokens and scores to experts (MoE)',
  operands: {
    input_tensor: tensor,
    expert_indices: tensor,
    expert_scores: tensor,
    expert_mapping: tensor,
    dispatched_buffer: optional(tensor),
    indices_buffer: optional(tensor),
    scores_buffer: optional(tensor),
    cross_device_semaphore: optional(globalSemaphore),
  },
  attrs: {
    num_devices: i64IntegerAttr,
    cluster_axis: i64IntegerAttr,
  },
  results: { dispatched: tensor, indices: tensor, scores: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(dispatchMetadataProblems(this), report);
  }
}

/** The experts of a device with their exchange. */
export class MoeComputeOp extends defineOp('ttnn.moe_compute', {
  summary: 'fused MoE layer: the experts of a device with their combine',
  operands: {
    tilize_input_tensor: tensor,
    tilize_expert_indices_tensor: tensor,
    tilize_expert_scores_tensor: tensor,
    tilize_expert_mapping_tensor: tensor,
    matmul_w0_w1_tensor: tensor,
    matmul_w2_tensor: tensor,
    optional_output_tensor: optional(tensor),
    cross_device_semaphore: optional(globalSemaphore),
    device,
  },
  attrs: {
    layer_id: ui32Attr,
    output_height_shard_dim: ui32Attr,
    intermediate_size: ui32Attr,
    has_bias: boolAttr,
    activation_function: storedDefaultAttr(MoeActivationFunctionAttr.constraint, () =>
      MoeActivationFunctionAttr.get('silu'),
    ),
    cluster_axis: ui32Attr,
    num_links: optionalAttr(ui32Attr),
    topology: optionalAttr(TopologyAttr.constraint),
    mux_core_range_set: coreRangeSetAttr,
  },
  results: { combine_output: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(expertProblems(this), report);
  }
}

/** Selects the tokens that the experts of a device get. */
export class MoeExpertTokenRemapOp extends defineOp('ttnn.moe_expert_token_remap', {
  ...sharedWith(ttir.MoeExpertTokenRemapOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.tokenRemapProblems(this, ['', '']), report);
  }
}

/** The experts of a device. */
export class MoeGptOp extends defineOp('ttnn.moe_gpt', {
  ...sharedWith(ttir.MoeGptOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.packedExpertProblems(this), report);
  }
}

/** Weighted sum of the results of experts. */
export class SelectiveReduceCombineOp extends defineOp('ttnn.selective_reduce_combine', {
  ...sharedWith(ttir.SelectiveReduceCombineOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.selectiveCombineProblems(this), report);
  }
}

/** First weights in the order that experts read them. */
export class PrepareMoEComputeW0W1WeightsOp extends defineOp('ttnn.prepare_moe_compute_w0_w1_weights', {
  summary: 'prepares the gate and up weights of moe_compute',
  operands: { w0: tensor, w1: tensor, bias_0: optional(tensor), bias_1: optional(tensor), device },
  attrs: {
    hidden_size: ui32Attr,
    intermediate_size: ui32Attr,
  },
  results: { result: tensor },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(firstExpertWeightProblems(this), report);
  }
}

/** Second weights in the order that experts read them. */
export class PrepareMoEComputeW2WeightsOp extends defineOp('ttnn.prepare_moe_compute_w2_weights', {
  summary: 'prepares the down weights of moe_compute',
  operands: { w2: tensor, bias_2: optional(tensor), device },
  attrs: {
    hidden_size: ui32Attr,
    intermediate_size: ui32Attr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(secondExpertWeightProblems(this), report);
  }
}
