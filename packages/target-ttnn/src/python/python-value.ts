import { GridAttr, ReduceTypeAttr } from '@shardform/dialect-ttcore';
import {
  ComputeKernelConfigAttr,
  Conv2dConfigAttr,
  Conv2dSliceConfigAttr,
  Conv3dConfigAttr,
  CoreCoordAttr,
  CoreRangeSetAttr,
  Matmul1dConfigAttr,
  Matmul2dConfigAttr,
  MatmulDramShardedConfigAttr,
  MatmulReuseConfigAttr,
  MemoryConfigAttr,
  MeshShapeAttr,
  ShapeAttr,
  UnaryWithParamAttr,
} from '@shardform/dialect-ttnn';
import {
  ArrayAttr,
  Attribute,
  camelCase,
  DenseArrayAttr,
  FloatAttr,
  IntegerAttr,
  IntegerType,
  isInstance,
  StringAttr,
} from '@shardform/ir-core';
import { UnwritableValue } from '../binary/attribute-value.ts';

/** Members of a configuration: `python name` or `python name:parameter`. */
type Members = readonly string[];

const BLOCKS: Members = ['in0_block_w', 'out_subblock_h', 'out_subblock_w'];
const GRID: Members = ['compute_with_storage_grid_size', ...BLOCKS, 'out_block_h', 'out_block_w'];
const PER_CORE: Members = ['per_core_M:per_core_m', 'per_core_N:per_core_n'];

/** Returns an attribute, or a value of an attribute's parameter, in Python. @throws UnwritableValue */
export function pythonValue(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return pythonList(value);
  if (value instanceof IntegerAttr)
    return value.type instanceof IntegerType && value.type.width === 1
      ? pythonValue(value.value !== 0n)
      : String(value.value);
  if (value instanceof FloatAttr) return pythonFloat(value.value);
  if (value instanceof StringAttr) return JSON.stringify(value.value);
  if (value instanceof ArrayAttr) return pythonList(value.elements);
  if (value instanceof DenseArrayAttr) return pythonList(value.numbers());
  if (isInstance(ShapeAttr, value)) return `ttnn.Shape(${pythonList(value.shape)})`;
  if (isInstance(MeshShapeAttr, value)) return `(${value.shape.join(', ')})`;
  if (isInstance(CoreCoordAttr, value)) return `ttnn.CoreCoord(${value.x}, ${value.y})`;
  if (isInstance(CoreRangeSetAttr, value)) return coreRangeSet(value);
  if (isInstance(MemoryConfigAttr, value)) return memoryConfig(value);
  if (isInstance(UnaryWithParamAttr, value)) return unaryWithParam(value);
  return configuration(value) ?? enumerated(value);
}

/** `[a, b]`. */
export function pythonList(values: readonly unknown[]): string {
  return `[${values.map(pythonValue).join(', ')}]`;
}

/** A float as Python writes one. */
export function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) return `float("${Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf'}")`;
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** A number format, by its name in attributes. @throws UnwritableValue */
export function pythonDataType(format: string): string {
  const name = DATA_TYPES[format];
  if (name === undefined) throw new UnwritableValue(`Python's ttnn has no number format '${format}'`);
  return `ttnn.DataType.${name}`;
}

const DATA_TYPES: Readonly<Record<string, string>> = {
  ...{ f32: 'FLOAT32', bf16: 'BFLOAT16', bfp_bf8: 'BFLOAT8_B', bfp_bf4: 'BFLOAT4_B' },
  ...{ u32: 'UINT32', u16: 'UINT16', u8: 'UINT8', si32: 'INT32' },
};

/** `ttnn.BufferType.DRAM` and others that are written as words in capitals. */
export function pythonMember(kind: string, word: string): string {
  return `ttnn.${kind}.${word.toUpperCase()}`;
}

function memoryConfig({ bufferType, memoryLayout, shardSpec }: MemoryConfigAttr): string {
  if (bufferType.value === 'system_memory') return 'None';
  if (shardSpec !== null)
    throw new UnwritableValue('sharded memory configurations have no form in Python here');
  const layout = pythonMember('TensorMemoryLayout', memoryLayout?.value ?? 'interleaved');
  return `ttnn.MemoryConfig(${layout}, ${pythonMember('BufferType', bufferType.value)}, None)`;
}

function coreRangeSet({ ranges }: CoreRangeSetAttr): string {
  const core = ([x, y]: readonly number[]): string => `ttnn.CoreCoord(${x!}, ${y!})`;
  const all = ranges.map(
    ({ startCoord, endCoord }) => `ttnn.CoreRange(${core(startCoord)}, ${core(endCoord)})`,
  );
  return `ttnn.CoreRangeSet([${all.join(', ')}])`;
}

function unaryWithParam({ opType, params }: UnaryWithParamAttr): string {
  const name = `ttnn.UnaryOpType.${opType.toUpperCase()}`;
  return params === null
    ? `ttnn.UnaryWithParam(${name})`
    : `ttnn.UnaryWithParam(${name}, ${pythonList(params)})`;
}

function configuration(value: unknown): string | null {
  if (isInstance(ComputeKernelConfigAttr, value))
    return call('WormholeComputeKernelConfig', value, [
      ...['math_fidelity', 'math_approx_mode', 'fp32_dest_acc_en', 'packer_l1_acc', 'dst_full_sync_en'],
    ]);
  if (isInstance(Matmul2dConfigAttr, value))
    return call(
      'MatmulMultiCoreReuseMultiCastProgramConfig',
      value,
      [...GRID, ...PER_CORE, 'transpose_mcast', 'fused_activation', 'fuse_batch'],
      true,
    );
  if (isInstance(Matmul1dConfigAttr, value))
    return call(
      'MatmulMultiCoreReuseMultiCast1DProgramConfig',
      value,
      [
        ...[...GRID, ...PER_CORE, 'fuse_batch', 'fused_activation', 'mcast_in0', 'gather_in0', 'hop_cores'],
        ...['num_global_cb_receivers', 'untilize_out'],
      ],
      true,
    );
  if (isInstance(MatmulReuseConfigAttr, value))
    return call('MatmulMultiCoreReuseProgramConfig', value, [...BLOCKS, ...PER_CORE], true);
  if (isInstance(MatmulDramShardedConfigAttr, value))
    return call(
      'MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig',
      value,
      ['in0_block_w', ...PER_CORE, 'fused_activation'],
      true,
    );
  if (isInstance(Conv2dConfigAttr, value))
    return call('Conv2dConfig', value, [
      ...['weights_dtype', 'activation', 'deallocate_activation', 'reallocate_halo_output'],
      ...['config_tensors_in_dram', 'act_block_h_override', 'act_block_w_div', 'reshard_if_not_optimal'],
      ...['override_sharding_config', 'shard_layout', 'core_grid', 'transpose_shards', 'output_layout'],
      ...['enable_act_double_buffer', 'enable_weights_double_buffer', 'enable_kernel_stride_folding'],
    ]);
  if (isInstance(Conv3dConfigAttr, value))
    return call('Conv3dConfig', value, [
      ...['weights_dtype', 'T_out_block:t_out_block', 'W_out_block:w_out_block', 'H_out_block:h_out_block'],
      ...['C_out_block:c_out_block', 'C_in_block:c_in_block', 'compute_with_storage_grid_size'],
    ]);
  if (!isInstance(Conv2dSliceConfigAttr, value)) return null;
  const { sliceType, numSlices } = value;
  return `ttnn.Conv2dSliceConfig(slice_type=ttnn.Conv2d${SLICE_TYPES[sliceType]}, num_slices=${numSlices})`;
}

const SLICE_TYPES = {
  dram_height: 'DRAMSliceHeight',
  dram_width: 'DRAMSliceWidth',
  l1_full: 'L1Full',
} as const;

/** @param writesAll whether members without a value are `None`, or left out. */
function call(name: string, config: object, members: Members, writesAll = false): string {
  const args = members.flatMap((member) => {
    const [own, parameter = own] = member.split(':');
    const value: unknown = Reflect.get(config, camelCase(parameter!));
    return value === null && !writesAll ? [] : [`${own!}=${memberValue(parameter!, value)}`];
  });
  return `ttnn.${name}(${args.join(', ')})`;
}

function memberValue(parameter: string, value: unknown): string {
  if (typeof value !== 'string') {
    if (isInstance(GridAttr, value)) return `ttnn.CoreCoord(${value.shape[1]!}, ${value.shape[0]!})`;
    return pythonValue(value);
  }
  if (parameter === 'math_fidelity') return `ttnn.MathFidelity.${FIDELITIES[value] ?? value}`;
  if (parameter === 'weights_dtype') return pythonDataType(value);
  return parameter === 'shard_layout'
    ? pythonMember('TensorMemoryLayout', value)
    : pythonMember('Layout', value);
}

const FIDELITIES: Readonly<Record<string, string>> = {
  lofi: 'LoFi',
  hifi2: 'HiFi2',
  hifi3: 'HiFi3',
  hifi4: 'HiFi4',
};

const SCATTER_REDUCTIONS: Readonly<Record<string, string>> = {
  ...{ sum: '"add"', prod: '"multiply"', max: '"amax"', min: '"amin"' },
};

/** An attribute that is one of several words. */
function enumerated(value: unknown): string {
  if (!(value instanceof Attribute)) throw new UnwritableValue('an argument has no form in Python');
  const word: unknown = Reflect.get(value, 'value');
  if (typeof word === 'string') {
    if (value instanceof ReduceTypeAttr) return SCATTER_REDUCTIONS[word] ?? 'None';
    if (word in DATA_TYPES) return pythonDataType(word);
    if (['tile', 'row_major'].includes(word)) return pythonMember('Layout', word);
    if (['ring', 'linear', 'mesh', 'torus'].includes(word))
      return `ttnn.Topology.${word[0]!.toUpperCase()}${word.slice(1)}`;
    if (word.endsWith('sharded') || word === 'interleaved') return pythonMember('TensorMemoryLayout', word);
  }
  throw new UnwritableValue(`'${String(value)}' has no form in Python`);
}
