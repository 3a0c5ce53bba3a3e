import {
  attrSizedOperandSegments,
  defineOp,
  type OpReport,
  optional,
  optionalAttr,
  storedDefaultAttr,
} from '@shardform/ir-core';
import { MoeActivationFunctionAttr } from '@shardform/dialect-ttcore';
import { i64Default, i64IntegerAttr, tensor, ui32Attr, ui32Default } from '../constraints.ts';
import {
  combineProblems,
  dispatchMetadataProblems,
  dispatchProblems,
  expertProblems,
  packedExpertProblems,
  selectiveCombineProblems,
  tokenRemapProblems,
  verifyFirst,
} from '../verify/index.ts';

/** Results of experts back to the tokens of devices. */
export class AllToAllCombineOp extends defineOp('ttir.all_to_all_combine', {
  summary: 'all-to-all combine of the results of experts (MoE)',
  operands: { input_tensor: tensor, expert_metadata: tensor, expert_mapping: tensor },
  attrs: {
    num_devices: i64IntegerAttr,
    cluster_axis: i64IntegerAttr,
    num_experts_per_tok: i64IntegerAttr,
    output_shard_dim: storedDefaultAttr(i64IntegerAttr, i64Default(2)),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(combineProblems(this), report);
  }
}

/** Tokens to the devices of their experts. */
export class AllToAllDispatchOp extends defineOp('ttir.all_to_all_dispatch', {
  summary: 'all-to-all dispatch of tokens to experts (MoE)',
  operands: { input_tensor: tensor, expert_indices: tensor, expert_mapping: tensor },
  attrs: {
    num_devices: i64IntegerAttr,
    cluster_axis: i64IntegerAttr,
  },
  results: { dispatched: tensor, metadata: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(dispatchProblems(this), report);
  }
}

/** Tokens and scores to the devices of their experts. */
export class AllToAllDispatchMetadataOp extends defineOp('ttir.all_to_all_dispatch_metadata', {
  summary: 'all-to-all dispatch of tokens and scores to experts (MoE)',
  operands: { input_tensor: tensor, expert_indices: tensor, expert_scores: tensor, expert_mapping: tensor },
  attrs: {
    num_devices: i64IntegerAttr,
    cluster_axis: i64IntegerAttr,
  },
  results: { dispatched: tensor, indices: tensor, scores: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(dispatchMetadataProblems(this, [4, '[1, 1, D, E]']), report);
  }
}

/** The experts of a device with their exchange. */
export class MoeComputeOp extends defineOp('ttir.moe_compute', {
  summary: 'fused MoE layer: the experts of a device with their combine',
  operands: {
    tilize_input_tensor: tensor,
    tilize_expert_indices_tensor: tensor,
    tilize_expert_scores_tensor: tensor,
    tilize_expert_mapping_tensor: tensor,
    w0: tensor,
    w1: tensor,
    w2: tensor,
    bias_0: optional(tensor),
    bias_1: optional(tensor),
    bias_2: optional(tensor),
  },
  attrs: {
    layer_id: ui32Attr,
    output_height_shard_dim: ui32Attr,
    intermediate_size: ui32Attr,
    activation_function: storedDefaultAttr(MoeActivationFunctionAttr.constraint, () =>
      MoeActivationFunctionAttr.get('silu'),
    ),
    cluster_axis: ui32Attr,
  },
  results: { combine_output: tensor },
  traits: [attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(expertProblems(this), report);
  }
}

/** Selects the tokens that the experts of a device get. */
export class MoeExpertTokenRemapOp extends defineOp('ttir.moe_expert_token_remap', {
  summary: 'remaps MoE routing scores to the experts of a device',
  operands: { topk_tensor: tensor, expert_mapping: tensor, expert_metadata: tensor },
  attrs: {
    reduction_size: i64IntegerAttr,
  },
  results: { mapping: tensor, reduced: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(
      tokenRemapProblems(this, ['[1, B, S, E_local]', '[1, 1, ceil(B*S/R), E_local]']),
      report,
    );
  }
}

/** The experts of a device. */
export class MoeGptOp extends defineOp('ttir.moe_gpt', {
  summary: 'fused MoE layer of GPT-OSS: the experts of a device',
  operands: {
    input_tensor: tensor,
    expert_indices: tensor,
    expert_scores: tensor,
    expert_mapping: tensor,
    w0_w1_tensor: tensor,
    w2_tensor: tensor,
  },
  attrs: {
    output_height_shard_dim: storedDefaultAttr(ui32Attr, ui32Default(4)),
    output_width_shard_dim: storedDefaultAttr(ui32Attr, ui32Default(3)),
    hidden_size: storedDefaultAttr(ui32Attr, ui32Default(2880)),
    cluster_axis: optionalAttr(ui32Attr),
  },
  results: {
    token_counts: tensor,
    activation_records: tensor,
    token_indices: tensor,
    tilize_out: tensor,
    tilize_out_rm: tensor,
  },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(packedExpertProblems(this), report);
  }
}

/** Weighted sum of the results of experts. */
export class SelectiveReduceCombineOp extends defineOp('ttir.selective_reduce_combine', {
  summary: 'selective reduce-combine of the results of experts (MoE)',
  operands: {
    dense_input_tensor: tensor,
    dense_activations_tensor: tensor,
    dense_token_maps_tensor: tensor,
    dense_token_counts_tensor: tensor,
  },
  attrs: {
    hidden_size: ui32Attr,
    batch_size: ui32Attr,
    seq_size: ui32Attr,
    select_experts_k: ui32Attr,
    experts: ui32Attr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(selectiveCombineProblems(this), report);
  }
}
