import {
  anyAttributeField,
  attributeField,
  booleanField,
  dataTypes,
  defineStructAttr,
  GridAttr,
  integerField,
  listField,
  namedField,
  optionalField,
  strippedField,
  type StructAttr,
  wordField,
} from '@shardform/dialect-ttcore';
import { FloatAttr } from '@shardform/ir-core';
import { CoreCoordAttr, CoreRangeSetAttr } from './core-attrs.ts';
import { TensorLayoutAttr, TensorMemoryLayoutAttr } from './enums.ts';
import { unaryOpTypes } from './unary-op-types.ts';

const optionalBoolean = /* @__PURE__ */ optionalField(booleanField);
const optionalInteger = /* @__PURE__ */ optionalField(integerField);

/** How exactly and in which width the cores compute. */
const computeFields = {
  /** From fastest to most exact. */
  math_fidelity: /* @__PURE__ */ optionalField(
    /* @__PURE__ */ wordField(['lofi', 'hifi2', 'hifi3', 'hifi4']),
  ),
  math_approx_mode: /* @__PURE__ */ optionalField(booleanField),
  /** Whether sums are kept in 32 bits. */
  fp32_dest_acc_en: /* @__PURE__ */ optionalField(booleanField),
  packer_l1_acc: /* @__PURE__ */ optionalField(booleanField),
  dst_full_sync_en: /* @__PURE__ */ optionalField(booleanField),
};

/** `#ttnn.device_compute_kernel_config<math_fidelity = hifi4, fp32_dest_acc_en = true>`. */
export const ComputeKernelConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.device_compute_kernel_config',
  'TTNN DeviceComputeKernelConfig attribute',
  computeFields,
);
export type ComputeKernelConfigAttr = StructAttr<typeof computeFields>;

const unaryFields = {
  op_type: /* @__PURE__ */ namedField('op_type', /* @__PURE__ */ wordField(unaryOpTypes)),
  params: /* @__PURE__ */ optionalField(
    /* @__PURE__ */ namedField(
      'params',
      /* @__PURE__ */ listField(
        /* @__PURE__ */ anyAttributeField(
          (attribute) => attribute instanceof FloatAttr,
          'expected a float attribute',
        ),
      ),
    ),
  ),
};

/** `#ttnn.unary_with_param<op_type = relu>`: a function applied to each element, with its numbers. */
export const UnaryWithParamAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.unary_with_param',
  'A unary operation with parameters',
  unaryFields,
  { style: 'positional' },
);
export type UnaryWithParamAttr = StructAttr<typeof unaryFields>;

const fusedActivation = /* @__PURE__ */ optionalField(/* @__PURE__ */ attributeField(UnaryWithParamAttr));

/** Parts that the configurations of matrix products share; sizes are in tiles. */
const blockFields = {
  compute_with_storage_grid_size: /* @__PURE__ */ attributeField(CoreCoordAttr),
  in0_block_w: integerField,
  out_subblock_h: integerField,
  out_subblock_w: integerField,
  out_block_h: integerField,
  out_block_w: integerField,
  per_core_m: integerField,
  per_core_n: integerField,
};

const oneDimensionalFields = {
  ...blockFields,
  fuse_batch: booleanField,
  fused_activation: fusedActivation,
  mcast_in0: booleanField,
  gather_in0: booleanField,
  hop_cores: /* @__PURE__ */ attributeField(CoreRangeSetAttr),
  num_global_cb_receivers: integerField,
  untilize_out: booleanField,
};

/** A matrix product spread over the cores in one dimension. */
export const Matmul1dConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config',
  'TTNN MatmulMultiCoreReuseMultiCast1DProgramConfig',
  oneDimensionalFields,
);
export type Matmul1dConfigAttr = StructAttr<typeof oneDimensionalFields>;

const twoDimensionalFields = {
  ...blockFields,
  transpose_mcast: booleanField,
  fused_activation: fusedActivation,
  fuse_batch: booleanField,
};

/** A matrix product spread over rows and columns of cores. */
export const Matmul2dConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.matmul_multi_core_reuse_multi_cast_program_config',
  'TTNN MatmulMultiCoreReuseMultiCastProgramConfig',
  twoDimensionalFields,
);
export type Matmul2dConfigAttr = StructAttr<typeof twoDimensionalFields>;

const reuseFields = {
  compute_with_storage_grid_size: /* @__PURE__ */ attributeField(CoreCoordAttr),
  in0_block_w: integerField,
  out_subblock_h: integerField,
  out_subblock_w: integerField,
  per_core_m: integerField,
  per_core_n: integerField,
};

/** Matrix products of which each core does whole ones. */
export const MatmulReuseConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.matmul_multi_core_reuse_program_config',
  'TTNN MatmulMultiCoreReuseProgramConfig',
  reuseFields,
);
export type MatmulReuseConfigAttr = StructAttr<typeof reuseFields>;

const dramShardedFields = {
  in0_block_w: integerField,
  per_core_m: integerField,
  per_core_n: integerField,
  fused_activation: fusedActivation,
};

/** A matrix product whose second operand is spread over the memory banks. */
export const MatmulDramShardedConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.matmul_multi_core_reuse_multi_cast_dram_sharded_program_config',
  'TTNN MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig',
  dramShardedFields,
);
export type MatmulDramShardedConfigAttr = StructAttr<typeof dramShardedFields>;

/** How the cores share a matrix product. */
export type MatmulConfigAttr =
  Matmul1dConfigAttr | Matmul2dConfigAttr | MatmulDramShardedConfigAttr | MatmulReuseConfigAttr;

const attentionFields = {
  compute_with_storage_grid_size: /* @__PURE__ */ strippedField(CoreCoordAttr),
  sub_core_grids: /* @__PURE__ */ optionalField(/* @__PURE__ */ strippedField(CoreRangeSetAttr)),
  q_chunk_size: integerField,
  k_chunk_size: integerField,
  exp_approx_mode: /* @__PURE__ */ optionalField(booleanField),
  max_cores_per_head_batch: /* @__PURE__ */ optionalField(integerField),
};

/** How the cores share attention; chunks are in rows of the operands. */
export const SdpaConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.sdpa_program_config',
  'TTNN SDPA (Scaled Dot Product Attention) Program Config',
  attentionFields,
);
export type SdpaConfigAttr = StructAttr<typeof attentionFields>;

const layerNormFields = {
  compute_with_storage_grid_size: /* @__PURE__ */ strippedField(CoreCoordAttr),
  subblock_w: integerField,
  block_h: integerField,
  block_w: integerField,
  inplace: booleanField,
};

/** How the cores share a layer normalisation; sizes are in tiles. */
export const LayerNormConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.layernorm_sharded_multicore_program_config',
  'TTNN LayerNorm Sharded Multi-Core Program Config',
  layerNormFields,
);
export type LayerNormConfigAttr = StructAttr<typeof layerNormFields>;

const convFields = {
  weights_dtype: /* @__PURE__ */ optionalField(/* @__PURE__ */ wordField(dataTypes)),
  activation: /* @__PURE__ */ optionalField(/* @__PURE__ */ strippedField(UnaryWithParamAttr)),
  deallocate_activation: optionalBoolean,
  reallocate_halo_output: optionalBoolean,
  act_block_h_override: optionalInteger,
  act_block_w_div: optionalInteger,
  reshard_if_not_optimal: optionalBoolean,
  override_sharding_config: optionalBoolean,
  shard_layout: /* @__PURE__ */ optionalField(/* @__PURE__ */ wordField(TensorMemoryLayoutAttr.values)),
  core_grid: /* @__PURE__ */ optionalField(/* @__PURE__ */ strippedField(CoreRangeSetAttr)),
  transpose_shards: optionalBoolean,
  output_layout: /* @__PURE__ */ optionalField(/* @__PURE__ */ wordField(TensorLayoutAttr.values)),
  enable_act_double_buffer: optionalBoolean,
  enable_weights_double_buffer: optionalBoolean,
  enable_kernel_stride_folding: optionalBoolean,
  config_tensors_in_dram: optionalBoolean,
};

/** How a convolution is done; what is not said is the library's choice. */
export const Conv2dConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.conv2d_config',
  'TTNN Conv2dConfig attribute',
  convFields,
);
export type Conv2dConfigAttr = StructAttr<typeof convFields>;

const conv3dFields = {
  weights_dtype: /* @__PURE__ */ optionalField(/* @__PURE__ */ wordField(dataTypes)),
  t_out_block: optionalInteger,
  w_out_block: optionalInteger,
  h_out_block: optionalInteger,
  c_out_block: optionalInteger,
  c_in_block: optionalInteger,
  compute_with_storage_grid_size: /* @__PURE__ */ optionalField(/* @__PURE__ */ attributeField(GridAttr)),
};

/** How a three-dimensional convolution is done. */
export const Conv3dConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.conv3d_config',
  'TTNN Conv3dConfig attribute',
  conv3dFields,
);
export type Conv3dConfigAttr = StructAttr<typeof conv3dFields>;

const sliceFields = {
  slice_type: /* @__PURE__ */ wordField(['dram_height', 'dram_width', 'l1_full']),
  num_slices: integerField,
};

/** `#ttnn.conv2d_slice_config<l1_full, 0>`: into which parts a convolution is cut. */
export const Conv2dSliceConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.conv2d_slice_config',
  'TTNN Conv2d slice configuration attribute',
  sliceFields,
  { style: 'positional' },
);
export type Conv2dSliceConfigAttr = StructAttr<typeof sliceFields>;
