import { GridAttr } from '@shardform/dialect-ttcore';
import {
  ComputeKernelConfigAttr,
  Conv2dConfigAttr,
  Conv2dSliceConfigAttr,
  Conv3dConfigAttr,
  Matmul1dConfigAttr,
  Matmul2dConfigAttr,
  MatmulDramShardedConfigAttr,
  MatmulReuseConfigAttr,
  SdpaConfigAttr,
} from '@shardform/dialect-ttnn';
import { camelCase, isInstance } from '@shardform/ir-core';
import type { Language } from '../languages/language.ts';
import { dataTypeText } from './data-type-text.ts';

/** Members of a configuration: `name`, or `name:parameter` of the attribute. */
type Members = readonly string[];

const BLOCKS: Members = ['in0_block_w', 'out_subblock_h', 'out_subblock_w'];
const GRID: Members = ['compute_with_storage_grid_size', ...BLOCKS, 'out_block_h', 'out_block_w'];
const PER_CORE: Members = ['per_core_M:per_core_m', 'per_core_N:per_core_n'];

/** The name and the members of an attribute that is a configuration; `null` for others. */
function configurationOf(value: unknown): readonly [kind: string, members: Members] | null {
  if (isInstance(ComputeKernelConfigAttr, value))
    return [
      'WormholeComputeKernelConfig',
      ['math_fidelity', 'math_approx_mode', 'fp32_dest_acc_en', 'packer_l1_acc', 'dst_full_sync_en'],
    ];
  if (isInstance(Matmul2dConfigAttr, value))
    return [
      'MatmulMultiCoreReuseMultiCastProgramConfig',
      [...GRID, ...PER_CORE, 'transpose_mcast', 'fused_activation', 'fuse_batch'],
    ];
  if (isInstance(Matmul1dConfigAttr, value))
    return [
      'MatmulMultiCoreReuseMultiCast1DProgramConfig',
      [
        ...[...GRID, ...PER_CORE, 'fuse_batch', 'fused_activation', 'mcast_in0', 'gather_in0', 'hop_cores'],
        ...['num_global_cb_receivers', 'untilize_out'],
      ],
    ];
  if (isInstance(MatmulReuseConfigAttr, value))
    return ['MatmulMultiCoreReuseProgramConfig', [...BLOCKS, ...PER_CORE]];
  if (isInstance(MatmulDramShardedConfigAttr, value))
    return [
      'MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig',
      ['in0_block_w', ...PER_CORE, 'fused_activation'],
    ];
  if (isInstance(Conv2dConfigAttr, value))
    return [
      'Conv2dConfig',
      [
        ...['weights_dtype', 'activation', 'deallocate_activation', 'reallocate_halo_output'],
        ...['config_tensors_in_dram', 'act_block_h_override', 'act_block_w_div', 'reshard_if_not_optimal'],
        ...['override_sharding_config', 'shard_layout', 'core_grid', 'transpose_shards', 'output_layout'],
        ...['enable_act_double_buffer', 'enable_weights_double_buffer', 'enable_kernel_stride_folding'],
      ],
    ];
  if (isInstance(Conv3dConfigAttr, value))
    return [
      'Conv3dConfig',
      [
        ...['weights_dtype', 'T_out_block:t_out_block', 'W_out_block:w_out_block', 'H_out_block:h_out_block'],
        ...['C_out_block:c_out_block', 'C_in_block:c_in_block', 'compute_with_storage_grid_size'],
      ],
    ];
  if (isInstance(SdpaConfigAttr, value))
    return [
      'SDPAProgramConfig',
      [
        ...['compute_with_storage_grid_size', 'sub_core_grids', 'q_chunk_size', 'k_chunk_size'],
        ...['exp_approx_mode', 'max_cores_per_head_batch'],
      ],
    ];
  return isInstance(Conv2dSliceConfigAttr, value)
    ? ['Conv2dSliceConfig', ['slice_type', 'num_slices']]
    : null;
}

/** Returns a configuration as a language writes it; `null` for an attribute that is none. @throws UnwritableValue */
export function configurationText(
  value: unknown,
  language: Language,
  textOf: (value: unknown, language: Language) => string,
): string | null {
  const found = configurationOf(value);
  if (found === null || typeof value !== 'object' || value === null) return null;
  const [kind, members] = found;
  const written = members.map((member): [string, string | null] => {
    const [own, parameter = own] = member.split(':');
    const part: unknown = Reflect.get(value, camelCase(parameter!));
    return [own!, part === null ? null : memberText(parameter!, part, language, textOf)];
  });
  return language.configuration(kind, written);
}

function memberText(
  parameter: string,
  value: unknown,
  language: Language,
  textOf: (value: unknown, language: Language) => string,
): string {
  if (typeof value !== 'string') {
    if (isInstance(GridAttr, value))
      return language.make('CoreCoord', [String(value.shape[1]), String(value.shape[0])]);
    return textOf(value, language);
  }
  if (parameter === 'math_fidelity') return language.member('MathFidelity', FIDELITIES[value] ?? value);
  if (parameter === 'weights_dtype') return dataTypeText(value, language);
  if (parameter === 'slice_type') return language.member('SliceType', value.toUpperCase());
  return language.member(parameter === 'shard_layout' ? 'TensorMemoryLayout' : 'Layout', value.toUpperCase());
}

const FIDELITIES: Readonly<Record<string, string>> = {
  lofi: 'LoFi',
  hifi2: 'HiFi2',
  hifi3: 'HiFi3',
  hifi4: 'HiFi4',
};
