/* eslint-disable max-lines -- one list, of all operations */
/** The tables of operations and their numbers, in the language of FlatBuffers. */
export const operationSchema = `
union OpType {
  AdamWOp, AggregateTensorOp, AllGatherOp, AllReduceAsyncOp, AllReduceOp, AllToAllCombineOp,
  AllToAllDispatchMetadataOp, AllToAllDispatchOp, ArangeOp, AssignOp, BatchNormInferenceOp,
  BatchNormTrainingOp, BitcastConvertOp, BeginTraceCaptureOp, CaptureOrExecuteTraceOp,
  ChunkedScaledDotProductAttentionOp = 17, ConcatOp, ConcatenateHeadsOp, RotaryEmbeddingLlamaOp,
  RotaryEmbeddingOp, NLPCreateQKVHeadsDecodeOp, NLPCreateQKVHeadsDecodeNormRopeOp, NLPConcatHeadsOp,
  ConstantOp, CaseOp, WhileOp, Conv1dOp, Conv2dOp, ConvTranspose2dOp, Conv3dOp, CpuOp,
  CrossEntropyBackwardOp, CrossEntropyForwardOp, DeallocateOp, DistributeTensorOp,
  DistributedRMSNormOp, DitRMSNormUnaryFusedOp, DropoutOp, EltwiseBinaryCompositeOp,
  EltwiseBinaryCompositePlainOp, EltwiseBinaryCompositeScalarOp, EltwiseBinaryOp,
  EltwiseQuantizationOp, EltwiseTernaryWhereOp, EltwiseUnaryCompositeOp, EltwiseUnaryOp,
  EmbeddingBackwardOp, EmbeddingOp, EmptyOp, EndTraceCaptureOp, ExecuteTraceOp,
  ExperimentalEltwiseBinaryBackwardOp, FillCacheOp, FromDeviceOp, FullOp, FuncCallOp, GatherOp,
  RowsGatherOp, RowsScatterOp, GenericOp, GatedDeltaRuleOp, GatedDeltaDecodeOp,
  CausalConv1dUpdateOp, StatePoolUpdateOp, GetDeviceOp, GlobalAvgPool2dOp, GroupNormOp,
  IndexerScoreDsaOp, LayerNormBackwardOp, LayerNormForwardOp, LayerNormOp, LayerNormPreAllGatherOp,
  LayerNormPostAllGatherOp, LinearOp, LoadCachedOp, MatmulOp, SparseMatmulOp,
  MaxPool2dWithIndicesOp, MeshPartitionOp, MoeExpertTokenRemapOp, MoeGptOp,
  PrepareMoEComputeW0W1WeightsOp, PrepareMoEComputeW2WeightsOp, MoeComputeOp, CumSumOp, CumProdOp,
  NamedFullOp, NLPConcatHeadsDecodeOp, PadOp, PagedFillCacheOp,
  PagedFlashMultiLatentAttentionDecodeOp, PagedScaledDotProductAttentionDecodeOp,
  PagedUpdateCacheOp, PermuteOp, PointToPointOp, Pool2dOp, PrepareConv2dBiasOp,
  PrepareConv2dWeightsOp, PrepareConv3dWeightsOp, PrepareConvTranspose2dBiasOp,
  PrepareConvTranspose2dWeightsOp, RandOp, RngBitGeneratorOp, ReductionArgMaxOp, ReductionOp,
  ReductionProdOp, ReduceScatterOp, RepeatInterleaveOp, RepeatOp, RMSNormBackwardOp,
  RMSNormForwardOp, RMSNormPreAllGatherOp, RMSNormOp, RMSNormResidualOp, ReshapeOp, SamplingOp,
  ScaledDotProductAttentionOp, ScaledDotProductAttentionDecodeOp, FlashMlaPrefillOp, ScatterOp,
  SDPAForwardOp, SDPABackwardOp, SelectiveReduceCombineOp, SliceOp, SoftmaxOp, SoftmaxBackwardOp,
  SortOp, SplitQueryKeyValueAndSplitHeadsOp, SwigluElemwiseBackwardOp, ToDeviceOp, ToLayoutOp,
  ToMemoryConfigOp, TransposeOp, TypecastOp, UpdateCacheOp, UpsampleOp, WriteTensorOp, DumpTensorOp,
  LoadTensorOp, AnnotateOp, BreakpointOp, PrintOp, MemorySnapshotOp, RegionStartOp, RegionEndOp,
  TopKOp, TopKRouterGptOp, CreateGlobalSemaphoreOp, ResetGlobalSemaphoreOp,
  AllocateMoeComputeSemaphoreOp, CopyOp, CumulativeOp = 154
}

table AllGatherOp {
  in:TensorRef;
  out:TensorRef;
  all_gather_dim:int32;
  cluster_axis:uint32;
  sub_device_id:uint8 = null;
  memory_config:MemoryConfig;
  num_links:uint32 = null;
  topology:Topology = null;
}

table AllReduceOp {
  in:TensorRef;
  out:TensorRef;
  reduce_type:uint32;
  cluster_axis:uint32;
  sub_device_id:uint8 = null;
  memory_config:MemoryConfig;
  num_links:uint32 = null;
  topology:Topology = null;
}

table AllReduceAsyncOp {
  in:TensorRef;
  out:TensorRef;
  reduce_type:uint32;
  cluster_axis:uint32;
  sub_device_id:uint8 = null;
  memory_config:MemoryConfig;
  num_links:uint32 = null;
  topology:Topology = null;
}

table ReduceScatterOp {
  in:TensorRef;
  out:TensorRef;
  scatter_dim:int32;
  reduce_type:uint32;
  cluster_axis:uint32;
  sub_device_id:uint8 = null;
  memory_config:MemoryConfig;
  num_links:uint32 = null;
  topology:Topology = null;
  compute_config:DeviceComputeKernelConfig;
}

table PointToPointOp {
  in:TensorRef;
  out:TensorRef;
  sender_coord:[uint32];
  receiver_coord:[uint32];
  optional_output_tensor:TensorRef;
}

table DistributeTensorOp {
  in:TensorRef;
  out:TensorRef;
  mapper_config:MeshMapperConfig;
  device:DeviceRef;
  cq_id:uint32 = null;
}

table AggregateTensorOp {
  in:TensorRef;
  out:TensorRef;
  composer_config:MeshComposerConfig;
  device:DeviceRef;
}

table MeshPartitionOp {
  in:TensorRef;
  out:TensorRef;
  dim:int32;
  cluster_axis:uint32 = null;
  memory_config:MemoryConfig;
}

table AllToAllDispatchOp {
  input_tensor:TensorRef;
  expert_indices:TensorRef;
  expert_mapping:TensorRef;
  dispatched:TensorRef;
  metadata:TensorRef;
  num_devices:uint32;
  cluster_axis:uint32;
  memory_config:MemoryConfig;
}

table AllToAllDispatchMetadataOp {
  input_tensor:TensorRef;
  expert_indices:TensorRef;
  expert_scores:TensorRef;
  expert_mapping:TensorRef;
  dispatched:TensorRef;
  indices:TensorRef;
  scores:TensorRef;
  num_devices:uint32;
  cluster_axis:uint32;
  memory_config:MemoryConfig;
  dispatched_buffer:TensorRef;
  indices_buffer:TensorRef;
  scores_buffer:TensorRef;
  cross_device_semaphore:GlobalSemaphoreRef;
}

table AllToAllCombineOp {
  input_tensor:TensorRef;
  expert_metadata:TensorRef;
  expert_mapping:TensorRef;
  out:TensorRef;
  num_devices:uint32;
  cluster_axis:uint32;
  num_experts_per_tok:uint32;
  output_shard_dim:uint32 = 2;
  memory_config:MemoryConfig;
}

table SelectiveReduceCombineOp {
  dense_input_tensor:TensorRef;
  dense_activations_tensor:TensorRef;
  dense_token_maps_tensor:TensorRef;
  dense_token_counts_tensor:TensorRef;
  out:TensorRef;
  hidden_size:uint32;
  batch_size:uint32;
  seq_size:uint32;
  select_experts_k:uint32;
  experts:uint32;
}

table MoeExpertTokenRemapOp {
  topk_tensor:TensorRef;
  expert_mapping:TensorRef;
  expert_metadata:TensorRef;
  mapping:TensorRef;
  reduced:TensorRef;
  reduction_size:uint32;
  memory_config:MemoryConfig;
}

table MoeGptOp {
  input_tensor:TensorRef;
  expert_indices:TensorRef;
  expert_scores:TensorRef;
  expert_mapping:TensorRef;
  w0_w1_tensor:TensorRef;
  w2_tensor:TensorRef;
  output_height_shard_dim:uint32 = 4;
  output_width_shard_dim:uint32 = 3;
  hidden_size:uint32 = 2880;
  cluster_axis:uint32 = null;
  token_counts:TensorRef;
  activation_records:TensorRef;
  token_indices:TensorRef;
  tilize_out:TensorRef;
  tilize_out_rm:TensorRef;
}

table PrepareMoEComputeW0W1WeightsOp {
  w0:TensorRef;
  w1:TensorRef;
  bias_0:TensorRef;
  bias_1:TensorRef;
  device:DeviceRef;
  hidden_size:uint32;
  intermediate_size:uint32;
  out:TensorRef;
}

table PrepareMoEComputeW2WeightsOp {
  w2:TensorRef;
  bias_2:TensorRef;
  device:DeviceRef;
  hidden_size:uint32;
  intermediate_size:uint32;
  out:TensorRef;
}

table MoeComputeOp {
  tilize_input_tensor:TensorRef;
  tilize_expert_indices_tensor:TensorRef;
  tilize_expert_scores_tensor:TensorRef;
  tilize_expert_mapping_tensor:TensorRef;
  matmul_w0_w1_tensor:TensorRef;
  matmul_w2_tensor:TensorRef;
  optional_output_tensor:TensorRef;
  cross_device_semaphore:GlobalSemaphoreRef;
  device:DeviceRef;
  layer_id:uint32;
  output_height_shard_dim:uint32;
  intermediate_size:uint32;
  has_bias:bool;
  cluster_axis:uint32 = null;
  activation_function:MoEActivationFunction;
  num_links:uint32 = null;
  topology:Topology = null;
  mux_core_range_set:CoreRangeSet;
  combine_output:TensorRef;
}

table PrepareConv2dWeightsOp {
  weight_tensor:TensorRef;
  out:TensorRef;
  input_memory_config:MemoryConfig;
  input_tensor_layout:TensorLayout;
  weights_format:string;
  in_channels:uint32;
  out_channels:uint32;
  batch_size:uint32;
  input_height:uint32;
  input_width:uint32;
  kernel_size:[int32];
  stride:[int32];
  padding:[int32];
  dilation:[int32];
  has_bias:bool;
  groups:uint32;
  device:DeviceRef;
  input_dtype:DataType;
  output_dtype:DataType = null;
  conv2d_config:Conv2dConfig;
  compute_config:DeviceComputeKernelConfig;
  conv2d_slice_config:Conv2dSliceConfig;
}

table PrepareConv2dBiasOp {
  bias_tensor:TensorRef;
  out:TensorRef;
  input_memory_config:MemoryConfig;
  input_tensor_layout:TensorLayout;
  in_channels:uint32;
  out_channels:uint32;
  batch_size:uint32;
  input_height:uint32;
  input_width:uint32;
  kernel_size:[int32];
  stride:[int32];
  padding:[int32];
  dilation:[int32];
  groups:uint32;
  device:DeviceRef;
  input_dtype:DataType;
  output_dtype:DataType = null;
  conv2d_config:Conv2dConfig;
  compute_config:DeviceComputeKernelConfig;
  conv2d_slice_config:Conv2dSliceConfig;
}

table PrepareConv3dWeightsOp {
  weight_tensor:TensorRef;
  out:TensorRef;
  groups:uint32;
  c_in_block:uint32;
  alignment:uint32;
  device:DeviceRef;
}

table PrepareConvTranspose2dWeightsOp {
  weight_tensor:TensorRef;
  out:TensorRef;
  input_memory_config:MemoryConfig;
  input_tensor_layout:TensorLayout;
  weights_format:string;
  in_channels:uint32;
  out_channels:uint32;
  batch_size:uint32;
  input_height:uint32;
  input_width:uint32;
  kernel_size:[int32];
  stride:[int32];
  padding:[int32];
  output_padding:[int32];
  dilation:[int32];
  has_bias:bool;
  groups:uint32;
  device:DeviceRef;
  input_dtype:DataType;
  output_dtype:DataType = null;
  conv2d_config:Conv2dConfig;
  compute_config:DeviceComputeKernelConfig;
  conv2d_slice_config:Conv2dSliceConfig;
  mirror_kernel:bool = true;
}

table PrepareConvTranspose2dBiasOp {
  bias_tensor:TensorRef;
  out:TensorRef;
  input_memory_config:MemoryConfig;
  input_tensor_layout:TensorLayout;
  in_channels:uint32;
  out_channels:uint32;
  batch_size:uint32;
  input_height:uint32;
  input_width:uint32;
  kernel_size:[int32];
  stride:[int32];
  padding:[int32];
  dilation:[int32];
  groups:uint32;
  device:DeviceRef;
  input_dtype:DataType;
  output_dtype:DataType = null;
  conv2d_config:Conv2dConfig;
  compute_config:DeviceComputeKernelConfig;
  conv2d_slice_config:Conv2dSliceConfig;
}

table Conv1dOp {
  input:TensorRef;
  weight:TensorRef;
  bias:TensorRef;
  out:TensorRef;
  device:DeviceRef;
  in_channels:uint32;
  out_channels:uint32;
  batch_size:uint32;
  input_length:uint32;
  kernel_size:uint32;
  stride:uint32;
  padding:[int32];
  dilation:uint32;
  groups:uint32;
  output_dtype:DataType = null;
  conv2d_config:Conv2dConfig;
  compute_config:DeviceComputeKernelConfig;
  conv2d_slice_config:Conv2dSliceConfig;
}

table Conv2dOp {
  input:TensorRef;
  weight:TensorRef;
  bias:TensorRef;
  out:TensorRef;
  device:DeviceRef;
  in_channels:uint32;
  out_channels:uint32;
  batch_size:uint32;
  input_height:uint32;
  input_width:uint32;
  kernel_size:[int32];
  stride:[int32];
  padding:[int32];
  dilation:[int32];
  groups:uint32;
  output_dtype:DataType = null;
  conv2d_config:Conv2dConfig;
  compute_config:DeviceComputeKernelConfig;
  conv2d_slice_config:Conv2dSliceConfig;
}

table ConvTranspose2dOp {
  input:TensorRef;
  weight:TensorRef;
  bias:TensorRef;
  out:TensorRef;
  device:DeviceRef;
  in_channels:uint32;
  out_channels:uint32;
  batch_size:uint32;
  input_height:uint32;
  input_width:uint32;
  kernel_size:[int32];
  stride:[int32];
  padding:[int32];
  output_padding:[int32];
  dilation:[int32];
  groups:uint32;
  output_dtype:DataType = null;
  conv2d_config:Conv2dConfig;
  compute_config:DeviceComputeKernelConfig;
  memory_config:MemoryConfig;
  conv2d_slice_config:Conv2dSliceConfig;
}

table Conv3dOp {
  input:TensorRef;
  weight:TensorRef;
  bias:TensorRef;
  out:TensorRef;
  device:DeviceRef;
  in_channels:uint32;
  out_channels:uint32;
  batch_size:uint32;
  input_depth:uint32;
  input_height:uint32;
  input_width:uint32;
  kernel_size:[int32];
  stride:[int32];
  padding:[int32];
  padding_mode:string;
  groups:uint32;
  output_dtype:DataType = null;
  conv3d_config:Conv3dConfig;
  compute_config:DeviceComputeKernelConfig;
  memory_config:MemoryConfig;
  dilation:[int32];
}

table CpuOp {
  ins:[TensorRef];
  outs:[TensorRef];
  func_name:string;
  dylib_id:uint32;
}

table ArangeOp {
  device:DeviceRef;
  start:float;
  end:float;
  step:float;
  dtype:DataType = null;
  layout:TensorLayout = null;
  memcfg:MemoryConfig;
  out:TensorRef;
}

table ConstantOp {
  device:DeviceRef;
  input:[uint8];
  input_dtype:DataType;
  dtype:DataType = null;
  layout:TensorLayout = null;
  memcfg:MemoryConfig;
  out:TensorRef;
}

table EmptyOp {
  device:DeviceRef;
  shape:[int64];
  dtype:DataType;
  layout:TensorLayout;
  memcfg:MemoryConfig;
  out:TensorRef;
}

table FullOp {
  device:DeviceRef;
  shape:[int64];
  fill_value:NumberType;
  dtype:DataType = null;
  layout:TensorLayout = null;
  memcfg:MemoryConfig;
  out:TensorRef;
}

table NamedFullOp {
  type:NamedFullOpType;
  device:DeviceRef;
  shape:[int64];
  dtype:DataType = null;
  layout:TensorLayout = null;
  memcfg:MemoryConfig;
  out:TensorRef;
}

table CumProdOp {
  in:TensorRef;
  out:TensorRef;
  dim:int32;
  dtype:DataType = null;
  memcfg:MemoryConfig;
}

table CumSumOp {
  in:TensorRef;
  out:TensorRef;
  dim:int32;
  dtype:DataType = null;
  memcfg:MemoryConfig;
}

table AssignOp {
  input:TensorRef;
  output:TensorRef;
  output_memory_config:MemoryConfig;
  output_dtype:DataType = null;
}

table ConcatOp {
  inputs:[TensorRef];
  out:TensorRef;
  dim:int32;
  memory_config:MemoryConfig;
}

table ScatterOp {
  input:TensorRef;
  out:TensorRef;
  index:TensorRef;
  source:TensorRef;
  dim:int32;
  memory_config:MemoryConfig;
  scatter_reduce_type:ScatterReduceType;
}

table GatherOp {
  input:TensorRef;
  index:TensorRef;
  out:TensorRef;
  dim:int32;
  memory_config:MemoryConfig;
}

table PadOp {
  in:TensorRef;
  out:TensorRef;
  padding:[uint32];
  value:float;
  use_multicore:bool;
  memcfg:MemoryConfig;
}

table PermuteOp {
  in:TensorRef;
  permutation:[int64];
  memory_config:MemoryConfig;
  pad_value:float;
  out:TensorRef;
}

table RepeatInterleaveOp {
  input:TensorRef;
  out:TensorRef;
  repeats:uint32;
  dim:int32;
  memory_config:MemoryConfig;
}

table RepeatOp {
  in:TensorRef;
  out:TensorRef;
  repeat_dims:[int64];
  memcfg:MemoryConfig;
}

table ReshapeOp {
  in:TensorRef;
  out:TensorRef;
  shape:[int32];
  memory_config:MemoryConfig;
}

table SliceOp {
  type:SliceOpType;
  in:TensorRef;
  out:TensorRef;
  step:[int64];
  params:SliceOpParams;
}

table SortOp {
  in:TensorRef;
  dim:int8;
  descending:bool;
  stable:bool;
  memcfg:MemoryConfig;
  outputs:[TensorRef];
}

table TransposeOp {
  in:TensorRef;
  out:TensorRef;
  dim0:int32;
  dim1:int32;
}

table WriteTensorOp {
  host_tensor:TensorRef;
  device_tensor:TensorRef;
  blocking:bool;
  cq_id:uint32;
}

table CopyOp {
  src:TensorRef;
  dst:TensorRef;
}

table DeallocateOp {
  in:TensorRef;
  force:bool;
}

table AnnotateOp {
  operand:TensorRef;
  result:TensorRef;
  annotation:string;
}

table BreakpointOp {
  operand:TensorRef;
}

table PrintOp {
  operand:TensorRef;
  message:string;
}

table MemorySnapshotOp {
  operand:TensorRef;
  file_path:string;
}

table RegionStartOp {
  operand:TensorRef;
  result:TensorRef;
  region_id:string;
}

table RegionEndOp {
  operand:TensorRef;
  result:TensorRef;
  region_id:string;
}

table EltwiseBinaryOp {
  type:EltwiseBinaryOpType;
  lhs:TensorRef;
  rhs:TensorRef;
  output_dtype:DataType = null;
  memory_config:MemoryConfig;
  activations:[UnaryWithParam];
  input_tensor_a_activations:[UnaryWithParam];
  input_tensor_b_activations:[UnaryWithParam];
  out:TensorRef;
}

table EltwiseBinaryCompositeOp {
  type:EltwiseBinaryCompositeOpType;
  lhs:TensorRef;
  rhs:TensorRef;
  memory_config:MemoryConfig;
  activations:[UnaryWithParam];
  input_tensor_a_activations:[UnaryWithParam];
  input_tensor_b_activations:[UnaryWithParam];
  out:TensorRef;
}

table EltwiseBinaryCompositeScalarOp {
  type:EltwiseBinaryCompositeScalarOpType;
  lhs:TensorRef;
  rhs:NumberType;
  memory_config:MemoryConfig;
  out:TensorRef;
}

table EltwiseQuantizationOp {
  type:EltwiseQuantizationOpType;
  in:TensorRef;
  axis:int32 = null;
  output_dtype:DataType = null;
  memory_config:MemoryConfig;
  out:TensorRef;
  params:EltwiseQuantizationOpParams;
}

table EltwiseTernaryWhereOp {
  first:TensorRef;
  second:TensorRef;
  third:TensorRef;
  memory_config:MemoryConfig;
  out:TensorRef;
}

table EltwiseUnaryOp {
  type:EltwiseUnaryOpType;
  in:TensorRef;
  memory_config:MemoryConfig;
  out:TensorRef;
  params:EltwiseUnaryOpParams;
}

table EltwiseUnaryCompositeOp {
  type:EltwiseUnaryCompositeOpType;
  in:TensorRef;
  memory_config:MemoryConfig;
  out:TensorRef;
  params:EltwiseUnaryCompositeOpParams;
}

table ExperimentalEltwiseBinaryBackwardOp {
  type:ExperimentalEltwiseBinaryBackwardOpType;
  grad:TensorRef;
  input:TensorRef;
  approximate:string;
  output_dtype:DataType = null;
  memory_config:MemoryConfig;
  out:TensorRef;
}

table DropoutOp {
  in:TensorRef;
  prob:float;
  scale:float;
  seed:uint32;
  use_per_device_seed:bool = true;
  output_dtype:DataType = null;
  memory_config:MemoryConfig;
  out:TensorRef;
}

table EmbeddingOp {
  input:TensorRef;
  weight:TensorRef;
  out:TensorRef;
}

table EmbeddingBackwardOp {
  input:TensorRef;
  weight:TensorRef;
  in_grad:TensorRef;
  dtype:DataType = null;
  memcfg:MemoryConfig;
  out:TensorRef;
}

table GenericOp {
  io_tensors:[TensorRef];
  additional_args:[ArgRef];
  program:ProgramType;
}

table GetDeviceOp {
  mesh:Dim2d;
  offset:Dim2d;
  chip_ids:[uint32];
  out:DeviceRef;
}

table CreateGlobalSemaphoreOp {
  core_range_set:CoreRangeSet;
  initial_value:uint32 = null;
  out:GlobalSemaphoreRef;
}

table ResetGlobalSemaphoreOp {
  semaphore:GlobalSemaphoreRef;
  value:uint32;
}

table AllocateMoeComputeSemaphoreOp {
  core_range_set:CoreRangeSet;
  output_height_shard_dim:uint32;
  hidden_size:uint32;
  initial_value:uint32 = null;
  out:GlobalSemaphoreRef;
}

table FillCacheOp {
  cache:TensorRef;
  input:TensorRef;
  batch_offset:uint32;
}

table UpdateCacheOp {
  cache:TensorRef;
  input:TensorRef;
  update_index:TensorRef;
  batch_offset:uint32;
}

table PagedUpdateCacheOp {
  cache:TensorRef;
  input:TensorRef;
  update_index:TensorRef;
  share_cache:bool = false;
  page_table:TensorRef;
}

table PagedFillCacheOp {
  cache:TensorRef;
  input:TensorRef;
  page_table:TensorRef;
  batch_idx_tensor:TensorRef;
}

table BitcastConvertOp {
  in:TensorRef;
  dtype:DataType;
  memcfg:MemoryConfig;
  out:TensorRef;
}

table FromDeviceOp {
  in:TensorRef;
  out:TensorRef;
}

table ToDeviceOp {
  in:TensorRef;
  device:DeviceRef;
  memcfg:MemoryConfig;
  out:TensorRef;
}

table ToLayoutOp {
  in:TensorRef;
  layout:TensorLayout;
  dtype:DataType = null;
  memcfg:MemoryConfig;
  out:TensorRef;
}

table ToMemoryConfigOp {
  in0:TensorRef;
  memcfg:MemoryConfig;
  out:TensorRef;
}

table TypecastOp {
  in:TensorRef;
  dtype:DataType;
  memcfg:MemoryConfig;
  out:TensorRef;
}

table LoadCachedOp {
  inputs:[TensorRef];
  callee_name:string;
  program_idx:uint32;
  outputs:[TensorRef];
  program_hash:string;
}

table MatmulOp {
  a:TensorRef;
  b:TensorRef;
  out:TensorRef;
  transpose_a:bool;
  transpose_b:bool;
  matmul_program_config:MatmulProgramConfig;
  activation:string;
  compute_config:DeviceComputeKernelConfig;
}

table LinearOp {
  a:TensorRef;
  b:TensorRef;
  bias:TensorRef;
  out:TensorRef;
  transpose_a:bool;
  transpose_b:bool;
  matmul_program_config:MatmulProgramConfig;
  activation:string;
  compute_config:DeviceComputeKernelConfig;
}

table SparseMatmulOp {
  a:TensorRef;
  b:TensorRef;
  sparsity:TensorRef;
  out:TensorRef;
  is_input_a_sparse:bool;
  is_input_b_sparse:bool;
  nnz:int64 = null;
  program_config:MatmulMultiCoreReuseMultiCast1DProgramConfig;
  memory_config:MemoryConfig;
  dtype:DataType;
  compute_config:DeviceComputeKernelConfig;
}

table FuncCallOp {
  program_id:uint32;
  inputs:[TensorRef];
  outputs:[TensorRef];
  semaphore_inputs:[GlobalSemaphoreRef];
}

table SoftmaxOp {
  in:TensorRef;
  out:TensorRef;
  dimension:int32;
  numeric_stable:bool = false;
  compute_config:DeviceComputeKernelConfig;
}

table BatchNormInferenceOp {
  input:TensorRef;
  running_mean:TensorRef;
  running_var:TensorRef;
  epsilon:float;
  weight:TensorRef;
  bias:TensorRef;
  memory_config:MemoryConfig;
  out:TensorRef;
  compute_config:DeviceComputeKernelConfig;
}

table BatchNormTrainingOp {
  input:TensorRef;
  running_mean:TensorRef;
  running_var:TensorRef;
  epsilon:float;
  momentum:float;
  weight:TensorRef;
  bias:TensorRef;
  memory_config:MemoryConfig;
  out:TensorRef;
  compute_config:DeviceComputeKernelConfig;
}

table RMSNormOp {
  input:TensorRef;
  weight:TensorRef;
  bias:TensorRef;
  epsilon:float;
  memory_config:MemoryConfig;
  out:TensorRef;
  compute_config:DeviceComputeKernelConfig;
}

table DitRMSNormUnaryFusedOp {
  input:TensorRef;
  weight:TensorRef;
  bias:TensorRef;
  residual_input:TensorRef;
  epsilon:float;
  activation:string;
  memory_config:MemoryConfig;
  compute_config:DeviceComputeKernelConfig;
  out:TensorRef;
}

table DistributedRMSNormOp {
  input:TensorRef;
  weight:TensorRef;
  residual:TensorRef;
  cluster_axis:uint32;
  epsilon:float;
  sub_device_id:uint8 = null;
  memory_config:MemoryConfig;
  num_links:uint32 = null;
  topology:Topology = null;
  compute_config:DeviceComputeKernelConfig;
  stats:TensorRef;
  program_config:LayerNormShardedMultiCoreProgramConfig;
  out:TensorRef;
  semaphore:GlobalSemaphoreRef;
}

table RMSNormPreAllGatherOp {
  input:TensorRef;
  dtype:DataType;
  residual:TensorRef;
  memory_config:MemoryConfig;
  compute_config:DeviceComputeKernelConfig;
  program_config:LayerNormShardedMultiCoreProgramConfig;
  use_2d_core_grid:bool;
  out:TensorRef;
}

table LayerNormOp {
  input:TensorRef;
  weight:TensorRef;
  bias:TensorRef;
  epsilon:float;
  memory_config:MemoryConfig;
  out:TensorRef;
}

table LayerNormPreAllGatherOp {
  input:TensorRef;
  residual_input:TensorRef;
  recip:TensorRef;
  dtype:DataType = BFloat16;
  memory_config:MemoryConfig;
  compute_config:DeviceComputeKernelConfig;
  program_config:LayerNormShardedMultiCoreProgramConfig;
  out:TensorRef;
}

table LayerNormPostAllGatherOp {
  input:TensorRef;
  stats:TensorRef;
  weight:TensorRef;
  bias:TensorRef;
  epsilon:float = 1e-12;
  dtype:DataType = null;
  memory_config:MemoryConfig;
  compute_config:DeviceComputeKernelConfig;
  program_config:LayerNormShardedMultiCoreProgramConfig;
  out:TensorRef;
}

table GroupNormOp {
  input:TensorRef;
  input_mask:TensorRef;
  weight:TensorRef;
  bias:TensorRef;
  num_groups:int64;
  epsilon:float;
  memory_config:MemoryConfig;
  out:TensorRef;
}

table Pool2dOp {
  type:Pool2dOpType;
  in:TensorRef;
  out:TensorRef;
  batch_size:uint32;
  input_height:uint32;
  input_width:uint32;
  channels:uint32;
  kernel_size:[int32];
  stride:[int32];
  padding:[int32];
  dilation:[int32];
  extra_params:Pool2dExtraParams;
  memory_config:MemoryConfig;
  applied_shard_scheme:TensorMemoryLayout = null;
  ceil_mode:bool = false;
  reallocate_halo_output:bool = true;
  config_tensors_in_dram:bool = false;
}

table GlobalAvgPool2dOp {
  in:TensorRef;
  out:TensorRef;
  memory_config:MemoryConfig;
  dtype:DataType = null;
}

table UpsampleOp {
  in:TensorRef;
  scale_factor:Scale2D;
  mode:string;
  memory_config:MemoryConfig;
  out:TensorRef;
}

table MaxPool2dWithIndicesOp {
  in:TensorRef;
  result:TensorRef;
  result_indices:TensorRef;
  batch_size:uint32;
  input_height:uint32;
  input_width:uint32;
  channels:uint32;
  kernel_size:[int32];
  stride:[int32];
  padding:[int32];
  dilation:[int32];
  memory_config:MemoryConfig;
  applied_shard_scheme:TensorMemoryLayout = null;
  ceil_mode:bool = false;
  reallocate_halo_output:bool = true;
  config_tensors_in_dram:bool = false;
}

table RandOp {
  device:DeviceRef;
  size:[int64];
  low:float;
  high:float;
  seed:uint32;
  dtype:DataType;
  layout:TensorLayout;
  memcfg:MemoryConfig;
  out:TensorRef;
}

table ReductionOp {
  type:ReductionOpType;
  in:TensorRef;
  out:TensorRef;
  dim_arg:[int32];
  keep_dim:bool;
  compute_config:DeviceComputeKernelConfig;
}

table ReductionArgMaxOp {
  in:TensorRef;
  out:TensorRef;
  dim:int32 = null;
  keep_dim:bool;
  memcfg:MemoryConfig;
}

table ReductionProdOp {
  in:TensorRef;
  out:TensorRef;
  dim_arg:int64 = null;
  keep_dim:bool;
  memcfg:MemoryConfig;
}

table TopKOp {
  input_tensor:TensorRef;
  k:int32;
  dim:int32 = -1;
  largest:bool = true;
  sorted:bool = true;
  memcfg:MemoryConfig;
  outputs:[TensorRef];
}

table SamplingOp {
  input_values:TensorRef;
  input_indices:TensorRef;
  k:TensorRef;
  p:TensorRef;
  temp:TensorRef;
  seed:uint32 = null;
  out:TensorRef;
}

table TopKRouterGptOp {
  input:TensorRef;
  weight:TensorRef;
  bias:TensorRef;
  k:int32;
  num_experts:int32;
  expert_indices:TensorRef;
  expert_weights:TensorRef;
}

table DumpTensorOp {
  file_path:string;
  in:TensorRef;
}

table LoadTensorOp {
  file_path:string;
  device:DeviceRef;
  out:TensorRef;
}

table BeginTraceCaptureOp {
  device:DeviceRef;
  trace_id:TensorRef;
  cq_id:uint32;
}

table EndTraceCaptureOp {
  device:DeviceRef;
  trace_id:TensorRef;
  cq_id:uint32;
}

table ExecuteTraceOp {
  device:DeviceRef;
  trace_id:TensorRef;
  cq_id:uint32;
  blocking:bool;
}

table CaptureOrExecuteTraceOp {
  device:DeviceRef;
  capture_program_id:uint32;
  execute_program_id:uint32;
  allocate_slots_program_id:uint32;
  inputs:[TensorRef];
  outputs:[TensorRef];
  semaphore_inputs:[GlobalSemaphoreRef];
  device_resident_input_count:uint32;
}

table ConcatenateHeadsOp {
  in:TensorRef;
  out:TensorRef;
  memcfg:MemoryConfig;
}

table RotaryEmbeddingLlamaOp {
  input:TensorRef;
  cos_cache:TensorRef;
  sin_cache:TensorRef;
  trans_mat:TensorRef;
  is_decode_mode:bool;
  out:TensorRef;
  memcfg:MemoryConfig;
  compute_config:DeviceComputeKernelConfig;
}

table RotaryEmbeddingOp {
  input:TensorRef;
  cos_cache:TensorRef;
  sin_cache:TensorRef;
  token_index:uint32 = null;
  out:TensorRef;
  memcfg:MemoryConfig;
  compute_config:DeviceComputeKernelConfig;
}

table NLPConcatHeadsOp {
  in:TensorRef;
  out:TensorRef;
  memcfg:MemoryConfig;
}

table NLPConcatHeadsDecodeOp {
  in:TensorRef;
  out:TensorRef;
  num_heads:uint32;
  memcfg:MemoryConfig;
}

table ScaledDotProductAttentionDecodeOp {
  query:TensorRef;
  key:TensorRef;
  value:TensorRef;
  is_causal:bool;
  attention_mask:TensorRef;
  cur_pos_tensor:TensorRef;
  attention_sink:TensorRef;
  scale:float = null;
  sliding_window_size:uint32 = null;
  out:TensorRef;
  memcfg:MemoryConfig;
  program_config:SDPAConfig;
}

table ScaledDotProductAttentionOp {
  query:TensorRef;
  key:TensorRef;
  value:TensorRef;
  is_causal:bool;
  attention_mask:TensorRef;
  scale:float = null;
  sliding_window_size:uint32 = null;
  attention_sink:TensorRef;
  out:TensorRef;
  memcfg:MemoryConfig;
}

table FlashMlaPrefillOp {
  query:TensorRef;
  key:TensorRef;
  value:TensorRef;
  attention_mask:TensorRef;
  head_dim_v:uint32;
  is_causal:bool;
  scale:float = null;
  out:TensorRef;
  memcfg:MemoryConfig;
}

table IndexerScoreDsaOp {
  query:TensorRef;
  key:TensorRef;
  weights:TensorRef;
  chunk_start_idx:uint32;
  out:TensorRef;
  cluster_axis:uint32 = null;
}

table NLPCreateQKVHeadsDecodeOp {
  input:TensorRef;
  q_out:TensorRef;
  k_out:TensorRef;
  v_out:TensorRef;
  num_heads:uint32;
  num_kv_heads:uint32 = null;
  overlap_qk_coregrid:bool = null;
  batch_offset:TensorRef;
  slice_size:uint32 = null;
  memcfg:MemoryConfig;
}

table SplitQueryKeyValueAndSplitHeadsOp {
  in:TensorRef;
  kv_input:TensorRef;
  q_out:TensorRef;
  k_out:TensorRef;
  v_out:TensorRef;
  num_heads:uint32;
  num_kv_heads:uint32 = null;
  transpose_key:bool;
  memcfg:MemoryConfig;
}

table PagedScaledDotProductAttentionDecodeOp {
  query:TensorRef;
  key:TensorRef;
  value:TensorRef;
  page_table:TensorRef;
  is_causal:bool;
  attention_mask:TensorRef;
  cur_pos_tensor:TensorRef;
  attention_sink:TensorRef;
  scale:float = null;
  sliding_window_size:uint32 = null;
  out:TensorRef;
  memcfg:MemoryConfig;
  program_config:SDPAConfig;
}

table ChunkedScaledDotProductAttentionOp {
  query:TensorRef;
  key:TensorRef;
  value:TensorRef;
  page_table:TensorRef;
  chunk_start_idx:TensorRef;
  scale:float = null;
  out:TensorRef;
  memcfg:MemoryConfig;
  program_config:SDPAConfig;
}

table PagedFlashMultiLatentAttentionDecodeOp {
  query:TensorRef;
  key:TensorRef;
  value:TensorRef;
  head_dim_v:uint32;
  page_table:TensorRef;
  is_causal:bool;
  attention_mask:TensorRef;
  cur_pos_tensor:TensorRef;
  attention_sink:TensorRef;
  scale:float = null;
  out:TensorRef;
  memcfg:MemoryConfig;
}

table AdamWOp {
  param:TensorRef;
  grad:TensorRef;
  exp_avg:TensorRef;
  exp_avg_sq:TensorRef;
  max_exp_avg_sq:TensorRef;
  lr:TensorRef;
  beta1_pow:TensorRef;
  beta2_pow:TensorRef;
  beta1:float;
  beta2:float;
  epsilon:float;
  weight_decay:float;
  stochastic_rounding:bool = false;
}

table SDPAForwardOp {
  query:TensorRef;
  key:TensorRef;
  value:TensorRef;
  attention_mask:TensorRef;
  mask_type:uint32;
  dropout_probability:float;
  return_intermediates:bool = false;
  out:TensorRef;
  intermediates:TensorRef;
}

table SDPABackwardOp {
  grad_output:TensorRef;
  attn_output:TensorRef;
  query:TensorRef;
  key:TensorRef;
  value:TensorRef;
  intermediates:TensorRef;
  attention_mask:TensorRef;
  mask_type:uint32;
  dropout_probability:float;
  grad_query:TensorRef;
  grad_key:TensorRef;
  grad_value:TensorRef;
}

table EltwiseBinaryCompositePlainOp {
  type:uint32;
  lhs:TensorRef;
  rhs:TensorRef;
  memory_config:MemoryConfig;
  out:TensorRef;
}

table RowsGatherOp {
  input:TensorRef;
  index:TensorRef;
  out:TensorRef;
  sizes:[int32];
  windows:[int32];
  column:bool;
  fill_out_of_bounds:bool;
}

table RowsScatterOp {
  input:TensorRef;
  index:TensorRef;
  source:TensorRef;
  out:TensorRef;
  sizes:[int32];
  windows:[int32];
  column:bool;
  reduce:ScatterReduceType;
}

table CumulativeOp {
  in:TensorRef;
  out:TensorRef;
  dim:int32;
  reduction:CumulativeType;
  reverse:bool;
  dtype:DataType = null;
  memcfg:MemoryConfig;
}

table WhileOp {
  body_program:uint32;
  condition_program:uint32;
  initial:LoopBound;
  limit:LoopBound;
  step:LoopBound;
  state_count:uint32;
  output_indices:[int32];
  inputs:[TensorRef];
  outputs:[TensorRef];
}

table CaseOp {
  branch_programs:[uint32];
  selector:TensorRef;
  inputs:[TensorRef];
  outputs:[TensorRef];
}

table CausalConv1dUpdateOp {
  operand_0:TensorRef;
  operand_1:TensorRef;
  operand_2:TensorRef;
  operand_3:TensorRef;
  operand_4:TensorRef;
  out:TensorRef;
}

table CrossEntropyForwardOp {
  operand_0:TensorRef;
  operand_1:TensorRef;
  out:TensorRef;
}

table CrossEntropyBackwardOp {
  operand_0:TensorRef;
  operand_1:TensorRef;
  operand_2:TensorRef;
  scaler:float;
  out:TensorRef;
}

table LayerNormForwardOp {
  operand_0:TensorRef;
  operand_1:TensorRef;
  operand_2:TensorRef;
  epsilon:float;
  return_mean_rstd:bool;
  out:TensorRef;
  mean:TensorRef;
  rstd:TensorRef;
}

table LayerNormBackwardOp {
  operand_0:TensorRef;
  operand_1:TensorRef;
  operand_2:TensorRef;
  operand_3:TensorRef;
  operand_4:TensorRef;
  dx:TensorRef;
  dgamma:TensorRef;
  dbeta:TensorRef;
}

table RMSNormForwardOp {
  operand_0:TensorRef;
  operand_1:TensorRef;
  return_intermediates:bool = true;
  epsilon:float;
  out:TensorRef;
  rms:TensorRef;
}

table RMSNormBackwardOp {
  operand_0:TensorRef;
  operand_1:TensorRef;
  operand_2:TensorRef;
  operand_3:TensorRef;
  grad_input:TensorRef;
  grad_gamma:TensorRef;
}

table RMSNormResidualOp {
  operand_0:TensorRef;
  operand_1:TensorRef;
  operand_2:TensorRef;
  epsilon:float;
  out:TensorRef;
  sum:TensorRef;
}

table SoftmaxBackwardOp {
  operand_0:TensorRef;
  operand_1:TensorRef;
  dimension:int32;
  out:TensorRef;
}

table SwigluElemwiseBackwardOp {
  operand_0:TensorRef;
  operand_1:TensorRef;
  operand_2:TensorRef;
  grad_input:TensorRef;
  grad_gate:TensorRef;
}

table GatedDeltaRuleOp {
  operand_0:TensorRef;
  operand_1:TensorRef;
  operand_2:TensorRef;
  operand_3:TensorRef;
  operand_4:TensorRef;
  operand_5:TensorRef;
  operand_6:TensorRef;
  operand_7:TensorRef;
  operand_8:TensorRef;
  operand_9:TensorRef;
  res_a:TensorRef;
  res_b:TensorRef;
}

table GatedDeltaDecodeOp {
  operand_0:TensorRef;
  operand_1:TensorRef;
  operand_2:TensorRef;
  operand_3:TensorRef;
  operand_4:TensorRef;
  operand_5:TensorRef;
  operand_6:TensorRef;
  operand_7:TensorRef;
  out:TensorRef;
}

table StatePoolUpdateOp {
  operand_0:TensorRef;
  operand_1:TensorRef;
  operand_2:TensorRef;
}

table RngBitGeneratorOp {
  operand_0:TensorRef;
  philox:bool;
  res_a:TensorRef;
  res_b:TensorRef;
}

table NLPCreateQKVHeadsDecodeNormRopeOp {
  operand_0:TensorRef;
  operand_1:TensorRef;
  operand_2:TensorRef;
  operand_3:TensorRef;
  q_out:TensorRef;
  k_out:TensorRef;
  v_out:TensorRef;
  num_heads:uint32;
  num_kv_heads:uint32;
  epsilon:float;
}
`;
