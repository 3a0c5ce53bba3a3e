/** The tables of what operations are configured by, in the language of FlatBuffers. */
export const parameterSchema = `
table DeviceComputeKernelConfig {
  math_fidelity:MathFidelity = null;
  math_approx_mode:bool = null;
  fp32_dest_acc_en:bool = null;
  packer_l1_acc:bool = null;
  dst_full_sync_en:bool = null;
}

table Conv2dConfig {
  weights_dtype:DataType = null;
  activation:UnaryWithParam;
  deallocate_activation:bool = null;
  reallocate_halo_output:bool = null;
  act_block_h_override:uint32 = null;
  act_block_w_div:uint32 = null;
  reshard_if_not_optimal:bool = null;
  override_sharding_config:bool = null;
  shard_layout:TensorMemoryLayout = null;
  core_grid:CoreRangeSet;
  transpose_shards:bool = null;
  output_layout:TensorLayout = null;
  enable_act_double_buffer:bool = null;
  enable_weights_double_buffer:bool = null;
  enable_kernel_stride_folding:bool = null;
  config_tensors_in_dram:bool = null;
}

table Conv2dSliceConfig {
  slice_type:Conv2dSliceType;
  num_slices:uint32 = 0;
}

table Conv3dConfig {
  weights_dtype:DataType = null;
  t_out_block:uint32 = null;
  w_out_block:uint32 = null;
  h_out_block:uint32 = null;
  c_out_block:uint32 = null;
  c_in_block:uint32 = null;
  compute_with_storage_grid_size:CoreCoord;
}

table SliceStaticOpParams {
  begins:[int64];
  ends:[int64];
}

table SliceDynamicOpParams {
  begins:TensorRef;
  ends:TensorRef;
}

table EltwiseOpWithFloatParams {
  parameter:float;
}

table PerTensorScale {
  scale:float;
}

table PerAxisScale {
  scale:TensorRef;
}

table PerTensorZeroPoint {
  zero_point:int32;
}

table PerAxisZeroPoint {
  zero_point:TensorRef;
}

table QuantizeDequantizeOpParams {
  scale:QuantizationScale;
  zero_point:QuantizationZeroPoint;
}

table RequantizeOpParams {
  in_scale:QuantizationScale;
  in_zero_point:QuantizationZeroPoint;
  out_scale:QuantizationScale;
  out_zero_point:QuantizationZeroPoint;
}

table ClampScalarOpParams {
  min:NumberType;
  max:NumberType;
}

table ClampTensorOpParams {
  min:TensorRef;
  max:TensorRef;
}

table UnaryWithParam {
  op_type:UnaryOpType;
  params:[double];
}

table KernelCBFormat {
  buffer_index:uint32;
  dtype:DataType;
  page_size:uint32;
}

table KernelGlobalCBIndexOfTensor {
  tensor_operand_index:uint32;
}

table KernelCBDescriptor {
  total_size:uint32;
  core_range:CoreRangeSet;
  formats:[KernelCBFormat];
  buffer:KernelGlobalCBIndexOfTensor;
}

table ComputeKernelConfig {
  math_fidelity:MathFidelity = HiFi4;
  fp32_dest_acc_en:bool = false;
  dst_full_sync_en:bool = false;
  unpack_to_dest_modes:[UnpackToDestMode];
  bfp8_pack_precise:bool = false;
  math_approx_mode:bool = false;
}

table DataMovementKernelConfig {
  processor:DataMovementType = RISCV_0;
  noc:NocIndex = Noc0;
  noc_mode:NocMode = DM_DEDICATED_NOC;
}

table ReaderKernelConfig { }

table WriterKernelConfig { }

table KernelArgCBBufferIndex {
  buffer_index:uint32;
}

table KernelArgBufferAddress {
  address:uint32;
}

table KernelArgBufferAddressOfTensor {
  operand_index:uint32;
}

table KernelArgSemaphoreAt {
  semaphore_index:uint32;
}

table KernelArgNamedArgument {
  name:string;
  value:uint32;
}

table KernelArgGlobalSemaphore {
  operand_index:uint32;
}

table KernelArgScalar {
  operand_index:uint32;
}

table KernelArgTensorAccessorArgs {
  operand_index:uint32;
}

table KernelArg {
  arg:KernelArgType;
}

table KernelCoreArgs {
  args:[KernelArg];
}

table CoreRuntimeArgs {
  core_coord:CoreCoord;
  args:KernelCoreArgs;
}

table KernelDescriptor {
  source:string;
  source_type:SourceType = SOURCE_CODE;
  config:KernelConfig;
  core_ranges:CoreRangeSet;
  ct_args:KernelCoreArgs;
  rt_args:[CoreRuntimeArgs];
  common_rt_args:KernelCoreArgs;
}

table SemaphoreDescriptor {
  id:uint32;
  core_type:CoreType;
  core_ranges:CoreRangeSet;
  initial_value:uint32;
}

table ProgramDescriptor {
  kernels:[KernelDescriptor];
  semaphores:[SemaphoreDescriptor];
  cbs:[KernelCBDescriptor];
}

table MeshProgram {
  device_range:MeshCoordRange;
  program:ProgramDescriptor;
}

table MeshProgramDescriptor {
  mesh_programs:[MeshProgram];
  fabric_connection_config:FabricConnectionConfig;
}

table MatmulMultiCoreReuseProgramConfig {
  compute_with_storage_grid_size:CoreCoord;
  in0_block_w:uint64;
  out_subblock_h:uint64;
  out_subblock_w:uint64;
  per_core_m:uint64;
  per_core_n:uint64;
}

table MatmulMultiCoreReuseMultiCastProgramConfig {
  compute_with_storage_grid_size:CoreCoord;
  in0_block_w:uint64;
  out_subblock_h:uint64;
  out_subblock_w:uint64;
  out_block_h:uint64;
  out_block_w:uint64;
  per_core_m:uint64;
  per_core_n:uint64;
  transpose_mcast:bool;
  fused_activation:UnaryWithParam;
  fuse_batch:bool;
}

table MatmulMultiCoreReuseMultiCast1DProgramConfig {
  compute_with_storage_grid_size:CoreCoord;
  in0_block_w:uint64;
  out_subblock_h:uint64;
  out_subblock_w:uint64;
  out_block_h:uint64;
  out_block_w:uint64;
  per_core_m:uint64;
  per_core_n:uint64;
  fuse_batch:bool;
  fused_activation:UnaryWithParam;
  mcast_in0:bool;
  gather_in0:bool;
  hop_cores:CoreRangeSet;
  num_global_cb_receivers:uint64;
  untilize_out:bool;
}

table MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig {
  in0_block_w:uint64;
  per_core_m:uint64;
  per_core_n:uint64;
  fused_activation:UnaryWithParam;
}

table LayerNormShardedMultiCoreProgramConfig {
  compute_with_storage_grid_size:CoreCoord;
  subblock_w:uint64;
  block_h:uint64;
  block_w:uint64;
  inplace:bool;
}

table AvgPool2dExtraParams {
  count_include_pad:bool;
  divisor_override:int32 = null;
}

table MaxPool2dExtraParams { }

table UniformScale2D {
  scale:int32;
}

table NonUniformScale2D {
  scale:[int32];
}

table SDPAConfig {
  compute_with_storage_grid_size:CoreCoord;
  sub_core_grids:CoreRangeSet;
  q_chunk_size:uint64;
  k_chunk_size:uint64;
  exp_approx_mode:bool = null;
  max_cores_per_head_batch:uint32 = null;
}
`;
