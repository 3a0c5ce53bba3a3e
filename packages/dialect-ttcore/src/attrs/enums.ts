import { defineEnumAttr, type EnumAttr, type EnumAttrClass } from '@shardform/ir-core';
import { type DataType, dataTypes } from '../data-type.ts';

/* @__NO_SIDE_EFFECTS__ */
function ttcoreEnum<const V extends string>(
  mnemonic: string,
  cppName: string,
  summary: string,
  values: readonly V[],
): EnumAttrClass<V> {
  return defineEnumAttr(`ttcore.${mnemonic}`, {
    values,
    style: 'angle',
    summary,
    cppEnum: `::mlir::tt::ttcore::${cppName}`,
    cppAttr: `TTCore_${cppName}Attr`,
  });
}

/** The role of a function argument in the model: `#ttcore.argument_type<input>`. */
export const ArgumentTypeAttr = /* @__PURE__ */ ttcoreEnum('argument_type', 'ArgumentType', 'Argument Type', [
  'input',
  'parameter',
  'constant',
  'default',
]);
export type ArgumentTypeAttr = EnumAttr<(typeof ArgumentTypeAttr.values)[number]>;

/**
 * The status of an argument or result, which may come to the device already split: `#ttcore.shard_status<presharded>`.
 * `sharded` is the deprecated word for `presharded`.
 */
export const ShardStatusAttr = /* @__PURE__ */ ttcoreEnum(
  'shard_status',
  'ShardStatus',
  'Shard Status Type',
  ['presharded', 'sharded', 'unsharded'],
);
export type ShardStatusAttr = EnumAttr<(typeof ShardStatusAttr.values)[number]>;

/** The operation by which a collective combines values: `#ttcore.reduce_type<sum>`. */
export const ReduceTypeAttr = /* @__PURE__ */ ttcoreEnum('reduce_type', 'ReduceType', 'TT Reduce Type', [
  'sum',
  'mean',
  'max',
  'min',
  'std',
  'var',
  'prod',
  'invalid',
  'logsumexp',
]);
export type ReduceTypeAttr = EnumAttr<(typeof ReduceTypeAttr.values)[number]>;

/** The direction of a mesh shard, from the whole tensor to shards or back: `#ttcore.shard_direction<full_to_shard>`. */
export const MeshShardDirectionAttr = /* @__PURE__ */ ttcoreEnum(
  'shard_direction',
  'MeshShardDirection',
  'TT MeshShardDirection',
  ['full_to_shard', 'shard_to_full'],
);
export type MeshShardDirectionAttr = EnumAttr<(typeof MeshShardDirectionAttr.values)[number]>;

/**
 * The distribution of a tensor over the mesh: `#ttcore.shard_type<devices>`. `identity` is the deprecated word for
 * tensors that need no splitting.
 */
export const MeshShardTypeAttr = /* @__PURE__ */ ttcoreEnum(
  'shard_type',
  'MeshShardType',
  'TT MeshShardType',
  ['identity', 'replicate', 'maximal', 'devices'],
);
export type MeshShardTypeAttr = EnumAttr<(typeof MeshShardTypeAttr.values)[number]>;

/** The family of a chip: `#ttcore.arch<wormhole_b0>`. */
export const ArchAttr = /* @__PURE__ */ ttcoreEnum('arch', 'Arch', 'TT Arch', [
  'grayskull',
  'wormhole_b0',
  'blackhole',
  'quasar',
]);
export type ArchAttr = EnumAttr<(typeof ArchAttr.values)[number]>;

/**
 * The memory that holds a buffer: `#ttcore.memory_space<l1>`. `dst` are the registers of a core, `mmio` the host's
 * mapped memory.
 */
export const MemorySpaceAttr = /* @__PURE__ */ ttcoreEnum('memory_space', 'MemorySpace', 'TT MemorySpace', [
  'system',
  'mmio',
  'dram',
  'l1',
  'dst',
]);
export type MemorySpaceAttr = EnumAttr<(typeof MemorySpaceAttr.values)[number]>;

/** The kind of a loop over a dimension: `#ttcore.iterator_type<parallel>`. */
export const IteratorTypeAttr = /* @__PURE__ */ ttcoreEnum(
  'iterator_type',
  'IteratorType',
  'TT IteratorType',
  ['parallel', 'reduction'],
);
export type IteratorTypeAttr = EnumAttr<(typeof IteratorTypeAttr.values)[number]>;

/** The value of the elements of tiles beyond the bounds of the tensor: `#ttcore.oob_val<undef>`. */
export const OobValAttr = /* @__PURE__ */ ttcoreEnum('oob_val', 'OOBVal', 'TT OOBVal', [
  'undef',
  'zero',
  'one',
  'inf',
  'neginf',
]);
export type OobValAttr = EnumAttr<(typeof OobValAttr.values)[number]>;

/** The layout of a buffer, interleaved over banks or sharded: `#ttcore.tensor_memory_layout<sharded>`. */
export const TensorMemoryLayoutAttr = /* @__PURE__ */ ttcoreEnum(
  'tensor_memory_layout',
  'TensorMemoryLayout',
  'TTCore Tensor Memory Layout',
  ['interleaved', 'sharded'],
);
export type TensorMemoryLayoutAttr = EnumAttr<(typeof TensorMemoryLayoutAttr.values)[number]>;

/** A number format: `#ttcore.supportedDataTypes<bf16>`. */
export const DataTypeAttr = /* @__PURE__ */ ttcoreEnum(
  'supportedDataTypes',
  'DataType',
  'TT DataTypes',
  dataTypes,
);
export type DataTypeAttr = EnumAttr<DataType>;

/** The role of a processor. */
export const CpuRoleAttr = /* @__PURE__ */ defineEnumAttr('ttcore.cpu_role', {
  values: ['host', 'device'],
  style: 'word',
  summary: 'TT CPU Role',
  cppEnum: '::mlir::tt::ttcore::CPURole',
  cppAttr: 'TTCore_CPURoleAttr',
});
export type CpuRoleAttr = EnumAttr<(typeof CpuRoleAttr.values)[number]>;

/** The topology by which devices are connected: `#ttcore.topology<ring>`. */
export const TopologyAttr = /* @__PURE__ */ ttcoreEnum('topology', 'Topology', 'CCL Topology Type', [
  'ring',
  'linear',
  'mesh',
  'torus',
  'disabled',
]);
export type TopologyAttr = EnumAttr<(typeof TopologyAttr.values)[number]>;

/** The function between the two matrix products of an expert: `#ttcore.moe_activation_function<silu>`. */
export const MoeActivationFunctionAttr = /* @__PURE__ */ ttcoreEnum(
  'moe_activation_function',
  'MoEActivationFunction',
  'Activation function for the MoE expert FFN',
  ['silu', 'swiglu'],
);
export type MoeActivationFunctionAttr = EnumAttr<(typeof MoeActivationFunctionAttr.values)[number]>;

/** The mask that attention applies to its scores: `#ttcore.attention_mask_type<causal>`. */
export const AttentionMaskTypeAttr = /* @__PURE__ */ ttcoreEnum(
  'attention_mask_type',
  'AttentionMaskType',
  'TT AttentionMaskType',
  ['none', 'causal', 'arbitrary'],
);
export type AttentionMaskTypeAttr = EnumAttr<(typeof AttentionMaskTypeAttr.values)[number]>;
