import { dataTypes, GridAttr, namedParameter } from '@shardform/dialect-ttcore';
import {
  arrayParameter,
  attributeOf,
  attributeWhere,
  booleanParameter,
  defineAttr,
  FloatAttr,
  integerParameter,
  optionalParameter,
  strippedAttribute,
  wordParameter,
} from '@shardform/ir-core';
import { CoreCoordAttr, CoreRangeSetAttr } from './core-attrs.ts';
import { TensorLayoutAttr, TensorMemoryLayoutAttr } from './enums.ts';
import { unaryOpTypes } from './unary-op-types.ts';

const optionalBoolean = /* @__PURE__ */ optionalParameter(booleanParameter);
const optionalInteger = /* @__PURE__ */ optionalParameter(integerParameter);

/** The precision and the accumulation width of the cores' computation. */
const computeParameters = {
  /** From fastest to most exact. */
  math_fidelity: /* @__PURE__ */ optionalParameter(
    /* @__PURE__ */ wordParameter(['lofi', 'hifi2', 'hifi3', 'hifi4']),
  ),
  math_approx_mode: /* @__PURE__ */ optionalParameter(booleanParameter),
  /** True if sums are accumulated in 32 bits. */
  fp32_dest_acc_en: /* @__PURE__ */ optionalParameter(booleanParameter),
  packer_l1_acc: /* @__PURE__ */ optionalParameter(booleanParameter),
  dst_full_sync_en: /* @__PURE__ */ optionalParameter(booleanParameter),
};

/** `#ttnn.device_compute_kernel_config<math_fidelity = hifi4, fp32_dest_acc_en = true>`. */
export class ComputeKernelConfigAttr extends defineAttr('ttnn.device_compute_kernel_config', {
  summary: 'TTNN DeviceComputeKernelConfig attribute',
  parameters: computeParameters,
  format: '`<` struct(params) `>`',
}) {}

const unaryParameters = {
  op_type: /* @__PURE__ */ namedParameter('op_type', /* @__PURE__ */ wordParameter(unaryOpTypes)),
  params: /* @__PURE__ */ optionalParameter(
    /* @__PURE__ */ namedParameter(
      'params',
      /* @__PURE__ */ arrayParameter(
        /* @__PURE__ */ attributeWhere((attribute) => attribute instanceof FloatAttr, {
          kind: 'float',
          problem: 'expected a float attribute',
        }),
      ),
    ),
  ),
};

/** `#ttnn.unary_with_param<op_type = relu>`: a function applied to each element, with its numbers. */
export class UnaryWithParamAttr extends defineAttr('ttnn.unary_with_param', {
  summary: 'A unary operation with parameters',
  parameters: unaryParameters,
  format: '`<` params `>`',
}) {}

const fusedActivation = /* @__PURE__ */ optionalParameter(/* @__PURE__ */ attributeOf(UnaryWithParamAttr));

/** Parameters that the configurations of matrix products share; sizes are in tiles. */
const blockParameters = {
  compute_with_storage_grid_size: /* @__PURE__ */ attributeOf(CoreCoordAttr),
  in0_block_w: integerParameter,
  out_subblock_h: integerParameter,
  out_subblock_w: integerParameter,
  out_block_h: integerParameter,
  out_block_w: integerParameter,
  per_core_m: integerParameter,
  per_core_n: integerParameter,
};

const oneDimensionalParameters = {
  ...blockParameters,
  fuse_batch: booleanParameter,
  fused_activation: fusedActivation,
  mcast_in0: booleanParameter,
  gather_in0: booleanParameter,
  hop_cores: /* @__PURE__ */ attributeOf(CoreRangeSetAttr),
  num_global_cb_receivers: integerParameter,
  untilize_out: booleanParameter,
};

/** A matrix product spread over the cores in one dimension. */
export class Matmul1dConfigAttr extends defineAttr(
  'ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config',
  {
    summary: 'TTNN MatmulMultiCoreReuseMultiCast1DProgramConfig',
    parameters: oneDimensionalParameters,
    format: '`<` struct(params) `>`',
  },
) {}

const twoDimensionalParameters = {
  ...blockParameters,
  transpose_mcast: booleanParameter,
  fused_activation: fusedActivation,
  fuse_batch: booleanParameter,
};

/** A matrix product spread over rows and columns of cores. */
export class Matmul2dConfigAttr extends defineAttr('ttnn.matmul_multi_core_reuse_multi_cast_program_config', {
  summary: 'TTNN MatmulMultiCoreReuseMultiCastProgramConfig',
  parameters: twoDimensionalParameters,
  format: '`<` struct(params) `>`',
}) {}

const reuseParameters = {
  compute_with_storage_grid_size: /* @__PURE__ */ attributeOf(CoreCoordAttr),
  in0_block_w: integerParameter,
  out_subblock_h: integerParameter,
  out_subblock_w: integerParameter,
  per_core_m: integerParameter,
  per_core_n: integerParameter,
};

/** Matrix products of which each core does whole ones. */
export class MatmulReuseConfigAttr extends defineAttr('ttnn.matmul_multi_core_reuse_program_config', {
  summary: 'TTNN MatmulMultiCoreReuseProgramConfig',
  parameters: reuseParameters,
  format: '`<` struct(params) `>`',
}) {}

const dramShardedParameters = {
  in0_block_w: integerParameter,
  per_core_m: integerParameter,
  per_core_n: integerParameter,
  fused_activation: fusedActivation,
};

/** A matrix product whose second operand is spread over the memory banks. */
export class MatmulDramShardedConfigAttr extends defineAttr(
  'ttnn.matmul_multi_core_reuse_multi_cast_dram_sharded_program_config',
  {
    summary: 'TTNN MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig',
    parameters: dramShardedParameters,
    format: '`<` struct(params) `>`',
  },
) {}

/** The configuration by which cores share a matrix product. */
export type MatmulConfigAttr =
  Matmul1dConfigAttr | Matmul2dConfigAttr | MatmulDramShardedConfigAttr | MatmulReuseConfigAttr;

const attentionParameters = {
  compute_with_storage_grid_size: /* @__PURE__ */ strippedAttribute(CoreCoordAttr),
  sub_core_grids: /* @__PURE__ */ optionalParameter(/* @__PURE__ */ strippedAttribute(CoreRangeSetAttr)),
  q_chunk_size: integerParameter,
  k_chunk_size: integerParameter,
  exp_approx_mode: /* @__PURE__ */ optionalParameter(booleanParameter),
  max_cores_per_head_batch: /* @__PURE__ */ optionalParameter(integerParameter),
};

/** The configuration by which cores share attention; chunks are in rows of the operands. */
export class SdpaConfigAttr extends defineAttr('ttnn.sdpa_program_config', {
  summary: 'TTNN SDPA (Scaled Dot Product Attention) Program Config',
  parameters: attentionParameters,
  format: '`<` struct(params) `>`',
}) {}

const layerNormParameters = {
  compute_with_storage_grid_size: /* @__PURE__ */ strippedAttribute(CoreCoordAttr),
  subblock_w: integerParameter,
  block_h: integerParameter,
  block_w: integerParameter,
  inplace: booleanParameter,
};

/** The configuration by which cores share a layer normalisation; sizes are in tiles. */
export class LayerNormConfigAttr extends defineAttr('ttnn.layernorm_sharded_multicore_program_config', {
  summary: 'TTNN LayerNorm Sharded Multi-Core Program Config',
  parameters: layerNormParameters,
  format: '`<` struct(params) `>`',
}) {}

const convParameters = {
  weights_dtype: /* @__PURE__ */ optionalParameter(/* @__PURE__ */ wordParameter(dataTypes)),
  activation: /* @__PURE__ */ optionalParameter(/* @__PURE__ */ strippedAttribute(UnaryWithParamAttr)),
  deallocate_activation: optionalBoolean,
  reallocate_halo_output: optionalBoolean,
  act_block_h_override: optionalInteger,
  act_block_w_div: optionalInteger,
  reshard_if_not_optimal: optionalBoolean,
  override_sharding_config: optionalBoolean,
  shard_layout: /* @__PURE__ */ optionalParameter(
    /* @__PURE__ */ wordParameter(TensorMemoryLayoutAttr.values),
  ),
  core_grid: /* @__PURE__ */ optionalParameter(/* @__PURE__ */ strippedAttribute(CoreRangeSetAttr)),
  transpose_shards: optionalBoolean,
  output_layout: /* @__PURE__ */ optionalParameter(/* @__PURE__ */ wordParameter(TensorLayoutAttr.values)),
  enable_act_double_buffer: optionalBoolean,
  enable_weights_double_buffer: optionalBoolean,
  enable_kernel_stride_folding: optionalBoolean,
  config_tensors_in_dram: optionalBoolean,
};

/** The configuration of a convolution; fields that are absent are the library's choice. */
export class Conv2dConfigAttr extends defineAttr('ttnn.conv2d_config', {
  summary: 'TTNN Conv2dConfig attribute',
  parameters: convParameters,
  format: '`<` struct(params) `>`',
}) {}

const conv3dParameters = {
  weights_dtype: /* @__PURE__ */ optionalParameter(/* @__PURE__ */ wordParameter(dataTypes)),
  t_out_block: optionalInteger,
  w_out_block: optionalInteger,
  h_out_block: optionalInteger,
  c_out_block: optionalInteger,
  c_in_block: optionalInteger,
  compute_with_storage_grid_size: /* @__PURE__ */ optionalParameter(/* @__PURE__ */ attributeOf(GridAttr)),
};

/** The configuration of a three-dimensional convolution. */
export class Conv3dConfigAttr extends defineAttr('ttnn.conv3d_config', {
  summary: 'TTNN Conv3dConfig attribute',
  parameters: conv3dParameters,
  format: '`<` struct(params) `>`',
}) {}

const sliceParameters = {
  slice_type: /* @__PURE__ */ wordParameter(['dram_height', 'dram_width', 'l1_full']),
  num_slices: integerParameter,
};

/** `#ttnn.conv2d_slice_config<l1_full, 0>`: the number and kind of slices in which a convolution is executed. */
export class Conv2dSliceConfigAttr extends defineAttr('ttnn.conv2d_slice_config', {
  summary: 'TTNN Conv2d slice configuration attribute',
  parameters: sliceParameters,
  format: '`<` params `>`',
}) {}
