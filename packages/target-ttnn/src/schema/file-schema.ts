/** The schema of a `.ttnn` file without its operations, in the language of FlatBuffers. */
export const fileSchema = `
enum Arch : uint32 { Wormhole_b0, Blackhole, Quasar }
enum DataType : uint16 { Float32, Float16, BFloat16, BFP_Float8, BFP_BFloat8, BFP_Float4, BFP_BFloat4, BFP_Float2, BFP_BFloat2, UInt32, UInt16, UInt8, Int32, Float64, Int64, UInt64, Int16, Int8, Bool }
enum OOBVal : uint16 { Undef, Zero, One, Inf, NegInf }
enum TensorLayout : uint16 { RowMajor, Tile, Invalid }
enum BufferType : uint16 { DRAM, L1, SystemMemory, L1Small, Trace }
enum CPURole : uint8 { Host, Device }
enum MathFidelity : uint8 { LoFi, HiFi2 = 2, HiFi3 = 3, HiFi4 = 4 }
enum UnpackToDestMode : uint8 { Fp32, Default }
enum Topology : uint16 { Ring, Linear, Mesh, Torus }
enum MoEActivationFunction : uint16 { Silu, SwiGLU }
enum NocIndex : uint16 { Noc0, Noc1 }
enum RoutingMode : uint16 { BidirLineMesh, UnidirRingTorus }
enum Conv2dSliceType : uint16 { DramHeight, DramWidth, L1Full }
enum NamedFullOpType : uint32 { Zeros, Ones }
enum ScatterReduceType : uint8 { Sum, Max = 2, Min = 3, Prod = 6, Invalid = 7 }
enum SliceOpType : uint32 { SliceStaticOp, SliceDynamicOp }
enum EltwiseBinaryCompositeScalarOpType : uint32 { PowScalar }
enum EltwiseQuantizationOpType : uint32 { Quantize, Dequantize, Requantize }
enum EltwiseUnaryCompositeOpType : uint32 { Cbrt, ClampScalar, ClampTensor, Log1p }
enum ExperimentalEltwiseBinaryBackwardOpType : uint32 { GeluBW }
enum NocMode : uint8 { DM_DEDICATED_NOC, DM_DYNAMIC_NOC }
enum DataMovementType : uint8 { RISCV_0, RISCV_1 }
enum CoreType : uint8 { WORKER, ETH }
enum SourceType : uint8 { FILE_PATH, SOURCE_CODE }
enum Pool2dOpType : uint32 { AvgPool2d, MaxPool2d }
enum TensorMemoryLayout : uint16 { Interleaved, HeightSharded, WidthSharded, BlockSharded, NDSharded }
enum StorageType : uint16 { Host, Device }
enum ShardOrientation : uint32 { RowMajor, ColMajor }
enum ShardDistributionStrategy : uint32 { RoundRobin1D, Grid2D }
enum ShardStatus : uint32 { Presharded, Unsharded }
enum PlacementType : uint16 { Replicate, Shard }
enum EltwiseBinaryCompositeOpType : uint32 { Maximum, Minimum, Remainder, Pow, BitwiseAnd, BitwiseOr, BitwiseXor, LogicalLeftShift, BitwiseRightShift }
enum CumulativeType : uint32 { Max, Min, LogSumExp }
enum EltwiseBinaryOpType : uint32 { Add, Multiply, LogicalRightShift, Subtract, Equal, NotEqual, GreaterEqual, GreaterThan, LessEqual, LessThan, Divide, LogicalAnd, LogicalOr, LogicalXor, Mulhi }
enum EltwiseUnaryOpType : uint32 { Abs, Ceil, Cos, Floor, Gelu, IsFinite, LogicalNot, Neg, Relu, Sqrt, Rsqrt, Sigmoid, Sin, Reciprocal, Sign, Tan, Tanh, Atan, Exp, Erf, Erfc, Log, Expm1, LeakyRelu, BitwiseNot, Relu6, Silu, Hardsigmoid, Mish, Acos, Asin, Asinh, Round, ReducePrecision }
enum ReductionOpType : uint32 { Sum, Mean, Max, Min, BitwiseAnd, BitwiseOr, BitwiseXor }
enum UnaryOpType : uint32 { Exp, Recip, Gelu, Relu, Sqrt, Sigmoid, Log, Tanh, Log2, Log10, Sin, Cos, Abs, AbsInt32, Sign, Square, Eqz, Nez, Gtz, Ltz, Gez, Lez, ReluMax, ReluMin, Power, LeakyRelu, Elu, Exp2, Heaviside, Expm1, Signbit, Asin, Acos, Rsqrt, Relu6, Hardsigmoid, Atan, Erf, Erfc, Isinf, Isposinf, Isneginf, Isnan, LogicalNotUnary, Isfinite, Erfinv, I0, I1, Tan, Rsub, Rdiv, Silu, Softplus, Identity, Neg, AddUnarySfpu, SubUnarySfpu, MulUnarySfpu, DivUnarySfpu, IdentityUint32, UnaryNe, UnaryGt, UnaryLt, TiledProd, Typecast, BitwiseXor, BitwiseNot, BitwiseAnd, BitwiseOr, RightShift, Floor, Ceil, Round, LeftShift, Remainder, Fmod, Dropout, Fill, PreluSfpu, ZeroPoint, Log1p }
enum ChipCapability : uint32 { None, HostMMIO }

struct Dim2d { y:int32; x:int32; }
struct ChipCoord { rack:uint32; shelf:uint32; y:uint32; x:uint32; }
struct ChipChannel { device_id0:uint32; ethernet_core_coord0:Dim2d; device_id1:uint32; ethernet_core_coord1:Dim2d; }
struct Version { major:uint16; minor:uint16; patch:uint32; }
struct CoreCoord { x:uint64; y:uint64; }
struct CoreRange { start_coord:CoreCoord; end_coord:CoreCoord; }
struct Placement { type:PlacementType; dim:int32; }

union SliceOpParams { SliceStaticOpParams, SliceDynamicOpParams }
union QuantizationScale { PerTensorScale, PerAxisScale }
union QuantizationZeroPoint { PerTensorZeroPoint, PerAxisZeroPoint }
union EltwiseQuantizationOpParams { QuantizeDequantizeOpParams, RequantizeOpParams }
union EltwiseUnaryOpParams { EltwiseOpWithFloatParams, ReducePrecisionParams }
union EltwiseUnaryCompositeOpParams { ClampScalarOpParams, ClampTensorOpParams }
union KernelConfig { ComputeKernelConfig, DataMovementKernelConfig, ReaderKernelConfig, WriterKernelConfig }
union KernelArgType { KernelArgCBBufferIndex, KernelArgBufferAddress, KernelArgBufferAddressOfTensor, KernelArgSemaphoreAt, KernelArgNamedArgument, KernelArgGlobalSemaphore, KernelArgScalar, KernelArgTensorAccessorArgs }
union ProgramType { ProgramDescriptor, MeshProgramDescriptor }
union ArgRef { TensorRef, GlobalSemaphoreRef }
union MatmulProgramConfig { MatmulMultiCoreReuseProgramConfig, MatmulMultiCoreReuseMultiCastProgramConfig, MatmulMultiCoreReuseMultiCast1DProgramConfig, MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig }
union Pool2dExtraParams { AvgPool2dExtraParams, MaxPool2dExtraParams }
union Scale2D { UniformScale2D, NonUniformScale2D }
union NumberType { FloatingPointType, IntegralType }

table GoldenTensor {
  name:string;
  shape:[int64];
  stride:[int64];
  dtype:DataType;
  data:[uint8];
}

table GoldenDeviceTensor {
  device:uint32;
  value:GoldenTensor;
}

table GoldenKV {
  key:string;
  value:[GoldenDeviceTensor];
}

table GoldenInfo {
  golden_map:[GoldenKV];
}

table DebugInfo {
  cpp:string;
  mlir_stages:[MLIR];
  golden_info:GoldenInfo;
}

table SystemDescRoot {
  version:Version;
  schema_hash:string;
  ttmlir_git_hash:string;
  product_identifier:string;
  system_desc:SystemDesc;
}

table ChipDesc {
  arch:Arch;
  grid_size:Dim2d;
  coord_translation_offsets:Dim2d;
  l1_size:uint64;
  num_dram_channels:uint32;
  dram_channel_size:uint64;
  noc_l1_address_align_bytes:uint32;
  pcie_address_align_bytes:uint32;
  noc_dram_address_align_bytes:uint32;
  l1_unreserved_base:uint32;
  erisc_l1_unreserved_base:uint32;
  dram_unreserved_base:uint32;
  dram_unreserved_end:uint32;
  supported_data_types:[DataType];
  supported_tile_sizes:[Dim2d];
  dst_physical_size_tiles:uint32;
  num_cbs:uint32;
  num_compute_threads:uint32;
  num_datamovement_threads:uint32;
  dram_grid_size:Dim2d;
  dram_bank_to_logical_worker_noc0:[Dim2d];
  dram_bank_to_logical_worker_noc1:[Dim2d];
}

table CPUDesc {
  role:CPURole;
  target_triple:string;
}

table SystemDesc {
  cpu_descs:[CPUDesc];
  chip_descs:[ChipDesc];
  chip_desc_indices:[uint32];
  chip_capabilities:[ChipCapability];
  chip_coords:[ChipCoord];
  chip_channels:[ChipChannel];
}

table DeviceRef {
  global_id:uint32;
}

table DynamicLib {
  dylib_id:uint32;
  raw_file:[uint8];
}

table MLIR {
  name:string;
  source:string;
}

table FabricConnectionConfig {
  noc_index:NocIndex;
  topology:Topology;
  cluster_axis:uint32;
  routing_mode:RoutingMode;
  num_links:uint32;
}

table TTNNBinary {
  version:Version;
  schema_hash:string;
  ttmlir_git_hash:string;
  system_desc:SystemDesc;
  mlir:MLIR;
  programs:[Program];
}

table Operation {
  type:OpType;
  debug_info:string;
  loc_info:string;
}

table Program {
  name:string;
  inputs:[TensorRef];
  outputs:[TensorRef];
  operations:[Operation];
  dylibs:[DynamicLib];
  debug_info:DebugInfo;
  private:bool;
  mesh_shape:Dim2d;
  semaphore_inputs:[GlobalSemaphoreRef];
}

table CoreRangeSet {
  core_ranges:[CoreRange];
}

table ShardSpec {
  core_range_set:CoreRangeSet;
  shape:[int32];
  orientation:ShardOrientation;
}

table NDShardSpec {
  core_range_set:CoreRangeSet;
  shape:[int32];
  orientation:ShardOrientation;
  distribution_strategy:ShardDistributionStrategy;
}

table MemoryConfig {
  tensor_memory_layout:TensorMemoryLayout;
  buffer_type:BufferType;
  shard_spec:ShardSpec;
  nd_shard_spec:NDShardSpec;
}

table MemoryDesc {
  storage_type:StorageType;
  tile_shape:Dim2d;
  data_type:DataType;
  memory_config:MemoryConfig;
}

table LayoutDesc {
  oob_val:OOBVal;
  memory_desc:MemoryDesc;
}

table TensorDesc {
  shape:[int32];
  mesh_shape:[int32];
  layout:LayoutDesc;
  shard_status:ShardStatus;
  local_shape:[int32];
}

table TensorRef {
  global_id:uint32;
  desc:TensorDesc;
}

table GlobalSemaphoreRef {
  global_id:uint32;
}

table FloatingPointType {
  value:float;
}

table IntegralType {
  value:int32;
}

table MeshMapperConfig {
  placements:[Placement];
  mesh_shape_override:[uint32];
}

table MeshComposerConfig {
  dims:[int32];
  mesh_shape_override:[uint32];
}

table MeshCoord {
  coords:[uint32];
}

table MeshCoordRange {
  start:MeshCoord;
  end:MeshCoord;
}

table LoopBound {
  value:int64;
  operand:int32 = null;
}

table ReducePrecisionParams {
  exponent_bits:int32;
  mantissa_bits:int32;
}
`;
